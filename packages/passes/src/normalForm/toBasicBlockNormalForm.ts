/**
 * ToBasicBlockNormalForm: binds what several scopes share to variables, so that each scope is a basic block. Follows
 * src/relay/transforms/to_basic_block_normal_form.cc. Names are counted on from function to function in the order of
 * the text; above three functions the reference goes by the hash of pointers.
 */
import { mapFunctions } from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { inNormalForm } from "./fill.ts";

export const toBasicBlockNormalForm = modulePass({
  name: "ToBasicBlockNormalForm",
  summary: "Binds what several scopes share to variables, so that each scope is a basic block.",
  upstream: ["src/relay/transforms/to_basic_block_normal_form.cc"],
  optLevel: 1,
  run: ({ module, context, lineage }) =>
    mapFunctions(module, (f, name) => (f.attrs.has("Compiler") ? f : inNormalForm(f, name, "shared", context, lineage))),
});
