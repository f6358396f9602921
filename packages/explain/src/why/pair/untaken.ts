/** Why a target does not have a call that another target has, if the reason is not the order of the targets. */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { alsoOf, type Cause } from "../cause.ts";
import { sentences } from "../sentences.ts";
import type { PairAsked } from "./pairAsked.ts";

/** Why a node of another target is not `target`'s. */
export function untaken({ ground, nodes }: Pick<PairAsked, "ground" | "nodes">, node: Expr, target: string): Cause {
  const cause = nodes.causeOf(node, target);
  const taker = ground.regionOf(node)?.target;
  return {
    ...cause,
    sentence: taker === undefined ? cause.sentence : `${cause.sentence} ${sentences.takenBy(taker, ground.callsOf(node).map(nameOf))}`,
    also: alsoOf(cause.code, cause.also, ["other-target"]),
    blockers: cause.blockers.length > 0 ? cause.blockers : [node],
  };
}
