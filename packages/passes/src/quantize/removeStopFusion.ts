/**
 * RemoveStopFusion: puts the input of each `annotation.stop_fusion` in its place. TVM has no pass that does this alone: FuseOps does it once it has
 * grouped (src/relay/transforms/fuse_ops.cc), which is too late for partitioning. A script writes it as a mutator of expressions.
 */
import { isCallOf, rewriteFunction } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";

export const removeStopFusion = functionPass({
  name: "RemoveStopFusion",
  summary:
    "Puts the input of each stop_fusion in its place, so that regions continue across it. TVM has no pass for it: a script writes it out.",
  upstream: ["src/relay/transforms/fuse_ops.cc"],
  optLevel: 0,
  requires: [],
  options: {},
  runFunction: ({ f, lineage }) =>
    rewriteFunction(f, { lineage, post: (_, e) => (isCallOf(e, "annotation.stop_fusion") ? (e.args[0] ?? e) : e) }),
});
