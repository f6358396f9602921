import type { PassStep, PassSteps } from "@relayscope/engine";
import { useEffect } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { usePage, usePageState } from "../state/page.ts";

export interface ShownSteps {
  readonly stage: number;
  readonly value: PassSteps;
  /** The decision that is shown; undefined if the pass took none. */
  readonly step: PassStep | undefined;
  readonly at: number;
}

/** The decisions of the played pass, once they are known. The picture shows the current one. */
export function usePassSteps(): ShownSteps | undefined {
  const { actions, store } = usePage();
  const stage = usePageState((s) => s.play?.stage);
  const wanted = usePageState((s) => s.play?.at);
  const { value } = useAnswer(
    stage === undefined ? undefined : { key: `steps/${stage}`, stage, ask: (engine, epoch) => engine.steps(epoch, stage) },
  );
  const isOfStage = usePageState((s) => stage !== undefined && s.document.pipeline[stage - 1]?.pass === value?.pass);
  const steps = isOfStage ? value?.steps : undefined;
  const at = Math.max(0, Math.min(wanted ?? 0, (steps?.length ?? 1) - 1));
  useEffect(() => {
    // A key can come between the drawing and this: what it asks for is drawn next.
    if (stage !== undefined && steps?.[at] && store.getState().play?.at === wanted) actions.showStep(stage, steps, at);
  }, [actions, store, stage, steps, at, wanted]);
  return stage === undefined || !value || !isOfStage ? undefined : { stage, value, step: value.steps[at], at };
}
