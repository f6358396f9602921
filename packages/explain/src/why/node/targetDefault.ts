/**
 * `pruned`, of a target named `default`: that is the host's own name, and RemoveDefaultAnnotations strips its regions.
 */
import { defaultTarget } from "@relayscope/regions";
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import { type NodeFinder, targetsAsked } from "./nodeAsked.ts";

export const targetDefault: NodeFinder = {
  codes: ["pruned"],
  find({ ground, unit }) {
    const decision = ground.decisionOf(unit);
    const isTaken = decision?.reason === "composite" || decision?.reason === "operator-rule";
    if (!isTaken || decision.target !== defaultTarget) return undefined;
    if (!targetsAsked(ground, "").some(({ name }) => name === defaultTarget)) return undefined;
    return {
      ...causeOf("pruned", ground.base, defaultTarget),
      sentence: sentences.targetDefault,
      blockers: ground.callsOf(unit),
      pass: "PartitionGraph",
    };
  },
};
