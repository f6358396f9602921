/**
 * PartitionConversions: splits a quantized `@main` into the conversion of its inputs to integers, the integer
 * computation, and the conversion of its result to real numbers, and calls the three in a row. The last step of
 * quantization where `partition_conversions` asks for it. Follows python/tvm/relay/quantize/_partition_conversions.py.
 */
import { call, type Expr, type Func, func, globalVar, type LineageRecorder, let_, moduleOf, tupleGetItem, variable } from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { flag, texts } from "../core/options.ts";
import { cutBeginning, cutEnd, dtypesWithin, hasOnlyConversions } from "./conversionCuts.ts";
import { conversionsNeedPlainMain, notFullyIntegral } from "./diagnostics.ts";

export const partitionConversions = modulePass({
  name: "PartitionConversions",
  summary: "Splits a quantized @main into conversion of the inputs, integer computation, and conversion of the result.",
  upstream: ["python/tvm/relay/quantize/_partition_conversions.py"],
  options: {
    quantized_dtypes: texts(
      ["int8", "int32"],
      "The data types of quantized values: those that quantization was given for inputs, weights and activations.",
    ),
    ensure_fully_integral: flag(
      false,
      "Fail where real numbers are left between the conversions (`partition_conversions=fully_integral`).",
    ),
  },
  infersTypes: true,
  run({ module, options, lineage }) {
    const dtypes = new Set(options.quantized_dtypes);
    const main = module.functions.get("main");
    if (!main || module.functions.size > 1 || main.attrs.size > 0 || main.typeParams.length > 0) throw conversionsNeedPlainMain();
    const { before: inputs, behind } = cutBeginning(main, lineage);
    const { before: middle, behind: outputs } = cutEnd(behind, dtypes, lineage);
    if (options.ensure_fully_integral) demandFullyIntegral(inputs, middle, outputs, dtypes);
    const parts = { quantize_inputs: inputs, quantized_main: middle, dequantize_outputs: outputs };
    for (const f of Object.values(parts)) lineage.record(f, main);
    return moduleOf([["main", inARow(main, inputs, middle, lineage)], ...Object.entries(parts)]);
  },
});

/** The function that calls the three parts one after the other. */
function inARow(main: Func, inputs: Func, middle: Func, lineage: LineageRecorder): Func {
  const from = <T extends Expr>(origin: Expr, made: T): T => {
    lineage.record(made, origin);
    return made;
  };
  const bound = (name: string) => from(main, variable(name));
  const callOf = (name: string, args: readonly Expr[]) => from(main, call(globalVar(name), args));
  const params = inputs.params.map((param) => from(param, variable(param.name)));
  const converted = bound("quantized_inputs");
  const computed = bound("quantized_outputs");
  const result = bound("dequantized_outputs");
  const fields = middle.params.map((param, i) => from(param, tupleGetItem(converted, i)));
  const last = from(main, let_(result, callOf("dequantize_outputs", [computed]), result));
  const second = from(main, let_(computed, callOf("quantized_main", fields), last));
  const body = from(main, let_(converted, callOf("quantize_inputs", params), second));
  return from(main, func({ params, body }));
}

function demandFullyIntegral(inputs: Func, middle: Func, outputs: Func, dtypes: ReadonlySet<string>): void {
  if (!hasOnlyConversions(inputs)) throw notFullyIntegral("the conversion of the inputs holds other operators.");
  const [other] = [...dtypesWithin(middle)].filter((dtype) => !dtypes.has(dtype));
  if (other) throw notFullyIntegral(`the computation holds \`${other}\`.`);
  if (!hasOnlyConversions(outputs)) throw notFullyIntegral("the conversion of the result holds other operators.");
}
