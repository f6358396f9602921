/** MrvlRemoveCopyPass: puts the input of each `copy` in its place. Follows RemoveCopy in python/tvm/relay/op/contrib/mrvl.py. */
import { type Expr, type Func, isCallOf, rewrite } from "@relayscope/ir";
import { functionPass } from "./functionPass.ts";
import { PassFailure } from "./pass.ts";

export const mrvlRemoveCopyPass = functionPass({
  name: "MrvlRemoveCopyPass",
  summary: "Puts the input of each copy in its place.",
  optLevel: 0,
  requires: [],
  options: [],
  runFunction: (f, _options, _context, lineage) => rewrite(f, { lineage, post: (_, e) => withoutCopy(e) }) as Func,
});

function withoutCopy(e: Expr): Expr {
  if (e.kind === "Call" && e.op.kind !== "Op") {
    throw new PassFailure(
      "not-an-operator",
      "A function is called; the reference asks every call for its operator's name, and raises here.",
      e,
    );
  }
  return isCallOf(e, "copy") ? (e.args[0] ?? e) : e;
}
