/**
 * The one matcher: whether a pattern matches an expression, and which sub-pattern matched which node. Follows
 * DFPatternMatcher (src/relay/ir/dataflow_matcher.cc): matches are memoized, so that a pattern used twice must match
 * one node, and dropped again if the attempt around them fails. An observer may watch; traces are made from what it
 * sees. Recursion is as deep as the pattern. The search along a dominator's path, as deep as the graph, does not
 * recurse.
 */
import {
  assertNever,
  type Call,
  dimValue,
  type Expr,
  freeVars,
  keptIn,
  type OperatorTable,
  present,
  pushTo,
  structurallyEqual,
  type Type,
  typesEqual,
} from "@relayscope/ir";
import { differingCallAttribute, differingFunctionAttribute, differingOperatorAttribute } from "./attributes.ts";
import { failures } from "./diagnostics.ts";
import type { IndexedGraph } from "./indexedGraph.ts";
import type { AttrPattern, CallPattern, DominatorPattern, Pattern } from "./pattern.ts";
import { type DominatorFacts, dominatorFacts } from "./patternGraph.ts";

/** Why a sub-pattern refused a node, regardless of the rest of the pattern. */
export type Refusal =
  | { readonly reason: "kind"; readonly wanted: string }
  | { readonly reason: "operator"; readonly wanted: string }
  | { readonly reason: "expression" }
  | { readonly reason: "arity"; readonly wanted: number; readonly given: number }
  | { readonly reason: "index"; readonly wanted: number; readonly given: number }
  | { readonly reason: "name"; readonly wanted: string; readonly given: string }
  | { readonly reason: "attribute"; readonly name: string }
  | { readonly reason: "type" }
  /** The same sub-pattern already matched another node. */
  | { readonly reason: "shared"; readonly met: Expr }
  /** No path over the dominator's nodes to its parent. */
  | { readonly reason: "path" };

/**
 * Watches a match. `leave` follows each `enter`; `refuse` comes in between if the refusal is this pattern's own, not an
 * argument's.
 */
export interface MatchObserver {
  enter(pattern: Pattern, expr: Expr): void;
  refuse(pattern: Pattern, expr: Expr, refusal: Refusal): void;
  leave(pattern: Pattern, expr: Expr, matched: boolean): void;
}

export interface MatchOptions {
  /** The operators in force: for patterns over operator attributes such as `TOpPattern`. */
  readonly operators?: OperatorTable | undefined;
  readonly observer?: MatchObserver | undefined;
  /** The type of a node that has none yet, as the reference infers it where a pattern asks for it. */
  readonly typeOf?: ((expr: Expr) => Type | undefined) | undefined;
  /**
   * Refusals that are ignored, to see the further requirements: the match continues as if the node were right. For a
   * call's pattern: as if the call were there and its arguments matched.
   */
  readonly forgives?: ((pattern: Pattern, expr: Expr) => boolean) | undefined;
}

/** For each sub-pattern that matched, the nodes it met: one, or several on a dominator's path. */
export type NodeMap = ReadonlyMap<Pattern, readonly Expr[]>;

/** Steps one root may take: far beyond any pattern in use, and far below a noticeable wait. */
const stepLimit = 2_000_000;
const depthLimit = 1_000;

export class PatternMatcher {
  private readonly operators: OperatorTable | undefined;
  private readonly observer: MatchObserver | undefined;
  private readonly forgives: MatchOptions["forgives"];
  private readonly typeOf: MatchOptions["typeOf"];
  private readonly met = new Map<Pattern, Expr[]>();
  private readonly matched: Pattern[] = [];
  private readonly facts = new Map<DominatorPattern, DominatorFacts>();
  private root: Pattern | undefined;
  private usesMemo = true;
  private steps = 0;
  private depth = 0;

  constructor(
    private readonly graph: IndexedGraph,
    options: MatchOptions = {},
  ) {
    this.operators = options.operators;
    this.observer = options.observer;
    this.forgives = options.forgives;
    this.typeOf = options.typeOf;
  }

  /** Whether `pattern` matches at `expr`, a node of the graph. Throws `Failure` where the reference raises. */
  match(pattern: Pattern, expr: Expr): boolean {
    if (pattern !== this.root) this.facts.clear();
    this.root = pattern;
    this.met.clear();
    this.matched.length = 0;
    this.usesMemo = true;
    this.steps = 0;
    this.depth = 0;
    return this.visit(pattern, expr);
  }

  /** The node map of the last successful match. Valid until the next match. */
  get nodeMap(): NodeMap {
    return this.met;
  }

  private visit(pattern: Pattern, expr: Expr): boolean {
    if (++this.steps > stepLimit) throw failures.tooCostly(expr);
    const known = this.usesMemo ? this.met.get(pattern) : undefined;
    this.observer?.enter(pattern, expr);
    if (known) {
      if (known.length !== 1) throw failures.repeatedMatch(expr);
      const before = present(known[0]);
      const same = isSameNode(before, expr) || this.refuse(pattern, expr, { reason: "shared", met: before });
      this.observer?.leave(pattern, expr, same);
      return same;
    }
    if (pattern.kind === "CallPattern" && this.forgives?.(pattern, expr)) {
      this.observer?.leave(pattern, expr, true);
      return true;
    }
    const mark = this.matched.length;
    if (++this.depth > depthLimit) throw failures.tooDeep(expr);
    const matches = this.dispatch(pattern, expr);
    this.depth--;
    if (matches) {
      pushTo(this.met, pattern, expr);
      this.matched.push(pattern);
    } else {
      this.forget(mark);
    }
    this.observer?.leave(pattern, expr, matches);
    return matches;
  }

  /** Forgets the matches since `mark`. Like the reference, it forgets all nodes of a pattern. */
  private forget(mark: number): void {
    for (let i = mark; i < this.matched.length; i++) this.met.delete(present(this.matched[i]));
    this.matched.length = mark;
  }

  /** Whether the refusal is let pass. */
  private refuse(pattern: Pattern, expr: Expr, refusal: Refusal): boolean {
    if (this.forgives?.(pattern, expr)) return true;
    this.observer?.refuse(pattern, expr, refusal);
    return false;
  }

  private dispatch(pattern: Pattern, expr: Expr): boolean {
    switch (pattern.kind) {
      case "WildcardPattern":
        if (pattern.isNone) throw failures.nonePattern(expr);
        return pattern.redirect ? this.visit(pattern.redirect, expr) : true;
      case "ExprPattern":
        return this.matchExpr(pattern, expr);
      case "ConstantPattern":
        return expr.kind === "Constant" || this.refuse(pattern, expr, { reason: "kind", wanted: "Constant" });
      case "VarPattern":
        if (expr.kind !== "Var") return this.refuse(pattern, expr, { reason: "kind", wanted: "Var" });
        return (
          pattern.name === "" ||
          pattern.name === expr.name ||
          this.refuse(pattern, expr, { reason: "name", wanted: pattern.name, given: expr.name })
        );
      case "CallPattern":
        return this.matchCall(pattern, expr);
      case "TuplePattern":
        if (expr.kind !== "Tuple") return this.refuse(pattern, expr, { reason: "kind", wanted: "Tuple" });
        return pattern.fields === null || this.matchList(pattern, expr, pattern.fields, expr.fields);
      case "TupleGetItemPattern":
        if (expr.kind !== "TupleGetItem") return this.refuse(pattern, expr, { reason: "kind", wanted: "TupleGetItem" });
        if (pattern.index !== -1 && pattern.index !== expr.index) {
          if (!this.refuse(pattern, expr, { reason: "index", wanted: pattern.index, given: expr.index })) return false;
        }
        return this.visit(pattern.tuple, expr.tuple);
      case "AltPattern":
        return this.visit(pattern.left, expr) || this.visit(pattern.right, expr);
      case "AttrPattern":
        return this.visit(pattern.pattern, expr) && this.matchAttributes(pattern, expr);
      case "TypePattern":
      case "DataTypePattern":
      case "ShapePattern":
        return this.matchType(pattern, expr);
      case "FunctionPattern":
        if (expr.kind !== "Function") return this.refuse(pattern, expr, { reason: "kind", wanted: "Function" });
        return (
          (pattern.params === null || this.matchList(pattern, expr, pattern.params, expr.params)) && this.visit(pattern.body, expr.body)
        );
      case "IfPattern":
        if (expr.kind !== "If") return this.refuse(pattern, expr, { reason: "kind", wanted: "If" });
        return (
          this.visit(pattern.condition, expr.condition) &&
          this.visit(pattern.thenBranch, expr.thenBranch) &&
          this.visit(pattern.elseBranch, expr.elseBranch)
        );
      case "LetPattern":
        if (expr.kind !== "Let") return this.refuse(pattern, expr, { reason: "kind", wanted: "Let" });
        return this.visit(pattern.variable, expr.variable) && this.visit(pattern.value, expr.value) && this.visit(pattern.body, expr.body);
      case "DominatorPattern":
        return this.matchDominator(pattern, expr);
      default:
        return assertNever(pattern);
    }
  }

  private matchExpr(pattern: Pattern & { kind: "ExprPattern" }, expr: Expr): boolean {
    const wanted = pattern.expr;
    if (wanted.kind === "Op") {
      return (expr.kind === "Op" && expr.name === wanted.name) || this.refuse(pattern, expr, { reason: "operator", wanted: wanted.name });
    }
    return structurallyEqual(wanted, expr) || this.refuse(pattern, expr, { reason: "expression" });
  }

  private matchList(pattern: Pattern, expr: Expr, patterns: readonly Pattern[], exprs: readonly Expr[]): boolean {
    if (patterns.length !== exprs.length) {
      return this.refuse(pattern, expr, { reason: "arity", wanted: patterns.length, given: exprs.length });
    }
    for (let i = 0; i < patterns.length; i++) {
      if (!this.visit(present(patterns[i]), present(exprs[i]))) return false;
    }
    return true;
  }

  private matchCall(pattern: CallPattern, expr: Expr): boolean {
    if (expr.kind !== "Call") return this.refuse(pattern, expr, { reason: "kind", wanted: "Call" });
    const mark = this.matched.length;
    if (!this.visit(pattern.op, expr.op)) {
      this.forget(mark);
      return this.matchReassociated(pattern, expr, mark);
    }
    if (pattern.args === null) return true;
    const argsMark = this.matched.length;
    if (this.matchList(pattern, expr, pattern.args, expr.args)) return true;
    this.forget(argsMark);
    const operator = patternOperator(pattern);
    return (operator === "add" || operator === "multiply") && this.matchList(pattern, expr, [...pattern.args].reverse(), expr.args);
  }

  /** `(a * b) / c` also matches `a * (b / c)` and `b * (a / c)`; `(a / b) * c` also matches `(a * c) / b`. */
  private matchReassociated(pattern: CallPattern, expr: Call, mark: number): boolean {
    const operator = patternOperator(pattern);
    if (operator === "divide") {
      const [product, divisor] = this.operands(pattern, expr, 1);
      if (!isCallPatternOf(product, "multiply") || !isCallTo(expr, "multiply") || !expr.args.some((a) => isCallTo(a, "divide")))
        return false;
      const factors = this.operands(product, expr, 2);
      for (const [divided, other] of [factors, [factors[1], factors[0]]]) {
        const quotient: CallPattern = { kind: "CallPattern", op: pattern.op, args: [present(divided), present(divisor)] };
        if (this.visit({ kind: "CallPattern", op: product.op, args: [present(other), quotient] }, expr)) return true;
        this.forget(mark);
      }
      return false;
    }
    if (operator === "multiply") {
      const factors = this.operands(pattern, expr, 2);
      for (let i = 0; i < 2; i++) {
        const quotient = present(factors[i]);
        if (!isCallPatternOf(quotient, "divide") || !isCallTo(expr, "divide") || !expr.args.some((a) => isCallTo(a, "multiply"))) continue;
        const [dividend, divisor] = this.operands(quotient, expr, 2);
        const product: CallPattern = { kind: "CallPattern", op: pattern.op, args: [present(dividend), present(factors[1 - i])] };
        return this.visit({ kind: "CallPattern", op: quotient.op, args: [product, present(divisor)] }, expr);
      }
    }
    return false;
  }

  /** The argument patterns. The reference indexes them unchecked, and raises if there are fewer. */
  private operands(pattern: CallPattern, expr: Expr, atLeast: number): readonly Pattern[] {
    if (pattern.args === null || pattern.args.length < atLeast) throw failures.operandsMissing(patternOperator(pattern) ?? "", expr);
    return pattern.args;
  }

  private matchAttributes(pattern: AttrPattern, expr: Expr): boolean {
    let differing: string | undefined;
    if (expr.kind === "Call") differing = differingCallAttribute(pattern.attrs, expr);
    else if (expr.kind === "Op") differing = differingOperatorAttribute(pattern.attrs, expr, this.operators);
    else if (expr.kind === "Function") differing = differingFunctionAttribute(pattern.attrs, expr);
    else return this.refuse(pattern, expr, { reason: "kind", wanted: "Call" });
    return differing === undefined || this.refuse(pattern, expr, { reason: "attribute", name: differing });
  }

  private matchType(pattern: Pattern & { kind: "TypePattern" | "DataTypePattern" | "ShapePattern" }, expr: Expr): boolean {
    if (expr.kind === "Op") throw failures.typeOfOperator(expr.name, expr);
    if (expr.kind === "Function" && freeVars(expr).length > 0) throw failures.typeOfOpenFunction(expr);
    if (this.graph.ofDefinedTypes.has(expr)) throw failures.typeOutsideModule(expr);
    const type = expr.checkedType ?? this.typeOf?.(expr);
    if ((!type || !typeAgrees(pattern, type)) && !this.refuse(pattern, expr, { reason: "type" })) return false;
    return this.visit(pattern.pattern, expr);
  }

  private matchDominator(pattern: DominatorPattern, expr: Expr): boolean {
    if (!this.visit(pattern.child, expr)) return false;
    const hasPath = this.matchPaths(pattern, expr);
    this.usesMemo = true;
    return (hasPath && this.dominatesParent(pattern, expr)) || this.refuse(pattern, expr, { reason: "path" });
  }

  /** Whether every path up from `expr` passes through nodes like the path and ends in the parent. */
  private matchPaths(pattern: DominatorPattern, expr: Expr): boolean {
    const facts = keptIn(this.facts, pattern, () => dominatorFacts(this.root ?? pattern, pattern));
    const { inputs } = this.graph;
    const start = this.graph.indexOf(expr);
    if (start === undefined) return false;
    const searched = new Set<number>([start]);
    const nodes = [start];
    const next = [present(inputs.offsets[start])];
    const counts = [0];
    const fail = () => {
      if (facts.isPure && !this.met.has(pattern.parent)) for (const node of nodes) facts.deadEnds.add(present(this.graph.nodes[node]));
      return false;
    };
    while (nodes.length > 0) {
      const top = nodes.length - 1;
      const node = present(nodes[top]);
      const at = present(next[top]);
      if (at === inputs.offsets[node + 1]) {
        if (counts[top] === 0) return fail();
        nodes.pop();
        next.pop();
        counts.pop();
        continue;
      }
      next[top] = at + 1;
      const input = present(inputs.targets[at]);
      const from = present(this.graph.nodes[node]);
      const to = present(this.graph.nodes[input]);
      if (from.kind === "Call" && (isSameNode(to, from.op) || to.kind === "Constant" || to.kind === "Var")) continue;
      counts[top] = present(counts[top]) + 1;
      this.usesMemo = true;
      if (this.visit(pattern.parent, to)) continue;
      this.usesMemo = false;
      if (!this.visit(pattern.path, to) || facts.deadEnds.has(to)) return fail();
      if (searched.has(input)) continue;
      searched.add(input);
      nodes.push(input);
      next.push(present(inputs.offsets[input]));
      counts.push(0);
    }
    return true;
  }

  /** Whether some node that `expr` dominates is the parent. */
  private dominatesParent(pattern: DominatorPattern, expr: Expr): boolean {
    const start = this.graph.indexOf(expr);
    if (start === undefined) return false;
    const { dominators, nodes } = this.graph;
    const parents = this.met.get(pattern.parent);
    if (parents?.length === 1) {
      const parent = this.graph.indexOf(present(parents[0]));
      return parent !== undefined && dominators.dominates(start, parent);
    }
    const stack = [start];
    while (stack.length > 0) {
      for (const child of dominators.childrenOf(present(stack.pop()))) {
        if (this.visit(pattern.parent, present(nodes[child]))) return true;
        stack.push(child);
      }
    }
    return false;
  }
}

/** Whether two nodes are one: operators and globals go by name. */
export function isSameNode(a: Expr, b: Expr): boolean {
  if (a === b) return true;
  return (a.kind === "Op" || a.kind === "GlobalVar") && a.kind === b.kind && a.name === b.name;
}

/** The operator that a call pattern names outright. */
export function patternOperator(pattern: CallPattern): string | undefined {
  return pattern.op.kind === "ExprPattern" && pattern.op.expr.kind === "Op" ? pattern.op.expr.name : undefined;
}

function isCallPatternOf(pattern: Pattern | undefined, operator: string): pattern is CallPattern {
  return pattern?.kind === "CallPattern" && patternOperator(pattern) === operator;
}

function isCallTo(expr: Expr, operator: string): boolean {
  return expr.kind === "Call" && expr.op.kind === "Op" && expr.op.name === operator;
}

function typeAgrees(pattern: Pattern & { kind: "TypePattern" | "DataTypePattern" | "ShapePattern" }, type: Type): boolean {
  if (pattern.kind === "TypePattern") return typesEqual(pattern.type, type) && sameWidths(pattern.type, type);
  if (type.kind !== "TensorType") return false;
  if (pattern.kind === "DataTypePattern") return type.dtype === pattern.dtype;
  return type.shape.length === pattern.shape.length && pattern.shape.every((d, i) => d === type.shape[i]);
}

/** Whether dimensions of equal size also have the same width: the reference distinguishes `3` from `3i64` here. */
function sameWidths(a: Type, b: Type): boolean {
  if (a.kind === "TensorType" && b.kind === "TensorType") {
    return a.shape.every((d, i) => dimValue(d) === undefined || typeof d === typeof b.shape[i]);
  }
  if (a.kind === "TupleType" && b.kind === "TupleType") return a.fields.every((f, i) => sameWidths(f, present(b.fields[i])));
  return true;
}
