/**
 * QuantizeAnnotate: puts `simulated_quantize` where values will be quantized, its scale and bounds as new parameters.
 * Follows src/relay/quantize/annotate.cc and python/tvm/relay/quantize/_annotate.py.
 */
import { type Func, freeVars, func, isSkippedByPasses, lineageRecorder, mapFunctions } from "@relayscope/ir";
import { typedAgain } from "./inferType.ts";
import { operatorCalls } from "./operatorCalls.ts";
import { definePass, type PassResult } from "./pass.ts";
import { annotateRules } from "./quantize/annotate/annotateRules.ts";
import type { Annotated, AnnotateState } from "./quantize/annotate/annotation.ts";
import { quantizeConfig, quantizeOptions } from "./quantize/config.ts";
import { forwardRewrite } from "./quantize/forwardRewrite.ts";
import { quantizeAttacher } from "./quantize/simulatedQuantize.ts";

/** Not a plain pass over functions: convolutions are counted through the whole module. */
export const quantizeAnnotate = definePass({
  name: "QuantizeAnnotate",
  summary: "Puts simulated_quantize where values will be quantized.",
  optLevel: 1,
  requires: [],
  options: quantizeOptions("QuantizeAnnotate"),
  run(module, options, context): PassResult {
    const lineage = lineageRecorder();
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
    const changed = mapFunctions(module, (f) => {
      if (isSkippedByPasses(f)) return f;
      const result = annotated(f);
      if (result !== f) lineage.record(result, f);
      return result;
    });
    return typedAgain({ module: changed, lineage, decisions: [], diagnostics: [] }, context, module);
  },
});
