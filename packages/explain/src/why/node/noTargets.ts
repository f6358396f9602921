/** `pass-skipped`: AnnotateTarget did not run, so that no node has a target. */
import { causeOf } from "../cause.ts";
import { idlePass } from "../pass/idlePass.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const noTargets: NodeFinder = {
  codes: ["pass-skipped"],
  find({ ground, target }) {
    if (ground.annotate !== undefined) return undefined;
    const view = ground.history.stages.find((v) => v.pass === "AnnotateTarget");
    return {
      ...causeOf("pass-skipped", ground.base, target),
      sentence: sentences.noTargets(idlePass(view)),
      pass: "AnnotateTarget",
    };
  },
};
