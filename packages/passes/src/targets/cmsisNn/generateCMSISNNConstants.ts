/**
 * GenerateCMSISNNConstants: gives convolutions of cmsis-nn their weights in OHWI, and a multiplier and a shift for each
 * channel in place of two zero points. Follows src/relay/backend/contrib/cmsisnn/generate_constants.cc of 0.18.0.
 */
import { call, func, withFunctions } from "@relayscope/ir";
import { modulePass } from "../../core/modulePass.ts";
import { operatorCalls } from "../../core/operatorCalls.ts";
import { calledFunctions, mainOf } from "./calledFunctions.ts";
import { closedOver, isComposite, replaceFunction, throughCalls } from "./cmsisNnFunctions.ts";
import { requantizedConvolution } from "./requantizedConvolution.ts";

export const generateCMSISNNConstants = modulePass({
  name: "GenerateCMSISNNConstants",
  summary: "Gives cmsis-nn's convolutions weights in OHWI, and multipliers and shifts to requantize by.",
  upstream: ["src/relay/backend/contrib/cmsisnn/generate_constants.cc@0.18.0"],
  boundTo: "cmsis-nn",
  run({ module, context, lineage, report }) {
    const around = { calls: operatorCalls(context.operators), lineage, report };
    if (context.hasHoles && !module.functions.has("main")) return module;
    const main = mainOf(module);
    const functions = new Map(module.functions);
    const called = calledFunctions(functions, "main");
    const bodies = throughCalls({
      functions,
      called,
      lineage,
      change: ({ op }, { args }) =>
        isComposite(op, "cmsis-nn.qnn_conv2d") ? call(closedOver(op, requantizedConvolution(op.body, around), lineage), args) : undefined,
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
