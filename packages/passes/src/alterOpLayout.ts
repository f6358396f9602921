/**
 * AlterOpLayout: brings operators into the layouts that a device's schedules ask for. Follows src/relay/transforms/alter_op_layout.cc, run without a
 * device: no operator asks for another layout then, and the pass says so; it still writes calls anew as the reference does on its way.
 */
import { diagnostic } from "@relayscope/ir";
import { functionPass } from "./functionPass.ts";
import { rewriteLayouts } from "./layouts/layoutRewriter.ts";
import { operatorCalls } from "./operatorCalls.ts";
import { definePass } from "./pass.ts";

const onTheWay = functionPass({
  name: "AlterOpLayout",
  summary: "Keeps every operator in its layout.",
  optLevel: 3,
  requires: [],
  options: [],
  runFunction(f, _options, context, lineage) {
    const result = rewriteLayouts(f, () => undefined, operatorCalls(context.operators), lineage);
    return result.kind === "Function" ? result : f;
  },
});

export const alterOpLayout = definePass({
  name: "AlterOpLayout",
  summary: "Brings operators into the layouts that a device asks for; none is known here, so none moves.",
  optLevel: 3,
  requires: ["InferType"],
  options: [],
  run(module, options, context) {
    const result = onTheWay.run(module, options, context);
    const note = diagnostic("no-device", "No device is known here, so no operator asks for another layout.", { severity: "info" });
    return { ...result, diagnostics: [...result.diagnostics, note] };
  },
});
