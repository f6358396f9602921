/**
 * PartitionConversions: splits a quantized `@main` into the conversion of its inputs to integers, the integer computation, and the conversion
 * of its result to real numbers, and calls the three in a row. The last step of quantization where `partition_conversions` asks for it.
 * Follows python/tvm/relay/quantize/_partition_conversions.py.
 */
import {
  call,
  type Expr,
  type Func,
  func,
  globalVar,
  type LineageRecorder,
  let_,
  lineageRecorder,
  moduleOf,
  tupleGetItem,
  variable,
} from "@relayscope/ir";
import { conversionsNeedPlainMain, notFullyIntegral } from "./diagnostics.ts";
import { typedAgain } from "./inferType.ts";
import { definePass, type PassResult } from "./pass.ts";
import { booleanOption, textListOption } from "./passOptions.ts";
import { cutBeginning, cutEnd, dtypesWithin, hasOnlyConversions } from "./quantize/conversionCuts.ts";

const quantizedDtypes = ["int8", "int32"];

export const partitionConversions = definePass({
  name: "PartitionConversions",
  summary: "Splits a quantized @main into conversion of the inputs, integer computation, and conversion of the result.",
  optLevel: 0,
  requires: [],
  options: [
    {
      name: "quantized_dtypes",
      type: "string[]",
      default: quantizedDtypes,
      doc: "The data types of quantized values: those that quantization was given for inputs, weights and activations.",
    },
    {
      name: "ensure_fully_integral",
      type: "boolean",
      default: false,
      doc: "Fail where real numbers are left between the conversions (`partition_conversions=fully_integral`).",
    },
  ],
  run(module, options, context): PassResult {
    const dtypes = new Set(textListOption(options, "quantized_dtypes", quantizedDtypes));
    const main = module.functions.get("main");
    if (!main || module.functions.size > 1 || main.attrs.size > 0 || main.typeParams.length > 0) throw conversionsNeedPlainMain();
    const lineage = lineageRecorder();
    const { before: inputs, behind } = cutBeginning(main, lineage);
    const { before: middle, behind: outputs } = cutEnd(behind, dtypes, lineage);
    if (booleanOption(options, "ensure_fully_integral", false)) demandFullyIntegral(inputs, middle, outputs, dtypes);
    const parts = { quantize_inputs: inputs, quantized_main: middle, dequantize_outputs: outputs };
    for (const f of Object.values(parts)) lineage.record(f, main);
    const split = moduleOf([["main", inARow(main, inputs, middle, lineage)], ...Object.entries(parts)]);
    return typedAgain({ module: split, lineage, decisions: [], diagnostics: [] }, context, module);
  },
});

/** The function that calls the three parts one behind the other. */
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
