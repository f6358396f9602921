/**
 * QuantizePartition: cuts the graph into sections of low precision, each begun by a convolution, by `cast_hint` and
 * `stop_fusion` between them. Follows src/relay/quantize/partition.cc and python/tvm/relay/quantize/_partition.py.
 */
import { functionPass } from "../core/functionPass.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import { quantizeConfig, quantizeOptions } from "./config.ts";
import { forwardRewrite } from "./forwardRewrite.ts";
import { partitionRules, type SectionEnd } from "./partitionRules.ts";

export const quantizePartition = functionPass({
  name: "QuantizePartition",
  summary: "Keeps convolutions apart by cast_hint and stop_fusion, so that each section can be quantized.",
  upstream: ["src/relay/quantize/partition.cc", "python/tvm/relay/quantize/_partition.py"],
  optLevel: 1,
  options: quantizeOptions("QuantizePartition"),
  runFunction({ f, options, context, lineage, decide }) {
    const dtype = quantizeConfig(options).dtypes.input;
    const end: SectionEnd = (section, reason, by, make) => {
      const hint = make.call("annotation.cast_hint", [section.value], { dtype });
      const stop = make.call("annotation.stop_fusion", [hint]);
      decide?.({
        kind: "insertion",
        rule: reason,
        inserted: [hint, stop],
        for: by,
        ...(section.begin ? { convolution: section.begin } : {}),
      });
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
