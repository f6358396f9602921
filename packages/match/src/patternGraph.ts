/**
 * A pattern's own graph: its nodes in the order of the reference's numbers, and facts about its matches that are known
 * in advance. Follows CreateIndexedGraph(DFPattern) (src/relay/ir/indexed_graph.cc).
 */
import { assertNever, at, type Expr, firstOf, keptIn } from "@relayscope/ir";
import type { AltPattern, CallPattern, DominatorPattern, Pattern } from "./pattern.ts";

/** The direct sub-patterns, in the reference's visiting order. */
export function subPatterns(pattern: Pattern): readonly Pattern[] {
  switch (pattern.kind) {
    case "ExprPattern":
    case "VarPattern":
    case "ConstantPattern":
      return [];
    case "WildcardPattern":
      return pattern.redirect ? [pattern.redirect] : [];
    case "CallPattern":
      return [pattern.op, ...(pattern.args ?? [])];
    case "FunctionPattern":
      return [...(pattern.params ?? []), pattern.body];
    case "IfPattern":
      return [pattern.condition, pattern.thenBranch, pattern.elseBranch];
    case "LetPattern":
      return [pattern.variable, pattern.value, pattern.body];
    case "TuplePattern":
      return pattern.fields ?? [];
    case "TupleGetItemPattern":
      return [pattern.tuple];
    case "AltPattern":
      return [pattern.left, pattern.right];
    case "TypePattern":
    case "DataTypePattern":
    case "ShapePattern":
    case "AttrPattern":
      return [pattern.pattern];
    case "DominatorPattern":
      return [pattern.parent, pattern.path, pattern.child];
    default:
      return assertNever(pattern);
  }
}

/**
 * All sub-patterns and the pattern itself, each once, sub-patterns first. Redirects may make a cycle, which is cut
 * where it closes.
 */
export function patternNodes(root: Pattern, below: (p: Pattern) => readonly Pattern[] = subPatterns): Pattern[] {
  const seen = new Set<Pattern>([root]);
  const out: Pattern[] = [];
  const stack: { pattern: Pattern; children: readonly Pattern[]; next: number }[] = [{ pattern: root, children: below(root), next: 0 }];
  while (stack.length > 0) {
    const top = at(stack, stack.length - 1);
    const child = top.children[top.next++];
    if (!child) {
      out.push(top.pattern);
      stack.pop();
    } else if (!seen.has(child)) {
      seen.add(child);
      stack.push({ pattern: child, children: below(child), next: 0 });
    }
  }
  return out;
}

/** The facts about a dominator pattern that a matcher keeps from root to root. */
export interface DominatorFacts {
  /**
   * Whether its search depends only on the node: no sub-pattern of parent or path occurs elsewhere, and none is a
   * dominator.
   */
  readonly isPure: boolean;
  /** Nodes from which no search succeeds; filled only where `isPure`. */
  readonly deadEnds: Set<Expr>;
}

/** Facts of a dominator pattern that occurs somewhere in `root`. */
export function dominatorFacts(root: Pattern, pattern: DominatorPattern): DominatorFacts {
  const elsewhere = new Set(patternNodes(root, (p) => (p === pattern ? [pattern.child] : subPatterns(p))));
  const searched = [...patternNodes(pattern.parent), ...patternNodes(pattern.path)];
  return { isPure: searched.every((p) => !elsewhere.has(p) && p.kind !== "DominatorPattern"), deadEnds: new Set() };
}

/** The minimal requirements of a pattern, which exclude most patterns of a table quickly. */
export interface PatternNeeds {
  /** The root must call one of these operators; undefined if the root may be any node. */
  readonly roots: ReadonlySet<string> | undefined;
  /** The operators that every match contains. */
  readonly operators: ReadonlySet<string>;
}

const knownNeeds = new WeakMap<Pattern, PatternNeeds>();

/**
 * The operators that a pattern's matches must have, at the root and anywhere. Never contains an operator that is not
 * required. Cached, as a table is used on many functions.
 */
export function patternNeeds(pattern: Pattern): PatternNeeds {
  return keptIn(knownNeeds, pattern, needsOf);
}

function needsOf(pattern: Pattern): PatternNeeds {
  const memo = new Map<Pattern, PatternNeeds>();
  const needs = (p: Pattern): PatternNeeds => {
    return keptIn(memo, p, () => {
      memo.set(p, nothing);
      return combine(p, needs);
    });
  };
  const found = needs(pattern);
  return patternNodes(pattern).some(mayRaise) ? { roots: found.roots, operators: none } : found;
}

/**
 * Whether the reference may raise at this sub-pattern before a later one fails to match. Then nothing may be skipped.
 */
function mayRaise(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "TypePattern":
    case "DataTypePattern":
    case "ShapePattern":
    case "AttrPattern":
      return true;
    case "CallPattern":
      return lacksOperands(pattern);
    default:
      return false;
  }
}

/** The reference indexes the operands of `multiply` and `divide` unasked. */
function lacksOperands(pattern: CallPattern): boolean {
  const operator = operatorOf(pattern);
  if (operator === "multiply") return (pattern.args?.length ?? 0) < 2;
  return operator === "divide" && (pattern.args?.length ?? 0) < 1;
}

function operatorOf(pattern: Pattern): string | undefined {
  return pattern.kind === "CallPattern" && pattern.op.kind === "ExprPattern" && pattern.op.expr.kind === "Op"
    ? pattern.op.expr.name
    : undefined;
}

const none: ReadonlySet<string> = new Set();
const nothing: PatternNeeds = { roots: undefined, operators: none };

function combine(p: Pattern, needs: (p: Pattern) => PatternNeeds): PatternNeeds {
  const children = subPatterns(p).map(needs);
  const union = new Set(children.flatMap((c) => [...c.operators]));
  switch (p.kind) {
    case "AltPattern": {
      const [left, right] = firstOf(children, 2);
      const roots = left.roots && right.roots ? new Set([...left.roots, ...right.roots]) : undefined;
      return { roots, operators: new Set([...left.operators].filter((o) => right.operators.has(o))) };
    }
    case "CallPattern": {
      const operator = operatorOf(p);
      if (operator === undefined) return { roots: undefined, operators: union };
      if (lacksOperands(p)) return { roots: undefined, operators: none };
      // Re-association lets the partner are at the root.
      const partner = operator === "multiply" ? "divide" : operator === "divide" ? "multiply" : undefined;
      const mayTurn = partner !== undefined && p.args?.some((a) => operatorOf(a) === partner);
      return { roots: new Set(mayTurn ? [operator, partner] : [operator]), operators: union };
    }
    case "TypePattern":
    case "DataTypePattern":
    case "ShapePattern":
      return { roots: undefined, operators: union };
    case "AttrPattern":
    case "WildcardPattern":
      return children[0] ?? nothing;
    case "DominatorPattern": {
      // The path may be empty, so its operators are not required. The parent's are.
      const [parent, , child] = firstOf(children, 3);
      return { roots: child.roots, operators: new Set([...parent.operators, ...child.operators]) };
    }
    case "ExprPattern":
      return { roots: undefined, operators: p.expr.kind === "Op" ? new Set([p.expr.name]) : none };
    default:
      return { roots: undefined, operators: union };
  }
}

/** The alternative without the optional part, for a pattern with an optional part; undefined for other alternatives. */
export function plainAlternative({ left, right }: AltPattern): Pattern | undefined {
  if (subPatterns(right).includes(left)) return left;
  return subPatterns(left).includes(right) ? right : undefined;
}
