/** Passes that can be stepped into, and their steps from the decisions they took. */
import type { Module } from "@relayscope/ir";
import type { CompositeDecision, Decision, TargetDecision } from "@relayscope/passes";
import { compositeSteps } from "./compositeSteps.ts";
import { mergeSteps } from "./mergeSteps.ts";
import { fusionSteps, partitionSteps } from "./partitionSteps.ts";
import type { MatchStep } from "./step.ts";
import { targetSteps } from "./targetSteps.ts";

/** The input and the result of a pass. */
interface Played {
  readonly pass: string;
  readonly decisions: readonly Decision[];
  /** The module that the pass got. */
  readonly before: Module;
  readonly after: Module;
  /** The names of the entries that MergeComposite tried. */
  readonly table: readonly string[];
}

/** The steps of a pass. Empty for passes without separate decisions. */
export function stepsOf({ pass, decisions, before, after, table }: Played): readonly MatchStep[] {
  switch (pass) {
    case "MergeComposite":
      return compositeSteps(
        decisions.filter((d): d is CompositeDecision => d.kind === "composite"),
        table,
      );
    case "AnnotateTarget":
      return targetSteps(
        decisions.filter((d): d is TargetDecision => d.kind === "target"),
        before,
      );
    case "MergeCompilerRegions":
      return mergeSteps(decisions);
    case "PartitionGraph":
      return partitionSteps(decisions, before, after);
    case "FuseOps":
      return fusionSteps(decisions);
    default:
      return [];
  }
}
