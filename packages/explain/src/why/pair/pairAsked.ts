/** The input of the cause finders for a pair of nodes. */
import type { Expr } from "@relayscope/ir";
import type { CauseFinder } from "../finder.ts";
import type { Ground } from "../ground.ts";
import type { NodeCauses } from "../nodeCause.ts";
import type { MergeTimes } from "./mergeTimes.ts";

export interface PairAsked {
  readonly ground: Ground;
  readonly nodes: NodeCauses;
  /** The merged regions; in an already partitioned module, the present ones. Undefined if nothing merges regions. */
  merges(): MergeTimes | undefined;
  /** Two units of the base that are not in one region, in either order. */
  readonly from: Expr;
  readonly to: Expr;
  /** The target of the region that one of the nodes is in; empty if neither is in one. */
  readonly target: string;
}

export type PairFinder = CauseFinder<PairAsked>;

/** The two in the order in which values flow. */
export function inOrder({ ground, from, to }: PairAsked): readonly [Expr, Expr] {
  return ground.placeOf(from) <= ground.placeOf(to) ? [from, to] : [to, from];
}
