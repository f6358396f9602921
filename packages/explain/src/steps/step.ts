/** A pass played decision by decision: each step with its sentence, the nodes in question, and what belongs together from then on. */
import type { Expr } from "@relayscope/ir";

/** `tried`: looked at; `matched`: it fits and is not settled yet; `refused`: it stays as it was; `merged`: it was taken. */
type StepState = "tried" | "matched" | "refused" | "merged";

/** Nodes that belong to a group from a step on; a node that was in another group leaves it. */
interface Grouping<Node> {
  /** The group's number within the pass. */
  readonly group: number;
  /** What the group is: a composite's name, a target, a function. */
  readonly label: string;
  readonly target: string;
  readonly nodes: readonly Node[];
}

/** A step over nodes of the module before the pass: themselves, or what represents them elsewhere. */
export interface Step<Node = Expr> {
  readonly state: StepState;
  /** Names are in backquotes. */
  readonly sentence: string;
  /** The nodes in question. */
  readonly nodes: readonly Node[];
  /** Those that are in the way. */
  readonly blockers: readonly Node[];
  /** What changes groups with it. */
  readonly groups: readonly Grouping<Node>[];
}

/** The target in a composite's name: what is before the first dot. */
export function targetIn(name: string): string {
  const dot = name.indexOf(".");
  return dot > 0 ? name.slice(0, dot) : "default";
}
