/** How a tensor is quantized. Follows get_tensors and has_same_qnn_params in python/tvm/relay/frontend/tflite.py. */
import { type Constant, type Expr, raise } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Relay } from "../../relay/relay.ts";
import type { Tensor } from "../file/model.ts";

/** Scale and zero point as the constants that calls take, and their numbers. */
export interface Quantized {
  readonly scale: Constant;
  readonly zeroPoint: Constant;
  /** One number, or one a channel. */
  readonly scales: readonly number[];
  readonly isPerChannel: boolean;
  readonly zero: number;
}

/**
 * Undefined where the tensor is not quantized. Throws a `ConversionFailure` where what the file says makes no sense to
 * the reference.
 */
export function quantizedOf(r: Relay, { quantization }: Tensor): Quantized | undefined {
  if (!quantization) return undefined;
  const { scales, zeroPoints } = quantization;
  if (!scales) {
    // A zero point without a scale counts as none where it is a single zero.
    if (!zeroPoints || (zeroPoints.length === 1 && zeroPoints[0] === 0n)) return undefined;
    throw new ConversionFailure("a tensor has a zero point and no scale.");
  }
  if (!zeroPoints) throw new ConversionFailure("a tensor has a scale and no zero point.");
  const first = zeroPoints[0] ?? raise(new ConversionFailure("a tensor has an empty list of zero points."));
  const zero = Number(BigInt.asIntN(32, first));
  const isPerChannel = scales.length !== 1 && zeroPoints.length !== 1;
  if (!isPerChannel && (scales.length !== 1 || zeroPoints.length !== 1)) {
    throw new ConversionFailure(`a tensor has ${scales.length} scales and ${zeroPoints.length} zero points.`);
  }
  if (isPerChannel && zeroPoints.some((z) => z !== 0n)) {
    throw new ConversionFailure("a tensor is quantized per channel with a zero point that is not 0.");
  }
  const scale = isPerChannel ? r.constant(scales, "float32") : r.constant(scales[0] ?? 0, "float32");
  return { scale, zeroPoint: r.constant(zero, "int32"), scales, isPerChannel, zero };
}

/** The only scale. Throws where there is one a channel. */
export function scaleOf({ scales, isPerChannel }: Quantized): number {
  const [scale] = scales;
  if (isPerChannel || scale === undefined) throw new ConversionFailure("it has a scale per channel, but needs a single scale.");
  return scale;
}

/** Whether two tensors are quantized alike, within a hundred thousandth. Throws where one is not quantized. */
export function isQuantizedAlike(a: Quantized | undefined, b: Quantized | undefined): boolean {
  if (!a || !b) throw new ConversionFailure("one of its tensors is quantized and another is not.");
  return areNear(a.scales, b.scales) && areNear([a.zero], [b.zero]);
}

/** Lists of one represent as many as the other has, as NumPy broadcasts them. */
function areNear(a: readonly number[], b: readonly number[]): boolean {
  const count = Math.max(a.length, b.length);
  for (const list of [a, b])
    if (list.length !== 1 && list.length !== count)
      throw new ConversionFailure("its tensors have scales for different numbers of channels.");
  for (let i = 0; i < count; i++) {
    const [x, y] = [a[a.length === 1 ? 0 : i] ?? 0, b[b.length === 1 ? 0 : i] ?? 0];
    if (x !== y && !(Math.abs(x - y) <= 1e-5 + 1e-5 * Math.abs(y))) return false;
  }
  return true;
}

/**
 * A number on the grid of a quantized tensor; ties go to the even neighbor, like in Python. Throws if the scale is
 * invalid.
 */
export function quantizedNumber(x: number, scale: number, zero: number): number {
  if (scale === 0) throw new ConversionFailure("its scale is 0.");
  const exact = x / scale;
  if (!Number.isFinite(exact)) throw new ConversionFailure(`its scale is ${scale}.`);
  return roundHalfEven(exact) + zero;
}

function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return rest < 0.5 ? floor : floor + 1;
}

/** The least and the greatest number of a dtype. */
export function rangeOf(dtype: string): readonly [number, number] {
  const integer = /^(u?)int(\d+)$/.exec(dtype);
  if (integer) {
    const bits = Number(integer[2]);
    return integer[1] === "u" ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  }
  if (dtype === "bool") return [0, 1];
  const most = dtype === "float16" ? 65504 : 3.4028234663852886e38;
  return [-most, most];
}

/** A call of `qnn.quantize` that gives the tensor its type. */
export function quantize(r: Relay, x: Expr, q: Quantized, dtype: string): Expr {
  return r.call("qnn.quantize", [x, q.scale, q.zeroPoint], { axis: -1, out_dtype: dtype });
}

export function dequantize(r: Relay, x: Expr, q: Quantized): Expr {
  return r.call("qnn.dequantize", [x, q.scale, q.zeroPoint], { axis: -1, out_dtype: "float32" });
}
