/** MrvlRemoveCopyPass: puts the input of each `copy` in its place. Follows RemoveCopy in python/tvm/relay/op/contrib/mrvl.py. */
import { type Func, isCallOf, rewrite } from "@relayscope/ir";
import { functionPass } from "./functionPass.ts";

export const mrvlRemoveCopyPass = functionPass({
  name: "MrvlRemoveCopyPass",
  summary: "Puts the input of each copy in its place.",
  optLevel: 0,
  requires: [],
  options: [],
  runFunction: (f, _options, _context, lineage) =>
    rewrite(f, { lineage, post: (_, e) => (isCallOf(e, "copy") ? (e.args[0] ?? e) : e) }) as Func,
});
