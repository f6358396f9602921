/**
 * Activations that are part of another operator, and steps that many quantized operators share. Follows
 * convert_fused_activation_function and convert_qnn_fused_activation_function in python/tvm/relay/frontend/tflite.py.
 */
import type { AttrValue, Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Relay } from "../../relay/relay.ts";
import { unary } from "../../relay/wrappers.ts";
import { activation } from "../file/schema.ts";
import type { Conversion, Operand } from "../import/conversion.ts";
import { type Quantized, quantizedNumber, rangeOf, scaleOf } from "../import/quantization.ts";

export function float(value: number): AttrValue {
  return { kind: "Float", value };
}

export function clip(r: Relay, x: Expr, low: number, high: number): Expr {
  return r.call("clip", [x], { a_min: float(low), a_max: float(high) });
}

const names = ["NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"];

function refused(kind: number, what: string): ConversionFailure {
  return new ConversionFailure(`the ${what} activation ${names[kind] ?? kind} is not supported.`);
}

/** An activation of numbers. */
export function activated(r: Relay, x: Expr, kind: number): Expr {
  switch (kind) {
    case activation.none:
      return x;
    case activation.relu:
      return unary(r, "nn.relu", x);
    case activation.reluN1To1:
      return clip(r, x, -1, 1);
    case activation.relu6:
      return clip(r, x, 0, 6);
    case activation.tanh:
      return unary(r, "tanh", x);
    default:
      throw refused(kind, "fused");
  }
}

/** An activation of quantized numbers: bounds on their grid, within what the dtype holds. */
export function activatedQuantized(r: Relay, x: Expr, kind: number, quantized: Quantized, dtype: string): Expr {
  const scale = scaleOf(quantized);
  const [least, most] = rangeOf(dtype);
  const low = (bound: number) => Math.max(least, quantizedNumber(bound, scale, quantized.zero));
  const high = (bound: number) => Math.min(most, quantizedNumber(bound, scale, quantized.zero));
  switch (kind) {
    case activation.none:
      return x;
    case activation.relu:
      return clip(r, x, low(0), most);
    case activation.reluN1To1:
      return clip(r, x, low(-1), high(1));
    case activation.relu6:
      return clip(r, x, low(0), high(6));
    default:
      throw refused(kind, "quantized");
  }
}

/** Applies the activation that an operator ends with, in the quantized form if the output is quantized. */
export function finished(c: Conversion, x: Expr, kind: number, output: Operand): Expr {
  if (!output.quantized) return activated(c.r, x, kind);
  return activatedQuantized(c.r, x, kind, output.quantized, c.dtypeOf(output));
}

/** How an operand is quantized. Throws where it is not. */
export function demandQuantized({ quantized, name }: Operand): Quantized {
  if (!quantized) throw new ConversionFailure(`its tensor \`${name}\` is not quantized, and others are.`);
  return quantized;
}

/** From one quantization to another. */
export function requantize(r: Relay, x: Expr, from: Quantized, to: Quantized, dtype: string): Expr {
  return requantizeFrom(r, [x, from.scale, from.zeroPoint], to, dtype, -1);
}

/** From sums of products: their scale is the product of the scales of data and weights. */
export function requantizeProducts(
  r: Relay,
  x: Expr,
  parts: { data: Quantized; weight: Quantized; to: Quantized },
  dtype: string,
  axis: number,
): Expr {
  const { data, weight, to } = parts;
  const scale = scaleOf(data);
  const products = weight.scales.map((w) => scale * w);
  const from = weight.isPerChannel ? r.constant(products, "float32") : r.constant(products[0] ?? 0, "float32");
  return requantizeFrom(r, [x, from, r.constant(0, "int32")], to, dtype, axis);
}

function requantizeFrom(r: Relay, given: readonly [x: Expr, scale: Expr, zero: Expr], to: Quantized, dtype: string, axis: number): Expr {
  const attributes = { axis, rounding: "None", compute_dtype: "None", out_dtype: dtype };
  return r.call("qnn.requantize", [...given, to.scale, to.zeroPoint], attributes);
}
