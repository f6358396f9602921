/** The passes of BYOC in the order in which flows run them. */
export const partitioningPasses: readonly string[] = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

/** The flow of a target that brings none: types first, then the passes of BYOC. */
export const standardFlow: readonly string[] = ["InferType", ...partitioningPasses];
