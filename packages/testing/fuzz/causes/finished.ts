/** Runs to their end. */
import type { RunSpec } from "@relayscope/engine";
import { createRun, type Run } from "@relayscope/run";

/** A run of a spec to its end, with what its passes decided. */
export async function finished(spec: RunSpec): Promise<Run> {
  const run = createRun({ epoch: 0, trace: true, ...spec });
  await run.start(
    () => {},
    () => false,
  );
  return run;
}
