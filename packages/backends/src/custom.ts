/**
 * The target custom: an accelerator of the user's own, with an empty table to begin with. Follows
 * UMAPartitioner.partition (python/tvm/relay/backend/contrib/uma/api/partitioner.py); its users' own passes are steps
 * to be added.
 */
import { steps, type Target } from "./target.ts";

/** A target without patterns and rules. */
export const custom: Target = {
  name: "custom",
  title: "Your own accelerator",
  upstream: ["python/tvm/relay/backend/contrib/uma/api/partitioner.py"],
  needs: "Patterns and operators of your own: the table is empty to begin with.",
  source: "",
  flow: steps("MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"),
  optLevel: 2,
  bindsParameters: true,
};
