/** Reductions along axes. */
import type { AttrValue } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { cast, sized } from "../../relay/wrappers.ts";
import { optionTypes } from "../file/schema.ts";
import type { Conversion, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { demandQuantized, requantize } from "./fused.ts";
import { listIn, listOf, numberIn } from "./integers.ts";

/** Axes: a list, or a single number. */
function axesIn(c: Conversion, operand: Operand): readonly AttrValue[] {
  const list = listOf(c.valueOf(operand));
  return sized(list.shape.length === 0 ? list.values : listIn(c, operand));
}

function reduced(name: string): Converter {
  return (c, r) => {
    c.demandInputs(2);
    const input = c.input(0);
    const x = c.expr(input);
    const axis = axesIn(c, c.input(1));
    const keepdims = c.operator.optionsType === 0 ? false : c.options("Reducer").flag(0);
    const out = r.call(name, [input.quantized ? cast(r, x, "int32") : x], { axis, keepdims, exclude: false });
    c.demandOutputs(1);
    const output = c.output();
    const dtype = c.dtypeOf(output);
    return output.quantized ? requantize(r, out, demandQuantized(input), output.quantized, dtype) : out;
  };
}

function extreme(name: "argmax" | "argmin"): Converter {
  return (c) => {
    if (name === "argmin") c.demandPlain();
    c.demandOneOf(2);
    const x = c.expr(c.input(0));
    const axis = numberIn(c, c.input(1));
    const { optionsType } = c.operator;
    if (optionsType !== optionTypes.ArgMax && optionsType !== optionTypes.ArgMin) throw new ConversionFailure("it has no options.");
    c.anyOptions();
    return c.r.call(name, [x], { axis: [axis], keepdims: false, exclude: false, select_last_index: false });
  };
}

const topK: Converter = (c) => {
  c.demandInputs(2);
  const x = c.expr(c.input(0));
  const attributes = { k: numberIn(c, c.input(1)), axis: -1, ret_type: "both", is_ascend: false, dtype: "int32" };
  return { kind: "Several", tuple: c.r.call("topk", [x], attributes), size: 2 };
};

export const reductions: ConverterTable = {
  ARG_MAX: extreme("argmax"),
  ARG_MIN: extreme("argmin"),
  MEAN: reduced("mean"),
  REDUCE_ANY: reduced("any"),
  REDUCE_MAX: reduced("max"),
  REDUCE_MIN: reduced("min"),
  REDUCE_PROD: reduced("prod"),
  SUM: reduced("sum"),
  TOPK_V2: topK,
};
