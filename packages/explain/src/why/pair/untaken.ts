/** Why a target does not have a call that another target has, although the other did not come first. */
import type { Expr } from "@relayscope/ir";
import { alsoOf, type Cause } from "../cause.ts";
import type { PairAsked } from "./pairAsked.ts";

/** Why a node of another target is not `target`'s. */
export function untaken({ nodes }: Pick<PairAsked, "nodes">, node: Expr, target: string): Cause {
  const cause = nodes.causeOf(node, target);
  return {
    ...cause,
    also: alsoOf(cause.code, cause.also, ["other-target"]),
    blockers: cause.blockers.length > 0 ? cause.blockers : [node],
  };
}
