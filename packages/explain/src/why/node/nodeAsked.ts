/** The input of the cause finders for a single node. */
import type { Expr } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import type { CauseFinder } from "../finder.ts";
import type { Ground } from "../ground.ts";
import type { PassOrder } from "../pass/order.ts";
import type { PatternTable } from "../patternTries.ts";

export interface NodeAsked {
  readonly ground: Ground;
  readonly order: PassOrder;
  /** A node of the base that is in no region of `target`; of a composite, its call. */
  readonly unit: Expr;
  /** Empty if any target would be accepted. */
  readonly target: string;
  readonly tables: Tables;
}

/** The pattern tables that a run's nodes met, or would have met. */
export interface Tables {
  /** The table of MergeComposite, if it ran. */
  readonly matched: PatternTable | undefined;
  /** Without MergeComposite: a target's own table, which no pass matches. */
  unmatched(target: TargetView): PatternTable | undefined;
}

export type NodeFinder = CauseFinder<NodeAsked>;

/** The targets to examine: the named one or, by default, all targets that the pass annotated for. */
export function targetsAsked({ history, annotate }: Ground, target: string): readonly TargetView[] {
  const views = annotate === undefined ? [] : (history.stages[annotate]?.targets ?? []);
  const own = views.filter((view) => view.name === target);
  return own.length > 0 ? own : views;
}
