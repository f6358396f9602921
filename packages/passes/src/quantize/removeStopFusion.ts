/**
 * RemoveStopFusion: puts the input of each `annotation.stop_fusion` in its place. TVM has no pass that does this alone:
 * FuseOps does it once it has grouped (src/relay/transforms/fuse_ops.cc), which is too late for partitioning. A script
 * writes it as a mutator of expressions.
 */
import { isCallOf, rewriteFunction } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";

export const removeStopFusion = functionPass({
  name: "RemoveStopFusion",
  summary:
    "Replaces each stop_fusion with its input, so that regions continue across it. TVM has no such pass: the exported script contains it.",
  upstream: ["src/relay/transforms/fuse_ops.cc"],
  runFunction: ({ f, lineage }) =>
    rewriteFunction(f, { lineage, post: (_, e) => (isCallOf(e, "annotation.stop_fusion") ? (e.args[0] ?? e) : e) }),
});
