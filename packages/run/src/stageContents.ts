/** The data that a run keeps of a stage. */
import type { Diagnostic, Lineage, Module } from "@relayscope/ir";
import type { Decision } from "@relayscope/passes";
import type { RecordedState, StageStatus } from "./contract/index.ts";
import type { FlowStart } from "./resolvedTarget.ts";

/** The content of a stage, from any source. */
export interface StageContents {
  readonly status: StageStatus;
  readonly reason: string;
  readonly ms: number;
  readonly module: Module;
  /** From this module's nodes to those of the stage before; to the text's own nodes at stage 0. */
  readonly lineage: Lineage;
  readonly decisions: readonly Decision[];
  readonly diagnostics: readonly Diagnostic[];
  /** The result of a recorded step. */
  readonly recorded?: RecordedState;
}

/** What is known of stage 0 alone. */
export interface InputFacts {
  /** The module as the text has it, before types and bound parameters. */
  readonly read: Module;
  /** How many errors reading gave. */
  readonly errors: number;
  /** Whether the text has holes, which then do not stop passes. */
  readonly hasHoles: boolean;
  /** The input of a target's own flow. */
  readonly start: FlowStart;
}
