/** The current run and what it needs. */
import type { Catalog, HaltReason, Problem, StageResult, Work } from "@relayscope/engine";
import type { Example } from "./document.ts";

export type RunStatus = "idle" | "running" | "finished" | "stopped";

export interface RunState {
  readonly epoch: number;
  readonly status: RunStatus;
  readonly ms: number;
  readonly stages: readonly StageResult[];
  readonly problems: readonly Problem[];
  /** Why the run or a question about it was stopped; undefined if nothing was, or if the user stopped the run. */
  readonly stopped: { readonly reason: HaltReason; readonly message: string } | undefined;
}

/** The targets that have regions in a run, each once, with the places of their colors. */
export function targetsOfRun({ stages }: Pick<RunState, "stages">): readonly { readonly target: string; readonly color: number }[] {
  const found = new Map(stages.flatMap(({ summary }) => summary.regions.map(({ target, color }) => [target, color] as const)));
  return Array.from(found, ([target, color]) => ({ target, color }));
}

export interface RunSlice {
  readonly run: RunState;
  /** What the engine's worker is doing; undefined if it is idle or does not report it. */
  readonly work: Work | undefined;
  /**
   * Whether there was a picture, or none came for a while. The parts that load after the first picture are then loaded.
   */
  readonly isStarted: boolean;
  readonly catalog: Catalog | undefined;
  readonly examples: readonly Example[];
}

export const nothingRun: RunSlice = {
  run: { epoch: 0, status: "idle", ms: 0, stages: [], problems: [], stopped: undefined },
  work: undefined,
  isStarted: false,
  catalog: undefined,
  examples: [],
};
