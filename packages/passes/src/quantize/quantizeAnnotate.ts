/**
 * QuantizeAnnotate: puts `simulated_quantize` where values will be quantized, its scale and bounds as new parameters.
 * Follows src/relay/quantize/annotate.cc and python/tvm/relay/quantize/_annotate.py.
 */
import { type Func, freeVars, func, isSkippedByPasses, mapFunctions } from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import { annotateRules } from "./annotate/annotateRules.ts";
import type { Annotated, AnnotateState } from "./annotate/annotation.ts";
import { quantizeConfig, quantizeOptions } from "./config.ts";
import { forwardRewrite } from "./forwardRewrite.ts";
import { quantizeAttacher } from "./simulatedQuantize.ts";

/** Not a plain pass over functions: convolutions are counted through the whole module. */
export const quantizeAnnotate = modulePass({
  name: "QuantizeAnnotate",
  summary: "Puts simulated_quantize where values will be quantized.",
  upstream: ["src/relay/quantize/annotate.cc", "python/tvm/relay/quantize/_annotate.py"],
  optLevel: 1,
  options: quantizeOptions("QuantizeAnnotate"),
  infersTypes: true,
  run({ module, options, context, lineage }) {
    const state: AnnotateState = { config: quantizeConfig(options), attach: quantizeAttacher(), convolutions: 0, isStopped: false };
    const rules = annotateRules(state);
    const calls = operatorCalls(context.operators);
    const annotated = (f: Func): Func => {
      const body = forwardRewrite(f, {
        calls,
        lineage,
        rule: (operator) => rules.get(operator),
        settle: ({ value }) => value,
        share: ({ value }, make): Annotated => ({ value: state.attach(value, "input", make), kind: "input" }),
      });
      const scales = freeVars(body);
      return scales.length === 0 ? body : func({ ...body, params: [...body.params, ...scales] });
    };
    return mapFunctions(module, (f) => {
      if (isSkippedByPasses(f)) return f;
      const result = annotated(f);
      if (result !== f) lineage.record(result, f);
      return result;
    });
  },
});
