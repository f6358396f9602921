/** A pass played decision by decision. Ids are those of the stage before the pass. */
import type { Step } from "@relayscope/explain";

export type PassStep = Step<number>;

export interface PassSteps {
  readonly pass: string;
  readonly steps: readonly PassStep[];
  /**
   * Why there are none: the pass did not run, has no separate decisions, or changed nothing. Empty if there are some.
   */
  readonly note: string;
}
