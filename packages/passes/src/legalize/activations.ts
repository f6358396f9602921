/**
 * Quantized functions of one tensor. Follows src/relay/qnn/op/{unary_elementwise_op,leaky_relu,softmax,avg_pool2d}.cc
 * and op_common.h.
 */
import { type Expr, numberOf } from "@relayscope/ir";
import { tensorOf } from "../core/tensorOf.ts";
import { dequantized, quantizedInto } from "./conversions.ts";
import { isConstantScalar, numberIn } from "./quantities.ts";
import { type Quantity, requantized, requantizedOrWidened, timesFixedPoint } from "./requantize.ts";
import type { Lowering, Rule } from "./rule.ts";

function quantities(lowering: Lowering): { readonly from: Quantity; readonly to: Quantity } {
  const quantity = (i: number): Quantity => ({ scale: lowering.arg(i), zeroPoint: lowering.arg(i + 1) });
  return { from: quantity(1), to: quantity(3) };
}

/** Computed on reals, between a dequantization and a quantization. */
export const lowerUnary =
  (onReals: (x: Expr, lowering: Lowering) => Expr): Rule =>
  (lowering) => {
    const { from, to } = quantities(lowering);
    const reals = onReals(dequantized(lowering.arg(0), from.scale, from.zeroPoint, lowering), lowering);
    return lowering.separate(quantizedInto(reals, to.scale, to.zeroPoint, lowering.type(0).dtype, lowering));
  };

export function hardSwish(x: Expr, lowering: Lowering): Expr {
  const { calls } = lowering;
  const clipped = calls("clip", [calls("add", [x, lowering.scalar(3, "float32")])], { a_min: 0, a_max: 6 });
  return calls("divide", [calls("multiply", [x, clipped]), lowering.scalar(6, "float32")]);
}

export const lowerLeakyRelu: Rule = (lowering) => {
  const { calls } = lowering;
  const { from, to } = quantities(lowering);
  const { shape, dtype } = lowering.type(0);
  const data = lowering.cast(lowering.arg(0), "int32");
  const wide = (zeroPoint: Expr) => lowering.cast(zeroPoint, "int32");
  const [fromWide, toWide] = [
    { ...from, zeroPoint: wide(from.zeroPoint) },
    { ...to, zeroPoint: wide(to.zeroPoint) },
  ];
  const alpha = numberOf(lowering.attrs("alpha").alpha) ?? 0;
  const scaled = requantizedOrWidened({ data, shape, from: fromWide, to: toWide }, lowering);
  const below = calls("add", [timesFixedPoint(scaled, alpha, lowering), timesFixedPoint(toWide.zeroPoint, 1 - alpha, lowering)]);
  return lowering.clipped(calls("where", [calls("less", [data, fromWide.zeroPoint]), below, scaled]), dtype);
};

/** Softmax by shifts of integers, with bits of the exponential's fraction and of the result. */
export const lowerSoftmax: Rule = (lowering) => {
  const { calls } = lowering;
  const { from, to } = quantities(lowering);
  const number = (value: number) => lowering.scalar(value, "int32");
  if (!isConstantScalar(from.scale)) throw lowering.refused("the scale of its input is not a constant number.");
  const scale = numberIn(from.scale, lowering);
  if (scale > 1) throw lowering.refused("the scale of its input is larger than 1.");
  const along = { axis: [lowering.int("axis")], keepdims: true };
  const shift = (direction: "left_shift" | "right_shift", x: Expr, by: Expr) => calls(direction, [x, by]);
  const centered = calls("subtract", [lowering.cast(lowering.arg(0), "int32"), from.zeroPoint]);
  const one = lowering.clipped(lowering.scalar(Math.round(Math.fround(1 / scale)), "float32"), "int32");
  const x = calls("subtract", [centered, calls("max", [centered], along)]);
  const byLog = calls("subtract", [calls("add", [x, shift("right_shift", x, number(1))]), shift("right_shift", x, number(4))]);
  const negative = () => calls("negative", [one]);
  const whole = calls("clip", [calls("divide", [byLog, negative()])], { a_min: 0, a_max: 20 });
  const most = calls("max", [whole], along);
  const rest = calls("subtract", [byLog, calls("multiply", [whole, negative()])]);
  const line = calls("add", [shift("right_shift", rest, number(1)), one]);
  const powers = shift("left_shift", line, calls("subtract", [most, whole]));
  const [precision, bits] = [30, 8];
  const shares = calls("multiply", [calls("divide", [number(2 ** precision), calls("sum", [powers], along)]), powers]);
  const result = shift("right_shift", shares, number(precision - (bits - 1)));
  const as: Quantity = { scale: lowering.scalar(2 ** -(bits - 1), "float32"), zeroPoint: number(0) };
  return requantized({ data: result, shape: lowering.type(0).shape, from: as, to, dtype: "int8", axis: 0 }, lowering);
};

export const lowerAveragePool: Rule = (lowering) => {
  const { from, to } = quantities(lowering);
  const data = requantizedOrWidened({ data: lowering.arg(0), shape: lowering.type(0).shape, from, to }, lowering);
  const names = ["pool_size", "strides", "dilation", "padding", "layout", "out_layout", "ceil_mode", "count_include_pad"];
  const averages = lowering.calls("nn.avg_pool2d", [data], lowering.attrs(...names));
  return lowering.clipped(averages, tensorOf(lowering.original).dtype);
};
