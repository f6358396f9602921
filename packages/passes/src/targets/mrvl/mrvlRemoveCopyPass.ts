/**
 * MrvlRemoveCopyPass: puts the input of each `copy` in its place. Follows RemoveCopy in
 * python/tvm/relay/op/contrib/mrvl.py.
 */
import { type Expr, isCallOf, rewriteFunction } from "@relayscope/ir";
import { functionPass } from "../../core/functionPass.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { functionCalled } from "./diagnostics.ts";

export const mrvlRemoveCopyPass = functionPass({
  name: "MrvlRemoveCopyPass",
  summary: "Replaces each copy with its input.",
  upstream: ["python/tvm/relay/op/contrib/mrvl.py"],
  runFunction: ({ f, context, lineage }) => rewriteFunction(f, { lineage, post: (_, e) => leftAlone(context, () => withoutCopy(e), e) }),
});

function withoutCopy(e: Expr): Expr {
  if (e.kind === "Call" && e.op.kind !== "Op") {
    throw functionCalled(e);
  }
  return isCallOf(e, "copy") ? (e.args[0] ?? e) : e;
}
