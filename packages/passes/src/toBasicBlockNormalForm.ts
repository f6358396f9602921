/**
 * ToBasicBlockNormalForm: binds what several scopes share to variables, so that each scope is a basic block.
 * Follows src/relay/transforms/to_basic_block_normal_form.cc. Names are counted on from function to function in the order of the text; above four functions the
 * reference goes by the hash of pointers.
 */
import { lineageRecorder, mapFunctions } from "@relayscope/ir";
import { inNormalForm } from "./normalForm/fill.ts";
import { definePass } from "./pass.ts";

export const toBasicBlockNormalForm = definePass({
  name: "ToBasicBlockNormalForm",
  summary: "Binds what several scopes share to variables, so that each scope is a basic block.",
  optLevel: 1,
  requires: [],
  options: [],
  run(module, _options, context) {
    const lineage = lineageRecorder();
    const changed = mapFunctions(module, (f, name) => (f.attrs.has("Compiler") ? f : inNormalForm(f, name, "shared", context, lineage)));
    return { module: changed, lineage, decisions: [], diagnostics: [] };
  },
});
