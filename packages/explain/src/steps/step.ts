/** A pass played decision by decision: each step with its sentence, the nodes in question, and what belongs together from then on. */
import type { Expr } from "@relayscope/ir";

/** `tried`: looked at; `matched`: it fits and is not settled yet; `refused`: it stays as it was; `merged`: it was taken. */
export type StepState = "tried" | "matched" | "refused" | "merged";

/** Nodes that belong to a group from a step on. */
export interface Grouping {
  /** The group's number within the pass. */
  readonly group: number;
  /** What the group is: a composite's name, a target, a function. */
  readonly label: string;
  readonly target: string;
  readonly nodes: readonly Expr[];
}

export interface Step {
  readonly state: StepState;
  /** Names stand in backquotes. */
  readonly sentence: string;
  /** The nodes in question; of the module before the pass. */
  readonly nodes: readonly Expr[];
  /** Those that stand in the way. */
  readonly blockers: readonly Expr[];
  /** What changes groups with it. */
  readonly groups: readonly Grouping[];
}

/** The target in a composite's name: what stands before the first dot. */
export function targetIn(name: string): string {
  const dot = name.indexOf(".");
  return dot > 0 ? name.slice(0, dot) : "default";
}
