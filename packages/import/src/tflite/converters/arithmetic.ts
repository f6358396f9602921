/** Functions of two tensors, element by element. Follows _convert_elemwise in python/tvm/relay/frontend/tflite.py. */
import type { Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, multiply, power, subtract } from "../../relay/arithmetic.ts";
import { type OptionTable, optionTypes } from "../file/schema.ts";
import type { Conversion, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { dequantize, isQuantizedAlike, quantize } from "../import/quantization.ts";
import { activated, activatedQuantized, demandQuantized } from "./fused.ts";

/** The operators that may end with an activation; its kind is the first field of their options. */
const withActivation: readonly OptionTable[] = ["Add", "Sub", "Mul", "Div"];

interface Parts {
  readonly left: Operand;
  readonly right: Operand;
  readonly output: Operand;
  readonly args: readonly [Expr, Expr];
}

function partsOf(c: Conversion): Parts {
  c.demandInputs(2);
  const [left, right] = [c.input(0), c.input(1)];
  const args = [c.anyExpr(left), c.anyExpr(right)] as const;
  c.demandOutputs(1);
  return { left, right, output: c.output(), args };
}

/** The kind of the activation at the end; undefined where the options have none. */
function activationOf(c: Conversion): number | undefined {
  return withActivation.some((name) => c.operator.optionsType === optionTypes[name]) ? c.anyOptions().byte(0) : undefined;
}

/** On quantized tensors the operator is one of its own, which takes every scale and zero point. */
function withScales(c: Conversion, name: string, { left, right, output, args }: Parts): Expr {
  const scales = [left, right, output].flatMap((operand) => {
    const { scale, zeroPoint } = demandQuantized(operand);
    return [scale, zeroPoint];
  });
  return c.r.call(name, [...args, ...scales], { lhs_axis: -1, rhs_axis: -1 });
}

/** An operator with a quantized form, or with none. */
function quantizable(name: string, quantizedName: string | undefined): Converter {
  return (c) => {
    if (quantizedName === undefined) c.demandPlain();
    const parts = partsOf(c);
    const { output } = parts;
    const out = parts.left.quantized && quantizedName ? withScales(c, quantizedName, parts) : c.r.call(name, parts.args);
    const kind = activationOf(c);
    if (kind === undefined) return out;
    if (!output.quantized) return activated(c.r, out, kind);
    return activatedQuantized(c.r, out, kind, output.quantized, c.dtypeOf(output));
  };
}

/** An operator that works on quantized tensors as on others, where all are quantized alike. */
function alike(name: string): Converter {
  return (c) => {
    const isQuantized = c.isQuantized;
    const parts = partsOf(c);
    const { left, right, output } = parts;
    if (isQuantized && !(isQuantizedAlike(left.quantized, output.quantized) && isQuantizedAlike(right.quantized, output.quantized))) {
      throw new ConversionFailure("its tensors are quantized differently from one another.");
    }
    const out = c.r.call(name, parts.args);
    const kind = activationOf(c);
    if (kind === undefined) return out;
    if (isQuantized || !output.quantized) return activated(c.r, out, kind);
    return activatedQuantized(c.r, out, kind, output.quantized, c.dtypeOf(output));
  };
}

/** A comparison uses the raw numbers, however they are quantized. */
function comparison(name: string): Converter {
  return (c) => {
    const isQuantized = c.isQuantized;
    const { output, args } = partsOf(c);
    const out = c.r.call(name, args);
    const kind = activationOf(c);
    if (kind === undefined) return out;
    if (isQuantized || !output.quantized) return activated(c.r, out, kind);
    return activatedQuantized(c.r, out, kind, output.quantized, c.dtypeOf(output));
  };
}

function logical(name: string): Converter {
  return (c) => {
    c.demandInputs(2);
    return c.r.call(name, [c.anyExpr(c.input(0)), c.anyExpr(c.input(1))]);
  };
}

const addN: Converter = (c) => {
  c.demandOutputs(1);
  c.demandPlain(c.inputs);
  const [first, ...rest] = c.inputs;
  if (!first) throw new ConversionFailure("it has no inputs.");
  let sum = c.anyExpr(first);
  for (const input of rest) sum = add(c.r, sum, c.anyExpr(input));
  return sum;
};

const difference = quantizable("subtract", undefined);

const squaredDifference: Converter = (c, r) => {
  if (!c.isQuantized) {
    const out = difference(c, r);
    if (!out || out.kind === "Several") throw new ConversionFailure("it has no difference.");
    return power(r, out, r.constant(2, c.dtypeOf(c.output())));
  }
  const { left, right, output, args } = partsOf(c);
  const [x, y] = [dequantize(r, args[0], demandQuantized(left)), dequantize(r, args[1], demandQuantized(right))];
  const apart = subtract(r, x, y);
  return quantize(r, multiply(r, apart, apart), demandQuantized(output), c.dtypeOf(output));
};

export const arithmetic: ConverterTable = {
  ADD: quantizable("add", "qnn.add"),
  ADD_N: addN,
  DIV: alike("divide"),
  EQUAL: comparison("equal"),
  FLOOR_DIV: alike("floor_divide"),
  FLOOR_MOD: alike("floor_mod"),
  GREATER: comparison("greater"),
  GREATER_EQUAL: comparison("greater_equal"),
  LESS: comparison("less"),
  LESS_EQUAL: comparison("less_equal"),
  LOGICAL_AND: logical("logical_and"),
  LOGICAL_OR: logical("logical_or"),
  MAXIMUM: alike("maximum"),
  MINIMUM: alike("minimum"),
  MUL: quantizable("multiply", "qnn.mul"),
  NOT_EQUAL: comparison("not_equal"),
  POW: quantizable("power", undefined),
  SQUARED_DIFFERENCE: squaredDifference,
  SUB: quantizable("subtract", "qnn.subtract"),
};
