/**
 * ToANormalForm: binds the result of every call, tuple and constant to a variable, innermost scope by innermost scope.
 * Follows src/relay/transforms/to_a_normal_form.cc. Names are counted on from function to function in the order of the text; above four functions the
 * reference goes by the hash of pointers.
 */
import { lineageRecorder, mapFunctions } from "@relayscope/ir";
import { inNormalForm } from "./normalForm/fill.ts";
import { definePass } from "./pass.ts";

export const toANormalForm = definePass({
  name: "ToANormalForm",
  summary: "Binds the result of every call, tuple and constant to a variable, innermost scope by innermost scope.",
  optLevel: 1,
  requires: [],
  options: [],
  run(module, _options, context) {
    const lineage = lineageRecorder();
    const changed = mapFunctions(module, (f, name) => (f.attrs.has("Compiler") ? f : inNormalForm(f, name, "every", context, lineage)));
    return { module: changed, lineage, decisions: [], diagnostics: [] };
  },
});
