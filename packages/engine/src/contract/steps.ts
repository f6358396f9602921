/** A pass played decision by decision. Ids are those of the stage before the pass. */

/** `tried`: looked at; `matched`: it fits and is not settled yet; `refused`: it stays as it was; `merged`: it was taken. */
export type PassStepState = "tried" | "matched" | "refused" | "merged";

/** Nodes that belong to a group from a step on; a node that was in another group leaves it. */
export interface StepGroup {
  readonly group: number;
  readonly label: string;
  readonly target: string;
  readonly nodes: readonly number[];
}

export interface PassStep {
  readonly state: PassStepState;
  /** Names stand in backquotes. */
  readonly sentence: string;
  readonly nodes: readonly number[];
  /** What stands in the way. */
  readonly blockers: readonly number[];
  readonly groups: readonly StepGroup[];
}

export interface PassSteps {
  readonly pass: string;
  readonly steps: readonly PassStep[];
  /** Why there are none: the pass did not run, decides nothing step by step, or changed nothing. Empty where there are some. */
  readonly note: string;
}
