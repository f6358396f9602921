/** Between reals and integers. Follows src/relay/qnn/op/{quantize,dequantize}.cc. */
import { type Expr, eachOf, type TensorType } from "@relayscope/ir";
import { expandBiasToAxis } from "../core/operatorCalls.ts";
import { isConstantScalar } from "./quantities.ts";
import type { Lowering, Rule } from "./rule.ts";

/** A scale or zero point with its original type, expanded to broadcast along an axis. */
function expanded(quantity: Expr, { shape }: TensorType, rank: number, axis: number, { calls }: Lowering): Expr {
  if (isConstantScalar(quantity) || shape.length === 0) return quantity;
  return expandBiasToAxis(quantity, rank, axis < 0 ? axis + rank : axis, calls);
}

/** Reals as integers of a dtype. */
export function quantizedInto(data: Expr, scale: Expr, zeroPoint: Expr, dtype: string, lowering: Lowering): Expr {
  const { calls } = lowering;
  const rounded = calls("round", [calls("divide", [data, scale])]);
  return lowering.clipped(calls("add", [rounded, lowering.cast(zeroPoint, "float32")]), dtype);
}

/** Integers as reals of single precision. */
export function dequantized(data: Expr, scale: Expr, zeroPoint: Expr, lowering: Lowering): Expr {
  const { calls } = lowering;
  const centered = calls("subtract", [lowering.cast(data, "int32"), zeroPoint]);
  return calls("multiply", [lowering.cast(centered, "float32"), scale]);
}

export const lowerQuantize: Rule = (lowering) => {
  const rank = lowering.type(0).shape.length;
  const axis = lowering.int("axis");
  const [scale, zeroPoint] = eachOf([1, 2], (i) => expanded(lowering.arg(i), lowering.type(i), rank, axis, lowering));
  return quantizedInto(lowering.arg(0), scale, zeroPoint, lowering.text("out_dtype"), lowering);
};

/** The largest number of half precision; the other narrow formats have no range in the reference either. */
const largestHalf = 65504;

export const lowerDequantize: Rule = (lowering) => {
  const rank = lowering.type(0).shape.length;
  const axis = lowering.int("axis");
  const [scale, zeroPoint] = eachOf([1, 2], (i) => expanded(lowering.arg(i), lowering.type(i), rank, axis, lowering));
  const reals = dequantized(lowering.arg(0), scale, zeroPoint, lowering);
  const dtype = lowering.text("out_dtype");
  if (dtype === "float32") return reals;
  if (dtype !== "float16") throw lowering.refused(`\`${dtype}\` has no range.`);
  return lowering.cast(lowering.calls("clip", [reals], { a_min: -largestHalf, a_max: largestHalf }), dtype);
};
