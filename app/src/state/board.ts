/** The blackboard: a pass decision by decision, then its result, then the next pass. */
import { type PageState, shownStage } from "./model.ts";
import { playedPasses } from "./play.ts";

/** A place of the blackboard: a decision of a stage's pass, or, without one, the pass's result. */
export interface BoardPlace {
  readonly stage: number;
  readonly step: number | undefined;
}

/** Represents the last decision of a pass, however many it has. */
export const lastStep = 0xffff_ffff;

type Shown = Pick<PageState, "document" | "view" | "play" | "run">;

/** The place on screen. */
export function boardPlace(state: Shown): BoardPlace {
  const stage = shownStage(state);
  return { stage, step: state.play?.stage === stage ? state.play.at : undefined };
}

/** Whether the pass of a stage took decisions that can be shown one by one. */
function hasSteps({ document, run }: Shown, stage: number): boolean {
  const status = run.stages[stage]?.status;
  return playedPasses.has(document.pipeline[stage - 1]?.pass ?? "") && (status === "done" || status === "unchanged");
}

/**
 * The place after or before the one on screen, whose pass has `steps` decisions; undefined beyond the first and the
 * last.
 */
export function nextPlace(state: Shown, steps: number, by: 1 | -1): BoardPlace | undefined {
  const { stage, step } = boardPlace(state);
  const result = (at: number) => ({ stage: at, step: undefined });
  if (step !== undefined) {
    const at = Math.max(0, Math.min(step, steps - 1)) + by;
    if (at >= 0 && at < steps) return { stage, step: at };
    return result(at < 0 ? stage - 1 : stage);
  }
  if (by > 0) {
    if (stage >= state.document.pipeline.length) return undefined;
    return hasSteps(state, stage + 1) ? { stage: stage + 1, step: 0 } : result(stage + 1);
  }
  if (hasSteps(state, stage)) return { stage, step: lastStep };
  return stage > 0 ? result(stage - 1) : undefined;
}

/** The decision after or before the one on screen, inside the same pass; undefined beyond its first and its last. */
export function nextDecision(state: Shown, steps: number, by: 1 | -1): BoardPlace | undefined {
  const next = boardPlace(state).step === undefined ? undefined : nextPlace(state, steps, by);
  return next?.step === undefined ? undefined : next;
}
