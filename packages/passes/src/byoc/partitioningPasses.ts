/** The passes of BYOC in the order in which flows run them. */
export const partitioningPasses: readonly string[] = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];
