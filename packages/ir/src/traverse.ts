/**
 * Walking the graph without recursion on its depth. Order follows the reference's PostOrderVisit
 * (src/relay/ir/expr_functor.cc).
 */
import { assertNever } from "./assertNever.ts";
import { present } from "./at.ts";
import type { Expr, MatchPattern, Var } from "./expressions.ts";
import { pushTo } from "./lists.ts";

/**
 * The direct children of a node in the reference's visiting order: a call's operator before its arguments, a function's
 * parameters before its body, a let's value before its variable.
 */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "Constant":
    case "Var":
    case "GlobalVar":
    case "Op":
    case "Constructor":
      return none;
    case "Call":
      return [expr.op, ...expr.args];
    case "Tuple":
      return expr.fields;
    case "TupleGetItem":
      return [expr.tuple];
    case "Function":
      return [...expr.params, expr.body];
    case "Let":
      return [expr.value, expr.variable, expr.body];
    case "If":
      return [expr.condition, expr.thenBranch, expr.elseBranch];
    case "Match":
      return [expr.data, ...expr.clauses.flatMap((c) => [...patternVars(c.pattern), c.body])];
    case "RefCreate":
      return [expr.value];
    case "RefRead":
      return [expr.ref];
    case "RefWrite":
      return [expr.ref, expr.value];
    default:
      return assertNever(expr);
  }
}

/** The nodes whose values a call, a tuple or a tuple item takes; none for other nodes. */
export function inputsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === "Call") return expr.args;
  return expr.kind === "Tuple" || expr.kind === "TupleGetItem" ? childrenOf(expr) : none;
}

const none: readonly Expr[] = [];

/** Whether a node of this kind has no children. */
export function isLeaf(expr: Expr): boolean {
  return expr.kind === "Var" || expr.kind === "Op" || expr.kind === "Constant" || expr.kind === "GlobalVar" || expr.kind === "Constructor";
}

/**
 * The children of a node if they have to be collected in a list, as a call's; undefined if `childAt` finds each without
 * a list.
 */
export function listedChildren(expr: Expr): readonly Expr[] | undefined {
  return expr.kind === "Call" || expr.kind === "Function" ? undefined : childrenOf(expr);
}

/** A child of a call or a function by its place in `childrenOf`, without a list; undefined after the last. */
export function childAt(expr: Expr, index: number): Expr | undefined {
  if (expr.kind === "Call") return index === 0 ? expr.op : expr.args[index - 1];
  if (expr.kind === "Function") return index === expr.params.length ? expr.body : expr.params[index];
  return undefined;
}

/** The variables a match pattern binds, left to right. */
export function patternVars(pattern: MatchPattern): readonly Var[] {
  switch (pattern.kind) {
    case "PatternWildcard":
      return [];
    case "PatternVar":
      return [pattern.variable];
    case "PatternConstructor":
    case "PatternTuple":
      return pattern.patterns.flatMap(patternVars);
  }
}

/**
 * Calls `visit` once for each node reachable from `root`, children first. `enter` (optional) is asked before a node's
 * children are visited; false leaves them out, the node itself is still visited.
 */
export function postOrder(root: Expr, visit: (expr: Expr) => void, enter?: (expr: Expr) => boolean): void {
  walk([root], visit, enter, true);
}

/** As `postOrder` over several roots: what they share is visited once, with the first of them. */
export function postOrderOfAll(roots: Iterable<Expr>, visit: (expr: Expr) => void): void {
  walk(roots, visit, undefined, true);
}

/**
 * As `postOrder`, but only visits nodes with children. Several times fewer look-ups, for visitors that ignore
 * variables, constants and operators.
 */
export function postOrderOfInner(root: Expr, visit: (expr: Expr) => void): void {
  walk([root], visit, undefined, false);
}

/** Adds an item to a set; false if it is there already. One look-up instead of two. */
export function addNew<T>(set: Set<T>, item: T): boolean {
  const { size } = set;
  return set.add(item).size > size;
}

function walk(roots: Iterable<Expr>, visit: (expr: Expr) => void, enter: ((expr: Expr) => boolean) | undefined, withLeaves: boolean): void {
  const seen = new Set<Expr>();
  const nodes: Expr[] = [];
  const pending: (readonly Expr[] | undefined)[] = [];
  const next: number[] = [];
  const push = (expr: Expr) => {
    const isBare = isLeaf(expr);
    if ((isBare && !withLeaves) || !addNew(seen, expr)) return;
    const isEntered = !enter || enter(expr);
    if (isBare) {
      visit(expr);
      return;
    }
    nodes.push(expr);
    pending.push(isEntered ? listedChildren(expr) : none);
    next.push(0);
  };
  for (const root of roots) {
    push(root);
    while (nodes.length > 0) {
      const top = nodes.length - 1;
      const node = present(nodes[top]);
      const list = pending[top];
      const at = present(next[top]);
      const child = list ? list[at] : childAt(node, at);
      if (child) {
        next[top] = at + 1;
        push(child);
      } else {
        nodes.pop();
        pending.pop();
        next.pop();
        visit(node);
      }
    }
  }
}

/** All nodes reachable from `root`, children first, each once. */
export function postOrderList(root: Expr): Expr[] {
  const out: Expr[] = [];
  postOrder(root, (e) => out.push(e));
  return out;
}

/** For each node reachable from `root`, the nodes that use it, once per use, in visiting order. */
export function usersOf(root: Expr): Map<Expr, Expr[]> {
  const users = new Map<Expr, Expr[]>();
  postOrder(root, (e) => {
    if (!users.has(e)) users.set(e, []);
    for (const child of childrenOf(e)) {
      pushTo(users, child, e);
    }
  });
  return users;
}

/**
 * The variables used but not bound within `expr`, in order of first use. Follows FreeVars (src/relay/analysis/util.cc).
 */
export function freeVars(expr: Expr): Var[] {
  return freeAmong(postOrderList(expr));
}

/** The same among all nodes of an expression, which come in the order of first use. */
export function freeAmong(nodes: Iterable<Expr>): Var[] {
  const bound = new Set<Var>();
  const used: Var[] = [];
  for (const e of nodes) {
    if (e.kind === "Var") used.push(e);
    else if (e.kind === "Function") for (const p of e.params) bound.add(p);
    else if (e.kind === "Let") bound.add(e.variable);
    else if (e.kind === "Match") for (const c of e.clauses) for (const v of patternVars(c.pattern)) bound.add(v);
  }
  return used.filter((v) => !bound.has(v));
}
