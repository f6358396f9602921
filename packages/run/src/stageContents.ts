/** The data that a run keeps of a stage. */
import type { Module } from "@relayscope/ir";
import type { StepResult } from "@relayscope/passes";
import type { RecordedState, StageStatus } from "./contract/index.ts";
import type { FlowStart } from "./resolvedTarget.ts";

/** The content of a stage, from any source. At stage 0 the lineage is to the text's own nodes. */
export interface StageContents extends Omit<StepResult, "pass" | "status"> {
  readonly status: StageStatus;
  /** The result of a recorded step. */
  readonly recorded?: RecordedState;
}

/** What is known of stage 0 alone. */
export interface InputFacts {
  /** The module as the text has it, before types and bound parameters. */
  readonly read: Module;
  /** How many errors reading gave. */
  readonly errors: number;
  /** The input of a target's own flow. */
  readonly start: FlowStart;
}
