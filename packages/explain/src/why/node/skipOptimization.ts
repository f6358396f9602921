/** `skip-optimization`: the function has `SkipOptimization` or `Extern`. */
import { isSkippedByPasses } from "@relayscope/ir";
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const skipOptimization: NodeFinder = {
  codes: ["skip-optimization"],
  find({ ground, unit }) {
    const holder = ground.functionOf(unit);
    if (!holder || !isSkippedByPasses(holder.func)) return undefined;
    const { name, func } = holder;
    const attribute = func.attrs.has("Extern") ? "Extern" : "SkipOptimization";
    const found = String(func.attrs.get(attribute));
    return {
      ...causeOf("skip-optimization", ground.base, ""),
      sentence: sentences.skipOptimization(name, attribute, found),
      blockers: [func],
      details: [{ node: func, attribute, found }],
    };
  },
};
