/**
 * QuantizePartition: cuts the graph into sections of low precision, each begun by a convolution, by `cast_hint` and `stop_fusion` between them.
 * Follows src/relay/quantize/partition.cc and python/tvm/relay/quantize/_partition.py.
 */
import { functionPass } from "./functionPass.ts";
import { operatorCalls } from "./operatorCalls.ts";
import { quantizeConfig, quantizeOptions } from "./quantize/config.ts";
import { forwardRewrite } from "./quantize/forwardRewrite.ts";
import { partitionRules, type SectionEnd } from "./quantize/partitionRules.ts";

export const quantizePartition = functionPass({
  name: "QuantizePartition",
  summary: "Keeps convolutions apart by cast_hint and stop_fusion, so that each section can be quantized.",
  optLevel: 1,
  requires: [],
  options: quantizeOptions("QuantizePartition"),
  runFunction(f, options, context, lineage, decisions) {
    const dtype = quantizeConfig(options).dtypes.input;
    const end: SectionEnd = (section, reason, by, make) => {
      const hint = make.call("annotation.cast_hint", [section.value], { dtype });
      const stop = make.call("annotation.stop_fusion", [hint]);
      if (context.trace) {
        const inserted = { kind: "insertion", rule: reason, inserted: [hint, stop], for: by } as const;
        decisions.push(section.begin ? { ...inserted, convolution: section.begin } : inserted);
      }
      return stop;
    };
    const rules = partitionRules(end);
    return forwardRewrite(f, {
      calls: operatorCalls(context.operators),
      lineage,
      rule: (operator) => rules.get(operator),
      settle: (section, make, consumer) =>
        end(section, consumer ? "operator that ends the section" : "result of the function", consumer ?? make.origin, make),
    });
  },
});
