/**
 * QuantizeRealize: turns the simulated quantization, which computes in floating point, into integer arithmetic.
 * Follows src/relay/quantize/realize.cc.
 */
import { conversionsAreAStep } from "./diagnostics.ts";
import { functionPass } from "./functionPass.ts";
import { operatorCalls } from "./operatorCalls.ts";
import { quantizeConfig, quantizeOptions } from "./quantize/config.ts";
import { forwardRewrite } from "./quantize/forwardRewrite.ts";
import { dequantized, type RealizeState } from "./quantize/realize/quantized.ts";
import { realizeRules } from "./quantize/realize/realizeRules.ts";

export const quantizeRealize = functionPass({
  name: "QuantizeRealize",
  summary: "Turns simulated quantization into integer arithmetic.",
  optLevel: 1,
  requires: [],
  options: quantizeOptions("QuantizeRealize"),
  runFunction(f, options, context, lineage, decisions, place) {
    const config = quantizeConfig(options);
    if (config.partitionConversions !== "disabled" && place.diagnostics.length === 0) place.diagnostics.push(conversionsAreAStep());
    const state: RealizeState = {
      config,
      inserted(stop, rule, by, convolution) {
        if (!context.trace) return;
        const insertion = { kind: "insertion", rule, inserted: [stop], for: by } as const;
        decisions.push(convolution ? { ...insertion, convolution } : insertion);
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
