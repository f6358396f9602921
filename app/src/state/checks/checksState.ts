/** What is known of the checks of passes. */
import type { CheckAnswer } from "@relayscope/engine";

export interface PassCheck {
  readonly status: "running" | "done";
  readonly answer: CheckAnswer | undefined;
}

export interface ChecksState {
  /** By stage. */
  readonly byStage: ReadonlyMap<number, PassCheck>;
  /** Stages that were asked for, checked one after the other; empty again once the progress is hidden. */
  readonly all: readonly number[];
}
