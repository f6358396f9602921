/** Follows nodes from stage to stage. */
import { type Expr, nameOf } from "@relayscope/ir";
import type { NodeReference } from "./contract/index.ts";
import type { Run } from "./run.ts";

/**
 * Ids at stage `to` of the results of nodes of stage `from`, or of their origins if `to` is smaller. The unchanged node
 * comes first, as the first id is the one explained.
 */
export function follow(run: Run, from: number, to: number, ids: readonly number[]): readonly number[] {
  const [before, after] = [run.index(from), run.index(to)];
  const found = ids.flatMap((id) => {
    const expr = before.exprOf(id);
    if (!expr) return [];
    const there = run.follower.follow(from, to, expr).map((node) => ({ id: after.idOf(node), isVariable: node.kind === "Var" }));
    return expr.kind === "Var" ? there : valuesFirst(id, there);
  });
  return [...new Set(found.map((node) => node.id))];
}

interface Followed {
  readonly id: number;
  readonly isVariable: boolean;
}

/** First the value's node itself, last the variables that only pass it on into a function. */
function valuesFirst(own: number, there: readonly Followed[]): readonly Followed[] {
  const rank = ({ id, isVariable }: Followed) => (id === own ? 0 : isVariable ? 2 : 1);
  return [...there].sort((a, b) => rank(a) - rank(b));
}

/**
 * A node of stage `from` at stage `to`: the one with its name there, before others that only come from it. Undefined if
 * nothing of it is left.
 */
export function followNode(run: Run, from: number, to: number, node: Expr): NodeReference | undefined {
  const there = run.follower.follow(from, to, node);
  const found = there.find((e) => nameOf(e) === nameOf(node)) ?? there[0];
  return found && { id: run.index(to).idOf(found), label: nameOf(node) };
}
