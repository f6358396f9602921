/**
 * A pass fails after targets were chosen, so that TVM makes no regions at all. That comes first, whatever else
 * separates nodes.
 */
import { type Expr, moduleOrder } from "@relayscope/ir";
import type { StageView } from "../../history.ts";
import { type Cause, causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import type { PassFinder } from "./passAsked.ts";

export const failedFlow: PassFinder = {
  // The code is the one of the cause as the passes ran.
  codes: [],
  find({ ground, asItIs }) {
    const failed = failedAfterTargets(ground);
    if (!failed) return undefined;
    const asItStands = asItIs();
    const words = failureWords(failed);
    // The reason on one side of a pair can be this failure.
    const isSaid = asItStands.sentence.startsWith(words);
    const sentence = isSaid ? asItStands.sentence : `${words} ${sentences.beforeFailure(asItStands.sentence)}`;
    return { ...asItStands, sentence, pass: asItStands.pass ?? failed.pass, asItStands };
  },
};

function failedAfterTargets({ history, annotate }: Ground): StageView | undefined {
  return annotate === undefined ? undefined : history.stages.find((view) => view.status === "failed");
}

/** `pass-failed` for a node that a target has a region for, which the failure undoes. */
export function undoneRegion(ground: Ground, unit: Expr, target: string): Cause | undefined {
  const failed = failedAfterTargets(ground);
  return (
    failed && {
      ...causeOf("pass-failed", ground.base, target),
      sentence: failureWords(failed),
      blockers: ground.callsOf(unit),
      pass: failed.pass,
    }
  );
}

/**
 * The sentence about the failing pass and the lack of regions. For a module with lets, the effect of the pass on them.
 */
export function failureWords({ pass, reason, module }: StageView): string {
  const isOfLets =
    pass === "PartitionGraph" && /is used .*but is not bound/.test(reason) && moduleOrder(module).some((e) => e.kind === "Let");
  return isOfLets ? sentences.letsFail(pass) : sentences.flowFails(pass, reason);
}
