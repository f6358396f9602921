/** The nodes between two nodes, along the values. */
import { type Expr, pushTo } from "@relayscope/ir";
import type { Ground } from "../ground.ts";

/** The nodes on the paths from one node to another, in order and without the two; and the value flow on those paths. */
export interface Ways {
  readonly nodes: readonly Expr[];
  usersOf(node: Expr): readonly Expr[];
}

/** When the effort is used up, only this many nodes are listed: those nearest to the end. */
const mostNodes = 200;

/**
 * The paths of values from one node to another: all of them, as long as the ground's effort lasts; with more than some
 * hundred nodes between, only those nearest to the end, if these contain a path. Linear in what is above the end and
 * below the beginning.
 */
export function waysBetween(ground: Ground, from: Expr, to: Expr): Ways {
  const near = waysWithin(ground, from, to, mostNodes);
  if (near.isWhole) return near;
  const { effort } = ground;
  if (effort.left <= 0 && near.usersOf(from).length > 0) return near;
  const all = waysWithin(ground, from, to, Number.POSITIVE_INFINITY);
  effort.left -= all.steps;
  return all;
}

/** The nodes on any path of values from one node to another, in order. */
export function nodesBetween(ground: Ground, from: Expr, to: Expr): readonly Expr[] {
  return waysBetween(ground, from, to).nodes;
}

function waysWithin(ground: Ground, from: Expr, to: Expr, most: number): Ways & { readonly isWhole: boolean; readonly steps: number } {
  const first = ground.placeOf(from);
  const users = new Map<Expr, Expr[]>();
  const above = new Set<Expr>([to]);
  for (const node of above) {
    if (above.size > most) break;
    for (const input of ground.inputsOf(node)) {
      // A bound variable is before what binds it, wherever its uses are.
      if (input !== from && input.kind !== "Var" && ground.placeOf(input) < first) continue;
      pushTo(users, input, node);
      if (input !== from) above.add(input);
    }
  }
  const reached = new Set<Expr>([from]);
  for (const node of reached) for (const user of users.get(node) ?? []) reached.add(user);
  reached.delete(from);
  const isThere = reached.delete(to);
  const byPlace = (a: Expr, b: Expr) => ground.placeOf(a) - ground.placeOf(b);
  return {
    nodes: isThere ? [...reached].sort(byPlace) : [],
    usersOf: (node) => (users.get(node) ?? []).toSorted(byPlace),
    isWhole: above.size <= most,
    steps: above.size,
  };
}
