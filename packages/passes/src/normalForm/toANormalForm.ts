/**
 * ToANormalForm: binds the result of every call, tuple and constant to a variable, innermost scope by innermost scope.
 * Follows src/relay/transforms/to_a_normal_form.cc. Names are counted on from function to function in the order of the
 * text; above three functions the reference goes by the hash of pointers.
 */
import { mapFunctions } from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { inNormalForm } from "./fill.ts";

export const toANormalForm = modulePass({
  name: "ToANormalForm",
  summary: "Binds the result of every call, tuple and constant to a variable, innermost scope by innermost scope.",
  upstream: ["src/relay/transforms/to_a_normal_form.cc"],
  optLevel: 1,
  run: ({ module, context, lineage }) =>
    mapFunctions(module, (f, name) => (f.attrs.has("Compiler") ? f : inNormalForm(f, name, "every", context, lineage))),
});
