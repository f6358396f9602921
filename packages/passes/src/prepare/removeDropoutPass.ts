/**
 * RemoveDropoutPass and MrvlRemoveDropoutPass: replace the first result of each dropout by its input. Follow
 * RemoveDropout in python/tvm/relay/op/contrib/clml.py, tensorrt.py and mrvl.py, which are identical.
 */
import { type Func, isCallOf, type LineageRecorder, rewriteFunction } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import type { Pass } from "../core/pass.ts";

function named(name: string): Pass {
  return functionPass({
    name,
    summary: "Replaces the first result of each dropout with its input.",
    upstream: ["python/tvm/relay/op/contrib/clml.py", "python/tvm/relay/op/contrib/tensorrt.py", "python/tvm/relay/op/contrib/mrvl.py"],
    runFunction: ({ f, lineage }) => withoutDropout(f, lineage),
  });
}

function withoutDropout(f: Func, lineage: LineageRecorder): Func {
  return rewriteFunction(f, {
    lineage,
    post: (_, e) => (e.kind === "TupleGetItem" && e.index === 0 && isCallOf(e.tuple, "nn.dropout") ? (e.tuple.args[0] ?? e) : e),
  });
}

export const removeDropoutPass = named("RemoveDropoutPass");
export const mrvlRemoveDropoutPass = named("MrvlRemoveDropoutPass");
