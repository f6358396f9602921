/** A pass played decision by decision. Ids are those of the stage before the pass. */
import type { Step } from "@relayscope/explain";

export type PassStep = Step<number>;

export interface PassSteps {
  readonly pass: string;
  readonly steps: readonly PassStep[];
  /** Why there are none: the pass did not run, decides nothing step by step, or changed nothing. Empty where there are some. */
  readonly note: string;
}
