import type { WhyAnswer } from "@relayscope/engine";
import { useAnswer } from "../../state/useAnswer.ts";

/** Every boundary of the run's last stage with its cause, in the ids of a stage. Undefined while it is worked out. */
export function useWhy(stage: number): WhyAnswer | undefined {
  return useAnswer({ key: `why/${stage}`, stage, ask: (engine, epoch) => engine.why(epoch, stage) }).value;
}
