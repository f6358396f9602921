/**
 * GenerateCMSISNNConstants: gives convolutions of cmsis-nn their weights in OHWI, and a multiplier and a shift for each channel in place of two
 * zero points. Follows src/relay/backend/contrib/cmsisnn/generate_constants.cc of 0.18.0.
 */
import { type Call, call, type Diagnostic, type Expr, func, lineageRecorder, type Rewriter, rewriter, withFunctions } from "@relayscope/ir";
import { calledFunctions, calledGlobal, mainOf } from "./cmsisNn/calledFunctions.ts";
import { closedOver, isComposite, replaceFunction } from "./cmsisNn/cmsisNnFunctions.ts";
import { requantizedConvolution } from "./cmsisNn/requantizedConvolution.ts";
import { mutationOrder } from "./mutationOrder.ts";
import { operatorCalls } from "./operatorCalls.ts";
import { definePass } from "./pass.ts";
import { withTypeOf } from "./withType.ts";

export const generateCMSISNNConstants = definePass({
  name: "GenerateCMSISNNConstants",
  summary: "Gives cmsis-nn's convolutions weights in OHWI, and multipliers and shifts to requantize by.",
  optLevel: 0,
  requires: [],
  options: [],
  run(module, _options, context) {
    const lineage = lineageRecorder();
    const diagnostics: Diagnostic[] = [];
    const around = { calls: operatorCalls(context.operators), lineage, diagnostics };
    const main = mainOf(module);
    const functions = new Map(module.functions);
    const called = calledFunctions(functions, "main");
    const bodies: Rewriter = rewriter({
      lineage,
      children: mutationOrder,
      needs: (e) => (e.kind === "Call" && calledGlobal(e) !== undefined ? [called.enter(e).body] : undefined),
      post(original, rebuilt) {
        if (original.kind !== "Call" || rebuilt.kind !== "Call") return withTypeOf(original, rebuilt);
        const name = calledGlobal(original);
        if (name !== undefined) return overCallee(name, original, rebuilt);
        if (!isComposite(original.op, "cmsis-nn.qnn_conv2d")) return withTypeOf(original, rebuilt);
        return call(closedOver(original.op, requantizedConvolution(original.op.body, around), lineage), rebuilt.args);
      },
    });
    /** A function that is called is rewritten where its first call is met; a function that changes has no type, nor has the call. */
    const overCallee = (name: string, original: Call, rebuilt: Call): Expr => {
      const callee = called.leave(original);
      const body = bodies.rewritten(callee.body) ?? callee.body;
      if (body === callee.body) return withTypeOf(original, rebuilt);
      replaceFunction(functions, name, closedOver(callee, body, lineage));
      return call(original.op, rebuilt.args);
    };
    const body = bodies.rewrite(main.body);
    if (body !== main.body) {
      const newMain = func({ ...main, body });
      lineage.record(newMain, main);
      replaceFunction(functions, "main", newMain);
    }
    return { module: withFunctions(module, functions), lineage, decisions: [], diagnostics };
  },
});
