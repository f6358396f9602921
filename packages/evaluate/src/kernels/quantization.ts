/**
 * Scales and zero points: quantizing, dequantizing and requantizing. Follows
 * src/relay/qnn/op/{quantize,dequantize,requantize}.cc.
 */
import { type Attrs, attrOf, eachOf, elementCount, intOf, type TensorData } from "@relayscope/ir";
import { leastOf, mostOf, numberReader, roundHalfAway, writer } from "../arithmetic.ts";
import { fixedPointMultiply, fixedPointOf } from "../fixedPoint.ts";
import { axisOf, blank, type Kernel, type KernelTable, onTensors, tensors } from "../kernel.ts";
import { zeroTensor } from "../layouts.ts";

/** What a number of a quantized tensor means: `scale * (q - zero)`; each one value, or one a channel of the axis. */
export interface Quantity {
  readonly scale: TensorData;
  readonly zero: TensorData;
}

/** How requantizing computes and rounds. */
export interface Requantizing {
  readonly rounding: "UPWARD" | "TONEAREST";
  readonly compute: "int64" | "float32" | "float64";
}

const usual: Requantizing = { rounding: "UPWARD", compute: "int64" };

/** Reads the value that holds for a flat position: one for all, or one a channel. */
export function perChannel(values: TensorData, shape: readonly number[], axis: number): (flat: number) => number {
  const read = numberReader(values);
  if (values.values.length === 1) {
    const only = read(0);
    return () => only;
  }
  const size = shape[axis] ?? 1;
  const step = elementCount(shape.slice(axis + 1));
  return (flat) => read(Math.floor(flat / step) % size);
}

/** The least and the largest value of an integer dtype, as the reference clips to them. */
export function rangeOf(dtype: string): readonly [number, number] {
  return [leastOf(dtype), mostOf(dtype)];
}

/** What is not a number becomes the upper bound, as in the reference's generated code. */
const clip = (x: number, [least, most]: readonly [number, number]) => (x < most ? Math.max(x, least) : most);

/** The same numbers on another scale, of another dtype; int32 is not clipped. The output's scale must be one number. */
export function requantized(
  x: TensorData,
  from: Quantity,
  to: Quantity & { readonly dtype: string },
  axis: number,
  how: Requantizing = usual,
): TensorData | undefined {
  const { dtype } = to;
  const out = zeroTensor(dtype, x.shape);
  if (!out || to.scale.values.length !== 1) return undefined;
  const outScale = numberReader(to.scale)(0);
  const [read, write] = [numberReader(x), writer(out)];
  const channel = axis < 0 ? axis + x.shape.length : axis;
  const [scaleAt, zeroAt, outZeroAt] = eachOf([from.scale, from.zero, to.zero], (t) => perChannel(t, x.shape, channel));
  const isKept = from.scale.shape.length === 0 && scaleAt(0) === outScale;
  const range = dtype === "int32" ? undefined : rangeOf(dtype);
  const isUpward = how.rounding === "UPWARD";
  const factors = new Map<number, ReturnType<typeof fixedPointOf>>();
  const factorOf = (scale: number) => {
    let factor = factors.get(scale);
    if (!factor) {
      factor = fixedPointOf(scale / outScale);
      factors.set(scale, factor);
    }
    return factor;
  };
  const fit = how.compute === "float32" ? Math.fround : (v: number) => v;
  for (let i = 0; i < out.values.length; i++) {
    let value: number;
    if (how.compute === "int64") {
      value = (read(i) - zeroAt(i)) | 0;
      if (!isKept) {
        const { multiplier, shift } = factorOf(scaleAt(i));
        value = fixedPointMultiply(value, multiplier, shift, !isUpward);
      }
      value = (value + outZeroAt(i)) | 0;
    } else {
      value = fit(fit(read(i)) - zeroAt(i));
      if (!isKept) value = fit(value * fit(scaleAt(i) / outScale));
      value = fit(value + outZeroAt(i));
      value = isUpward ? Math.floor(fit(value + 0.5)) : roundHalfAway(value);
    }
    write(i, range ? clip(value, range) : value);
  }
  return out;
}

/** As `requantized`; merely cast where scale and zero point are the output's. */
export function requantizedOrCast(x: TensorData, from: Quantity, to: Quantity, axis: number, dtype = "int32"): TensorData | undefined {
  const isSame = (a: TensorData, b: TensorData) =>
    a.shape.length === 0 && b.shape.length === 0 && numberReader(a)(0) === numberReader(b)(0);
  if (!isSame(from.scale, to.scale) || !isSame(from.zero, to.zero)) return requantized(x, from, { ...to, dtype }, axis);
  return shifted(x, undefined, -1, dtype);
}

/** A tensor cast to integers, its zero point taken off. */
export function shifted(x: TensorData, zero: TensorData | undefined, axis = -1, dtype = "int32"): TensorData | undefined {
  const out = zeroTensor(dtype, x.shape);
  const channel = axis < 0 ? axis + x.shape.length : axis;
  const fits = !zero || zero.values.length === 1 || zero.values.length === x.shape[channel];
  if (!out || !fits) return undefined;
  const [read, write] = [numberReader(x), writer(out)];
  const zeroAt = zero ? perChannel(zero, x.shape, channel) : () => 0;
  for (let i = 0; i < out.values.length; i++) write(i, read(i) - zeroAt(i));
  return out;
}

/** Real numbers as integers on a scale. */
export function quantized(x: TensorData, { scale, zero }: Quantity, axis: number, dtype: string): TensorData | undefined {
  const out = zeroTensor(dtype, x.shape);
  if (!out) return undefined;
  const channel = axis < 0 ? axis + x.shape.length : axis;
  const [scaleAt, zeroAt] = [perChannel(scale, x.shape, channel), perChannel(zero, x.shape, channel)];
  const [read, write, range] = [numberReader(x), writer(out), rangeOf(dtype)];
  for (let i = 0; i < out.values.length; i++) {
    write(i, Math.trunc(clip(Math.fround(roundHalfAway(Math.fround(read(i) / scaleAt(i))) + zeroAt(i)), range)));
  }
  return out;
}

/** What integers on a scale mean. */
export function dequantized(x: TensorData, { scale, zero }: Quantity, axis: number, dtype = "float32"): TensorData | undefined {
  const out = zeroTensor(dtype, x.shape);
  if (!out) return undefined;
  const channel = axis < 0 ? axis + x.shape.length : axis;
  const [scaleAt, zeroAt] = [perChannel(scale, x.shape, channel), perChannel(zero, x.shape, channel)];
  const [read, write] = [numberReader(x), writer(out)];
  const clipped = (real: number) => (dtype === "float16" ? clip(real, rangeOf(dtype)) : real);
  for (let i = 0; i < out.values.length; i++) write(i, clipped(Math.fround(Math.fround((read(i) - zeroAt(i)) | 0) * scaleAt(i))));
  return out;
}

const quantize: Kernel = (args, attrs, result) => {
  const [x, scale, zero] = tensors(args, 3) ?? [];
  if (!x || !scale || !zero || result.kind !== "TensorType") return undefined;
  return quantized(x, { scale, zero }, axisOf(attrs, "axis", x.shape.length, -1), result.dtype);
};

const dequantize: Kernel = (args, attrs, result) => {
  const [x, scale, zero] = tensors(args, 3) ?? [];
  if (!x || !scale || !zero || result.kind !== "TensorType") return undefined;
  return dequantized(x, { scale, zero }, axisOf(attrs, "axis", x.shape.length, -1), result.dtype);
};

function requantizingOf(attrs: Attrs | undefined): Requantizing | undefined {
  const [rounding, compute] = [attrOf(attrs, "rounding"), attrOf(attrs, "compute_dtype")];
  if (rounding !== "None" && rounding !== "UPWARD" && rounding !== "TONEAREST") return undefined;
  if (compute !== "None" && compute !== "int64" && compute !== "float32" && compute !== "float64") return undefined;
  return { rounding: rounding === "None" ? usual.rounding : rounding, compute: compute === "None" ? usual.compute : compute };
}

const requantize: Kernel = (args, attrs, result) => {
  const [x, scale, zero, outScale, outZero] = tensors(args, 5) ?? [];
  const how = requantizingOf(attrs);
  if (!x || !scale || !zero || !outScale || !outZero || !how || result.kind !== "TensorType") return undefined;
  const to = { scale: outScale, zero: outZero, dtype: result.dtype };
  return requantized(x, { scale, zero }, to, intOf(attrOf(attrs, "axis")) ?? -1, how);
};

const simulatedDtypes = [undefined, "int8", "uint8", "int32"];

/** `qnn.simulated_quantize` and its inverse, which stay in floats; the dtype is an argument. */
function simulated(isInverse: boolean): Kernel {
  return onTensors(4, ([x, code, scale, zero], out, attrs) => {
    const dtype = simulatedDtypes[numberReader(code)(0)];
    if (!dtype) return x;
    const axis = axisOf(attrs, "axis", x.shape.length, -1);
    const [scaleAt, zeroAt] = [perChannel(scale, x.shape, axis), perChannel(zero, x.shape, axis)];
    const [read, write, range] = [numberReader(x), writer(out), rangeOf(dtype)];
    for (let i = 0; i < out.values.length; i++) {
      if (isInverse) write(i, (read(i) - zeroAt(i)) * scaleAt(i));
      else write(i, clip(roundHalfAway(Math.fround(read(i) / scaleAt(i))) + zeroAt(i), range));
    }
    return out;
  });
}

/** What quantizing will do to a float network, computed in floats: scaled, clipped, rounded, scaled back. */
const annotated: Kernel = (args, attrs, result) => {
  const [x, scale, least, most] = tensors(args, 4) ?? [];
  const out = blank(result);
  if (!x || !out) return undefined;
  if (intOf(attrOf(attrs, "kind")) === 0) return x;
  if (!scale || !least || !most || attrOf(attrs, "sign") !== true || attrOf(attrs, "rounding") !== "round") return undefined;
  const [by, low, high] = eachOf([scale, least, most], (t) => numberReader(t)(0));
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < out.values.length; i++) write(i, roundHalfAway(clip(Math.fround(read(i) / by), [low, high])) * by);
  return out;
};

export const quantization: KernelTable = {
  "qnn.dequantize": dequantize,
  "qnn.quantize": quantize,
  "qnn.requantize": requantize,
  "qnn.simulated_dequantize": simulated(true),
  "qnn.simulated_quantize": simulated(false),
  "relay.op.annotation.simulated_quantize": annotated,
};
