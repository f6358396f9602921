/** What the files of a pair's causes are asked with. */
import type { Expr } from "@relayscope/ir";
import type { CauseFinder } from "../finder.ts";
import type { Ground } from "../ground.ts";
import type { NodeCauses } from "../nodeCause.ts";
import type { MergeTimes } from "./mergeTimes.ts";

export interface PairAsked {
  readonly ground: Ground;
  readonly nodes: NodeCauses;
  /** The regions as they merged; of a module that is partitioned already, as they are. Undefined where nothing merges regions. */
  merges(): MergeTimes | undefined;
  /** Two units of the base that are not in one region, in either order. */
  readonly from: Expr;
  readonly to: Expr;
  /** The target of the region that one of them is in; empty where neither is in one. */
  readonly target: string;
}

export type PairFinder = CauseFinder<PairAsked>;

/** The two in the order in which values flow. */
export function inOrder({ ground, from, to }: PairAsked): readonly [Expr, Expr] {
  return ground.placeOf(from) <= ground.placeOf(to) ? [from, to] : [to, from];
}
