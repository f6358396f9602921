/** A pass played decision by decision. Ids are those of the stage before the pass. */
import type { Step } from "@relayscope/explain";

export interface PassStep extends Step<number> {
  /** Whether a check was run on the match that this step decides: `stepCheck` returns its lines. */
  readonly hasCheck?: true;
}

/** A line of a target's file that ran. */
export interface CheckedLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly source: string;
  /** Calls inside calls, from 0. */
  readonly depth: number;
  /** Whether it decided the answer. */
  readonly decides: boolean;
}

/** The evaluation of a check on a match. */
export interface CheckRun {
  readonly answer: boolean;
  /** The lines that ran, in order: the last ones, if there are many. */
  readonly lines: readonly CheckedLine[];
  /** How many lines before them were left out. */
  readonly left: number;
}

export interface PassSteps {
  readonly pass: string;
  readonly steps: readonly PassStep[];
  /**
   * Why there are none: the pass did not run, has no separate decisions, or changed nothing. Empty if there are some.
   */
  readonly note: string;
}
