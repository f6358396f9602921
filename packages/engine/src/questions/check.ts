/** _Check_, a step at a time, so that a newer check or a newer run can end it. */
import { yieldTurn } from "@relayscope/run";
import type { CheckAnswer } from "@relayscope/run/contract";
import { reasons } from "../diagnostics.ts";
import type { Asked } from "./question.ts";

const canceled: CheckAnswer = { kind: "canceled", sentence: reasons.checkCanceled, notes: [] };

export async function check({ runOf, begin, working }: Asked, epoch: number, stage: number): Promise<CheckAnswer> {
  const isCurrent = begin("check");
  const { checkSteps } = await import("./checkStage.ts");
  const run = runOf(epoch);
  await run.stage(stage);
  const steps = checkSteps(run, stage);
  for (;;) {
    working();
    const step = steps.next();
    if (step.done) return step.value;
    await yieldTurn();
    if (!isCurrent()) return canceled;
  }
}
