import type { WhyAnswer } from "@relayscope/engine";
import { type Answer, useAnswer } from "../../hooks/useAnswer.ts";

/** Every boundary of the run's last stage with its cause, in the ids of a stage. */
export function useWhy(stage: number): Answer<WhyAnswer> {
  return useAnswer({ key: `why/${stage}`, stage, ask: (engine, epoch) => engine.why(epoch, stage) });
}
