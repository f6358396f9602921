/**
 * QuantizeRealize: turns the simulated quantization, which computes in floating point, into integer arithmetic.
 * Follows src/relay/quantize/realize.cc.
 */
import { functionPass } from "../core/functionPass.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import { quantizeConfig, quantizeOptions } from "./config.ts";
import { conversionsAreAStep } from "./diagnostics.ts";
import { forwardRewrite } from "./forwardRewrite.ts";
import { dequantized, type RealizeState } from "./realize/quantized.ts";
import { realizeRules } from "./realize/realizeRules.ts";

export const quantizeRealize = functionPass({
  name: "QuantizeRealize",
  summary: "Turns simulated quantization into integer arithmetic.",
  upstream: ["src/relay/quantize/realize.cc"],
  optLevel: 1,
  options: quantizeOptions("QuantizeRealize"),
  runFunction({ f, options, context, lineage, decide, report }) {
    const config = quantizeConfig(options);
    if (config.partitionConversions !== "disabled") report(conversionsAreAStep());
    const state: RealizeState = {
      config,
      inserted(stop, rule, by, convolution) {
        decide?.({ kind: "insertion", rule, inserted: [stop], for: by, ...(convolution ? { convolution } : {}) });
      },
    };
    const rules = realizeRules(state);
    return forwardRewrite(f, {
      calls: operatorCalls(context.operators),
      lineage,
      rule: (operator) => rules.get(operator),
      settle: dequantized,
    });
  },
});
