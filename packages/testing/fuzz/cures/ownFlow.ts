/** The flow of a random run with targets of its own. */
import type { RunSpec, TargetSpec } from "@relayscope/engine";

type Step = RunSpec["pipeline"][number];

interface FlowChoices {
  /** AnnotateTarget leaves out what is not a call. */
  readonly isCallsOnly?: boolean;
  /** Undefined: there is no such step. */
  readonly merge?: Partial<Step> | undefined;
}

/** The four passes on regions, for one target or several in their order. */
export function regionPasses(targets: readonly string[], { isCallsOnly = false, merge }: FlowChoices): Step[] {
  const options = targets.length > 1 ? { targets } : {};
  return [
    { pass: "MergeComposite", options },
    { pass: "AnnotateTarget", options: isCallsOnly ? { ...options, include_non_call_ops: false } : options },
    ...(merge ? [{ pass: "MergeCompilerRegions", options: {}, ...merge }] : []),
    { pass: "PartitionGraph", options: {} },
  ];
}

/** A run of a text through a flow. */
export function ownRun(text: string, pipeline: RunSpec["pipeline"], customTargets: readonly TargetSpec[]): RunSpec {
  return { text, target: "acc", bindParameters: false, optLevel: 2, pipeline, customTargets };
}
