/** A pass played decision by decision: each step with its sentence, the nodes in question, and the resulting groups. */
import type { Expr } from "@relayscope/ir";
import type { CompositeDecision } from "@relayscope/passes";

/**
 * `tried`: examined; `matched`: it matches and is not decided yet; `refused`: it stays unchanged; `merged`: it was
 * accepted.
 */
type StepState = "tried" | "matched" | "refused" | "merged";

/** Nodes that belong to a group from a step on; a node that was in another group leaves it. */
interface Grouping<Node> {
  /** The group's number within the pass. */
  readonly group: number;
  /** The name of the group: a composite, a target, a function. */
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
  /** The nodes that prevent it. */
  readonly blockers: readonly Node[];
  /** The groups that change with it. */
  readonly groups: readonly Grouping<Node>[];
}

/** A step, with the match that it decides where it is one. */
export interface MatchStep extends Step {
  readonly match?: CompositeDecision;
}

/** The target in a composite's name: the part before the first dot. */
export function targetIn(name: string): string {
  const dot = name.indexOf(".");
  return dot > 0 ? name.slice(0, dot) : "default";
}
