/** A pass fails after targets were chosen, so that TVM makes no regions at all: that is said first, whatever keeps nodes apart. */
import { sentences } from "../sentences.ts";
import type { PassFinder } from "./passAsked.ts";

export const failedFlow: PassFinder = {
  // That of the cause as it is.
  codes: [],
  find({ ground: { history, annotate }, asItIs }) {
    const failed = annotate === undefined ? undefined : history.stages.find((view) => view.status === "failed");
    if (!failed) return undefined;
    const asItStands = asItIs();
    const sentence = `${sentences.flowFails(failed.pass, failed.reason)} ${sentences.beforeFailure(asItStands.sentence)}`;
    return { ...asItStands, sentence, pass: asItStands.pass ?? failed.pass, asItStands };
  },
};
