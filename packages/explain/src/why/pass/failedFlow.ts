/** A pass fails after targets were chosen, so that TVM makes no regions at all: that is said first, whatever keeps nodes apart. */
import type { Cause } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";

/** The cause as things are before a pass fails, which says so first; undefined where none fails. */
export function failedFlow({ history, annotate }: Ground, asThingsStand: () => Cause): Cause | undefined {
  const failed = annotate === undefined ? undefined : history.stages.find((view) => view.status === "failed");
  if (!failed) return undefined;
  const asItStands = asThingsStand();
  const sentence = `${sentences.flowFails(failed.pass, failed.reason)} ${sentences.beforeFailure(asItStands.sentence)}`;
  return { ...asItStands, sentence, pass: asItStands.pass ?? failed.pass, asItStands };
}
