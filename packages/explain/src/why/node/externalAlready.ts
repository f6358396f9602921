/** `external-already`: the function has `Compiler`. */
import { isSkippedByPasses } from "@relayscope/ir";
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const externalAlready: NodeFinder = {
  codes: ["external-already"],
  find({ ground, unit }) {
    const holder = ground.functionOf(unit);
    const compiler = holder && isSkippedByPasses(holder.func) ? holder.func.attrs.get("Compiler") : undefined;
    if (!holder || compiler === undefined) return undefined;
    return {
      ...causeOf("external-already", ground.base, String(compiler)),
      sentence: sentences.externalAlready(`\`@${holder.name}\``, String(compiler)),
      also: ["scope", "skip-optimization"],
      blockers: [holder.func],
    };
  },
};
