/** `pass-failed`: a pass stopped before targets were chosen. */
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const passFailed: NodeFinder = {
  codes: ["pass-failed"],
  find({ ground, target }) {
    if (ground.annotate !== undefined) return undefined;
    const failed = ground.history.stages.find((view) => view.status === "failed");
    return (
      failed && {
        ...causeOf("pass-failed", ground.base, target),
        sentence: sentences.passFailed(failed.pass, failed.reason),
        pass: failed.pass,
      }
    );
  },
};
