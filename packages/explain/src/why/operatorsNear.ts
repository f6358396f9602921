/** The operators around a node, and those in a pattern: these are compared before the pattern is tried at the node. */
import { calledOp, childrenOf, type Expr, inputsOf } from "@relayscope/ir";
import { type IndexedGraph, type Pattern, patternNodes, subPatterns } from "@relayscope/match";

/** The most nodes that are read around one. */
const mostAround = 200;
/** How many calls below a node are examined. */
const mostBelow = 24;

/** The operators of a node and of the nearest calls that it comes from. */
export function operatorsBelowRoot(node: Expr): ReadonlySet<string> {
  const seen = new Set<Expr>([node]);
  for (const at of seen) {
    if (seen.size > mostBelow) break;
    for (const input of inputsOf(at)) if (input.kind !== "Constant" && input.kind !== "Var") seen.add(input);
  }
  return new Set([...seen].flatMap((at) => calledOp(at) ?? []));
}

/** The operators of a node and its neighbors, up to a number of steps away. */
export function operatorsAround(node: Expr, { users, nodes, indexOf }: IndexedGraph, steps: number): ReadonlySet<string> {
  const seen = new Set<Expr>([node]);
  let edge: readonly Expr[] = [node];
  for (let step = 0; step < steps && seen.size < mostAround; step++) {
    const next: Expr[] = [];
    const meet = (expr: Expr | undefined) => {
      if (!expr || expr.kind === "Op" || seen.has(expr)) return;
      seen.add(expr);
      next.push(expr);
    };
    for (const at of edge) {
      for (const child of childrenOf(at)) meet(child);
      const place = indexOf(at);
      if (place !== undefined) for (const user of users.targets.subarray(users.offsets[place], users.offsets[place + 1])) meet(nodes[user]);
    }
    edge = next;
  }
  return new Set([...seen].flatMap((at) => calledOp(at) ?? []));
}

/** The operators that every match of a pattern has. For alternatives, the operators that both need. */
export function neededOperators(pattern: Pattern): ReadonlySet<string> {
  const found = new Map<Pattern, ReadonlySet<string>>();
  for (const part of patternNodes(pattern)) {
    const below = subPatterns(part).map((inner) => found.get(inner) ?? new Set<string>());
    const [left, right] = below;
    const own =
      part.kind === "AltPattern" && left && right ? [...left].filter((name) => right.has(name)) : below.flatMap((names) => [...names]);
    if (part.kind === "ExprPattern" && part.expr.kind === "Op") own.push(part.expr.name);
    found.set(part, new Set(own));
  }
  return found.get(pattern) ?? new Set();
}

/** The operators of a call's arguments and of theirs. */
export function operatorsAbove(node: Expr): readonly string[] {
  const args = (expr: Expr) => (expr.kind === "Call" ? expr.args : []);
  const names = [...args(node), ...args(node).flatMap(args)].flatMap((expr) => calledOp(expr) ?? []);
  return [...new Set(names)];
}

/** The operators that a pattern names; undefined if some part could be a call of any operator. */
export function operatorsIn(pattern: Pattern): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const part of patternNodes(pattern)) {
    if (part.kind === "ExprPattern" && part.expr.kind === "Op") names.add(part.expr.name);
    if (part.kind === "CallPattern" && part.op.kind === "WildcardPattern") return undefined;
  }
  return names;
}
