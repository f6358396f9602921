/** Passes that can be stepped into, and their steps from the decisions they took. */
import type { Module } from "@relayscope/ir";
import type { CompositeDecision, Decision, TargetDecision } from "@relayscope/passes";
import { compositeSteps } from "./compositeSteps.ts";
import { mergeSteps } from "./mergeSteps.ts";
import { fusionSteps, partitionSteps } from "./partitionSteps.ts";
import type { Step } from "./step.ts";
import { targetSteps } from "./targetSteps.ts";

/** What a pass did, step by step. `table` names the entries that MergeComposite tried; `before` is the module that the pass got. None for other passes. */
export function stepsOf(pass: string, decisions: readonly Decision[], before: Module, table: readonly string[]): readonly Step[] {
  switch (pass) {
    case "MergeComposite":
      return compositeSteps(
        decisions.filter((d): d is CompositeDecision => d.kind === "composite"),
        table,
      );
    case "AnnotateTarget":
      return targetSteps(decisions.filter((d): d is TargetDecision => d.kind === "target"));
    case "MergeCompilerRegions":
      return mergeSteps(decisions);
    case "PartitionGraph":
      return partitionSteps(decisions, before);
    case "FuseOps":
      return fusionSteps(decisions);
    default:
      return [];
  }
}
