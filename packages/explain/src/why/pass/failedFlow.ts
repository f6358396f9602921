/** `pass-failed`: a pass fails after targets were chosen, so that TVM makes no regions at all. */
import { type Cause, causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";

/** That the flow fails, with the cause as things stand before it does; undefined where no pass fails. */
export function failedFlow({ history, annotate, base }: Ground, asThingsStand: () => Cause): Cause | undefined {
  const at = annotate === undefined ? -1 : history.stages.findIndex((view) => view.status === "failed");
  const failed = history.stages[at];
  if (!failed) return undefined;
  const asItStands = asThingsStand();
  return {
    ...causeOf("pass-failed", base, asItStands.target),
    sentence: sentences.flowFails(failed.pass, failed.reason),
    also: [asItStands.code, ...asItStands.also].filter((code) => code !== "unknown"),
    evidence: [sentences.beforeFailure(asItStands.sentence)],
    pass: failed.pass,
    asItStands,
  };
}
