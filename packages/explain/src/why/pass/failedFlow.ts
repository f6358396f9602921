/**
 * A pass fails after targets were chosen, so that TVM makes no regions at all. That comes first, whatever else
 * separates nodes.
 */
import { sentences } from "../sentences.ts";
import type { PassFinder } from "./passAsked.ts";

export const failedFlow: PassFinder = {
  // The code is that of the present cause.
  codes: [],
  find({ ground: { history, annotate }, asItIs }) {
    const failed = annotate === undefined ? undefined : history.stages.find((view) => view.status === "failed");
    if (!failed) return undefined;
    const asItStands = asItIs();
    const sentence = `${sentences.flowFails(failed.pass, failed.reason)} ${sentences.beforeFailure(asItStands.sentence)}`;
    return { ...asItStands, sentence, pass: asItStands.pass ?? failed.pass, asItStands };
  },
};
