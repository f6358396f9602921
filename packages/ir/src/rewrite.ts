/**
 * Rewriting the graph: once per node, memoised by identity, without recursion; nothing changed, same object.
 * Follows MixedModeMutator and ExprRewriter (include/tvm/relay/expr_functor.h).
 */
import { assertNever } from "./assertNever.ts";
import { present } from "./at.ts";
import type { Call, Clause, Expr, Func, MatchPattern, Var } from "./expressions.ts";
import type { LineageRecorder } from "./lineage.ts";
import { childAt, isLeaf, listedChildren } from "./traverse.ts";

export interface RewriteRules {
  /**
   * Called before a node's children are visited. A returned expression replaces the node, and its children are not
   * visited; undefined continues as usual.
   */
  readonly pre?: (expr: Expr) => Expr | undefined;
  /** The children to rewrite before a node, in order; by default, or if it returns undefined, those of `childrenOf`. */
  readonly children?: (expr: Expr) => readonly Expr[] | undefined;
  /** Further nodes that must be rewritten before this one; asked when its children are done. */
  readonly needs?: (expr: Expr) => readonly Expr[] | undefined;
  /** Given the original and the same node over rewritten children, answers what replaces it. */
  readonly post?: (original: Expr, rebuilt: Expr) => Expr;
  /** Whether variables, constants and operators stay as they are, unasked: that saves a look-up for each use of one. */
  readonly keepsLeaves?: boolean;
  /** Called with every new node. */
  readonly lineage?: LineageRecorder;
}

/**
 * A rewriter keeps its memo, so that several roots (or a pass that calls it again from `pre`) share rewritten nodes.
 */
export interface Rewriter {
  rewrite(root: Expr): Expr;
  /** The same for a function, which stays a function. Throws if a rule replaces it by something else. */
  rewriteFunction(f: Func): Func;
  /** The replacement of an already visited node; undefined before that. */
  rewritten(expr: Expr): Expr | undefined;
  /**
   * Forgets the replacements of changed nodes: the next root with such a node gets its own copies. Unchanged nodes stay
   * remembered.
   */
  forgetChanges(): void;
}

const none: readonly Expr[] = [];

/**
 * A rewriter over the given rules. Children are visited in `childrenOf` order; parameters and bound variables are
 * rewritten like any node.
 */
export function rewriter(rules: RewriteRules): Rewriter {
  const memo = new Map<Expr, Expr>();
  const changed: Expr[] = [];
  const finish = (expr: Expr, result: Expr) => {
    if (result !== expr) changed.push(expr);
    if (result !== expr && rules.lineage) {
      if (memo.has(result)) rules.lineage.record(result, result, expr);
      else rules.lineage.record(result, expr);
    }
    memo.set(expr, result);
  };
  const isKept = rules.keepsLeaves ? isLeaf : () => false;
  const became = (e: Expr) => (isKept(e) ? e : (memo.get(e) ?? e));
  const rewrite = (root: Expr): Expr => {
    const known = memo.get(root);
    if (known) return known;
    const nodes: Expr[] = [];
    const pending: (readonly Expr[] | undefined)[] = [];
    const next: number[] = [];
    const isAsked: boolean[] = [];
    /** Whether a child of the node may have changed: otherwise the node is unchanged. */
    const isChanged: boolean[] = [];
    /** The replacements of the visited children of the nodes on the stack, and where those of each node begin. */
    const results: Expr[] = [];
    const firstResult: number[] = [];
    /** The replacement of a node; undefined if its children come first. */
    const push = (expr: Expr): Expr | undefined => {
      if (isKept(expr)) return expr;
      const known = memo.get(expr);
      if (known) return known;
      const replaced = rules.pre?.(expr);
      if (replaced) {
        finish(expr, replaced);
        return replaced;
      }
      const own = rules.children?.(expr);
      const isBare = !own && isLeaf(expr);
      const needed = isBare ? (rules.needs?.(expr) ?? none) : none;
      if (isBare && needed.length === 0) {
        const result = rules.post ? rules.post(expr, expr) : expr;
        finish(expr, result);
        return result;
      }
      nodes.push(expr);
      pending.push(isBare ? needed : (own ?? listedChildren(expr)));
      next.push(0);
      isAsked.push(isBare || rules.needs === undefined);
      isChanged.push(own !== undefined);
      firstResult.push(results.length);
      return undefined;
    };
    push(root);
    while (nodes.length > 0) {
      const top = nodes.length - 1;
      const node = present(nodes[top]);
      const list = pending[top];
      const at = present(next[top]);
      const child = list ? list[at] : childAt(node, at);
      if (child) {
        next[top] = at + 1;
        const result = push(child);
        if (!result) continue;
        results.push(result);
        if (result !== child) isChanged[top] = true;
      } else if (!isAsked[top]) {
        isAsked[top] = true;
        pending[top] = rules.needs?.(node) ?? none;
        next[top] = 0;
      } else {
        nodes.pop();
        pending.pop();
        next.pop();
        isAsked.pop();
        const mayDiffer = isChanged.pop();
        const first = present(firstResult.pop());
        // Only a rule that calls the rewriter again can have finished it meanwhile.
        let result = rules.pre && memo.get(node);
        if (!result) {
          const isCall = node.kind === "Call" && !rules.children?.(node);
          const rebuilt = !mayDiffer ? node : isCall ? callOfResults(node, results, first) : withChildren(node, became);
          result = rules.post ? rules.post(node, rebuilt) : rebuilt;
          finish(node, result);
        }
        results.length = first;
        results.push(result);
        if (top > 0 && result !== node) isChanged[top - 1] = true;
      }
    }
    return memo.get(root) ?? root;
  };
  const forgetChanges = () => {
    for (const expr of changed) memo.delete(expr);
    changed.length = 0;
  };
  return { rewrite, rewriteFunction: (f) => asFunction(rewrite(f)), rewritten: (e) => memo.get(e), forgetChanges };
}

/** Rewrites everything reachable from `root`. */
export function rewrite(root: Expr, rules: RewriteRules): Expr {
  return rewriter(rules).rewrite(root);
}

/** Rewrites a function, which stays a function. Throws if a rule replaces it by something else. */
export function rewriteFunction(f: Func, rules: RewriteRules): Func {
  return rewriter(rules).rewriteFunction(f);
}

/** An expression that is known to be a function, because it was made from one. Throws if it is not. */
export function asFunction(expr: Expr): Func {
  if (expr.kind !== "Function") throw new Error(`A function became a ${expr.kind}, where only a function can be.`);
  return expr;
}

/**
 * The same node over other children; the same object if no child changes. A rebuilt node has no checked type and no
 * span. A let whose variable was rewritten to something else than a variable is replaced by its body.
 */
export function withChildren(expr: Expr, change: (child: Expr) => Expr): Expr {
  switch (expr.kind) {
    case "Constant":
    case "Var":
    case "GlobalVar":
    case "Op":
    case "Constructor":
      return expr;
    case "Call": {
      const op = change(expr.op);
      const args = mapList(expr.args, change);
      return op === expr.op && args === expr.args ? expr : callOver(expr, op, args);
    }
    case "Tuple": {
      const fields = mapList(expr.fields, change);
      return fields === expr.fields ? expr : { ...expr, checkedType: undefined, span: undefined, fields };
    }
    case "TupleGetItem": {
      const tuple = change(expr.tuple);
      return tuple === expr.tuple ? expr : { ...expr, checkedType: undefined, span: undefined, tuple };
    }
    case "Function": {
      const params = mapList(expr.params, (p) => asVar(change(p)));
      const body = change(expr.body);
      return params === expr.params && body === expr.body ? expr : { ...expr, checkedType: undefined, span: undefined, params, body };
    }
    case "Let": {
      const variable = change(expr.variable);
      if (variable.kind !== "Var") return change(expr.body);
      const value = change(expr.value);
      const body = change(expr.body);
      const same = variable === expr.variable && value === expr.value && body === expr.body;
      return same ? expr : { ...expr, checkedType: undefined, span: undefined, variable, value, body };
    }
    case "If": {
      const condition = change(expr.condition);
      const thenBranch = change(expr.thenBranch);
      const elseBranch = change(expr.elseBranch);
      const same = condition === expr.condition && thenBranch === expr.thenBranch && elseBranch === expr.elseBranch;
      return same ? expr : { ...expr, checkedType: undefined, span: undefined, condition, thenBranch, elseBranch };
    }
    case "Match": {
      const data = change(expr.data);
      const clauses = mapList(expr.clauses, (c) => changeClause(c, change));
      return data === expr.data && clauses === expr.clauses ? expr : { ...expr, checkedType: undefined, span: undefined, data, clauses };
    }
    case "RefCreate": {
      const value = change(expr.value);
      return value === expr.value ? expr : { ...expr, checkedType: undefined, span: undefined, value };
    }
    case "RefRead": {
      const ref = change(expr.ref);
      return ref === expr.ref ? expr : { ...expr, checkedType: undefined, span: undefined, ref };
    }
    case "RefWrite": {
      const ref = change(expr.ref);
      const value = change(expr.value);
      return ref === expr.ref && value === expr.value ? expr : { ...expr, checkedType: undefined, span: undefined, ref, value };
    }
    default:
      return assertNever(expr);
  }
}

/**
 * A call over its rewritten operator and arguments, which are in `results` from `first` on; the same object if none
 * changed.
 */
function callOfResults(expr: Call, results: readonly Expr[], first: number): Call {
  const op = present(results[first]);
  let at = first;
  const args = mapList(expr.args, () => present(results[++at]));
  return op === expr.op && args === expr.args ? expr : callOver(expr, op, args);
}

/**
 * A call over another operator and other arguments. A spread would do the same; calls are many, and this is several
 * times as fast.
 */
export function callOver({ attrs, typeArgs, assumed }: Call, op: Expr, args: readonly Expr[]): Call {
  const over: Call = { kind: "Call", checkedType: undefined, span: undefined, op, args, attrs, typeArgs };
  return assumed === undefined ? over : { ...over, assumed };
}

/** Maps a list; the same list if no item changes. */
export function mapList<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let out: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = present(list[i]);
    const after = change(before);
    if (after !== before && !out) out = list.slice(0, i);
    out?.push(after);
  }
  return out ?? list;
}

function changeClause(clause: Clause, change: (child: Expr) => Expr): Clause {
  const pattern = changePattern(clause.pattern, change);
  const body = change(clause.body);
  return pattern === clause.pattern && body === clause.body ? clause : { pattern, body };
}

function changePattern(pattern: MatchPattern, change: (child: Expr) => Expr): MatchPattern {
  switch (pattern.kind) {
    case "PatternWildcard":
      return pattern;
    case "PatternVar": {
      const variable = asVar(change(pattern.variable));
      return variable === pattern.variable ? pattern : { kind: "PatternVar", variable };
    }
    case "PatternConstructor":
    case "PatternTuple": {
      const patterns = mapList(pattern.patterns, (p) => changePattern(p, change));
      return patterns === pattern.patterns ? pattern : { ...pattern, patterns };
    }
  }
}

function asVar(expr: Expr): Var {
  if (expr.kind !== "Var") throw new Error(`A variable was rewritten to a ${expr.kind}, where only a variable can be.`);
  return expr;
}
