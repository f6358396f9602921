/** The evaluation of a check on the match that a step of MergeComposite decides. */
import type { Run } from "@relayscope/run";
import type { CheckRun } from "@relayscope/run/contract";
import { matchCheck } from "./compositeReplay.ts";
import { isChecked, matchSteps } from "./passSteps.ts";

/** The lines that ran, in order; undefined if the step has no check. As slow as the pass. */
export function stepCheck(run: Run, stage: number, at: number): CheckRun | undefined {
  const match = matchSteps(run, stage)[at]?.match;
  const before = run.stages[stage - 1]?.module;
  const table = run.stepOf(stage)?.tables.patterns;
  return match && before && table && isChecked(match) ? matchCheck(before, match, table, run.context) : undefined;
}
