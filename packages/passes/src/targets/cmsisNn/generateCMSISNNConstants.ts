/**
 * GenerateCMSISNNConstants: gives convolutions of cmsis-nn their weights in OHWI, and a multiplier and a shift for each channel in place of two
 * zero points. Follows src/relay/backend/contrib/cmsisnn/generate_constants.cc of 0.18.0.
 */
import { call, func, type Rewriter, rewriter, withFunctions } from "@relayscope/ir";
import { modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { operatorCalls } from "../../core/operatorCalls.ts";
import { withTypeOf } from "../../core/withType.ts";
import { calledFunctions, calledGlobal, mainOf } from "./calledFunctions.ts";
import { closedOver, isComposite, overCallee, replaceFunction } from "./cmsisNnFunctions.ts";
import { requantizedConvolution } from "./requantizedConvolution.ts";

export const generateCMSISNNConstants = modulePass({
  name: "GenerateCMSISNNConstants",
  summary: "Gives cmsis-nn's convolutions weights in OHWI, and multipliers and shifts to requantize by.",
  upstream: ["src/relay/backend/contrib/cmsisnn/generate_constants.cc@0.18.0"],
  optLevel: 0,
  requires: [],
  options: {},
  run({ module, context, lineage, report }) {
    const around = { calls: operatorCalls(context.operators), lineage, report };
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
        if (name !== undefined) {
          const f = called.leave(original);
          return overCallee(original, rebuilt, { name, f, body: bodies.rewritten(f.body) ?? f.body }, functions, lineage);
        }
        if (!isComposite(original.op, "cmsis-nn.qnn_conv2d")) return withTypeOf(original, rebuilt);
        return call(closedOver(original.op, requantizedConvolution(original.op.body, around), lineage), rebuilt.args);
      },
    });
    const body = bodies.rewrite(main.body);
    if (body !== main.body) {
      const newMain = func({ ...main, body });
      lineage.record(newMain, main);
      replaceFunction(functions, "main", newMain);
    }
    return withFunctions(module, functions);
  },
});
