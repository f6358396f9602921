/** The data that a run keeps of a stage. */
import type { Diagnostic, Lineage, Module } from "@relayscope/ir";
import type { Decision } from "@relayscope/passes";
import type { RecordedState, StageStatus } from "./contract/index.ts";

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
