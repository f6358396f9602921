/** Runs to their end. */
import type { Engine, RunEvent, RunRequest } from "@relayscope/engine";

type StageEvent = Extract<RunEvent, { readonly kind: "stage" }>;
type Asked = Pick<RunRequest, "epoch" | "text" | "pipeline" | "target"> & Partial<RunRequest>;

/** The stages of a run, with what it says of each; without other settings at level 3. */
export function stagesOf(engine: Engine, asked: Asked): Promise<readonly StageEvent[]> {
  const stages: StageEvent[] = [];
  return new Promise((resolve) => {
    engine.run({ optLevel: 3, customTargets: [], bindParameters: false, trace: false, ...asked }, (event) => {
      if (event.kind === "stage") stages.push(event);
      else resolve(stages);
    });
  });
}
