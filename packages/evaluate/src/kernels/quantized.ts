/** Quantized operators, computed like the reference's lowered form. Follows src/relay/qnn/op. */
import { type Attrs, attrOf, elementCount, intOf, numberOf, present, type TensorData, type Type, tensorType } from "@relayscope/ir";
import { numberReader, writer } from "../arithmetic.ts";
import { fixedPointMultiply, fixedPointOf } from "../fixedPoint.ts";
import { axisOf, isTensor, type Kernel, type KernelTable, tensors, type Value } from "../kernel.ts";
import { axesOfLayout, zeroTensor } from "../layouts.ts";
import { convolution } from "./convolution.ts";
import { combined, erf } from "./pointwise.ts";
import { windowPool } from "./pooling.ts";
import { product } from "./products.ts";
import { dequantized, type Quantity, quantized, rangeOf, requantized, requantizedOrCast, shifted } from "./quantization.ts";
import { concatenated } from "./shapes.ts";

/**
 * Operands without their zero points, as int32. The second operand may have a zero point for each channel of `axis`.
 */
function operands(args: readonly Value[], axis: number): readonly [TensorData, TensorData] | undefined {
  const [a, b, za, zb] = tensors(args, 4) ?? [];
  if (!a || !b || !za || !zb || za.values.length !== 1 || axis < 0) return undefined;
  const [x, y] = [shifted(a, za), shifted(b, zb, axis)];
  return x && y && [x, y];
}

function convolutionKernel(isTransposed: boolean): Kernel {
  return (args, attrs, result) => {
    const layout = attrOf(attrs, "kernel_layout");
    const pair =
      typeof layout === "string"
        ? operands(
            args,
            axesOfLayout(layout).findIndex((a) => a.letter === "O"),
          )
        : undefined;
    return pair && convolution(pair[0], pair[1], attrs, result, { spatial: "HW", isTransposed });
  };
}

const dense: Kernel = (args, _attrs, result) => {
  const [x, y] = operands(args, 0) ?? [];
  if (!x || !y) return undefined;
  return product({ ...x, shape: [elementCount(x.shape.slice(0, -1)), x.shape.at(-1) ?? 1] }, y, false, true, result);
};

const batchMatmul: Kernel = (args, _attrs, result) => {
  const [x, y] = operands(args, 0) ?? [];
  return x && y && product(x, y, false, true, result);
};

/** int32 elements clipped to the result's dtype. */
function narrowed(x: TensorData | undefined, dtype: string): TensorData | undefined {
  const out = x && zeroTensor(dtype, x.shape);
  if (!x || !out) return undefined;
  const [read, write] = [numberReader(x), writer(out)];
  const [least, most] = rangeOf(dtype);
  for (let i = 0; i < out.values.length; i++) write(i, Math.min(Math.max(read(i), least), most));
  return out;
}

interface BinaryOperands {
  readonly lhs: TensorData;
  readonly rhs: TensorData;
  readonly from: readonly [Quantity, Quantity];
  readonly to: Quantity;
  readonly axes: readonly [number, number];
  readonly shape: readonly number[];
  readonly dtype: string;
}

function binaryOperands(args: readonly unknown[], attrs: Attrs | undefined, result: Type): BinaryOperands | undefined {
  const [lhs, rhs, scaleA, zeroA, scaleB, zeroB, scale, zero] = args as readonly TensorData[];
  if (![lhs, rhs, scaleA, zeroA, scaleB, zeroB, scale, zero].every(isTensor) || result.kind !== "TensorType") return undefined;
  const shape = result.shape.filter((d) => typeof d === "number");
  if (shape.length !== result.shape.length) return undefined;
  return {
    lhs: present(lhs),
    rhs: present(rhs),
    from: [
      { scale: present(scaleA), zero: present(zeroA) },
      { scale: present(scaleB), zero: present(zeroB) },
    ],
    to: { scale: present(scale), zero: present(zero) },
    axes: [intOf(attrOf(attrs, "lhs_axis")) ?? -1, intOf(attrOf(attrs, "rhs_axis")) ?? -1],
    shape,
    dtype: result.dtype,
  };
}

/** Sums and differences: both operands are put on the output's scale first; the zero point then counts once. */
function additive(sign: 1 | -1): Kernel {
  return (args, attrs, result) => {
    const o = binaryOperands(args, attrs, result);
    if (!o) return undefined;
    const a = requantizedOrCast(o.lhs, o.from[0], o.to, o.axes[0]);
    const b = requantizedOrCast(o.rhs, o.from[1], o.to, o.axes[1]);
    if (!a || !b) return undefined;
    const zero = numberReader(o.to.zero)(0);
    return narrowed(
      combined(a, b, tensorType(o.shape, "int32"), (x, y) => (x + sign * y - sign * zero) | 0),
      o.dtype,
    );
  };
}

const multiply: Kernel = (args, attrs, result) => {
  const o = binaryOperands(args, attrs, result);
  if (!o) return undefined;
  const [scaleA, scaleB] = [o.from[0].scale, o.from[1].scale];
  const isPerTensor = scaleA.shape.length === 0 && scaleB.shape.length === 0;
  // Per channel, the reference reads as many scales of each operand as the first has, whether they are there or not.
  if (!isPerTensor && (o.axes[0] !== o.axes[1] || scaleA.values.length !== scaleB.values.length)) return undefined;
  const [a, b] = [shifted(o.lhs, o.from[0].zero, o.axes[0]), shifted(o.rhs, o.from[1].zero, o.axes[1])];
  const raw = a && b && combined(a, b, tensorType(o.shape, "int32"), Math.imul);
  const scale = combined(scaleA, scaleB, tensorType(scaleA.shape.length > 0 ? scaleA.shape : scaleB.shape, "float32"), (x, y) => x * y);
  const zero = zeroTensor("int32", []);
  return raw && scale && zero && requantized(raw, { scale, zero }, { ...o.to, dtype: o.dtype }, o.axes[0]);
};

const concatenate: Kernel = (args, attrs, result) => {
  const [parts, scales, zeros, scale, zero] = args;
  if (isTensor(parts) || isTensor(scales) || isTensor(zeros) || !isTensor(scale) || !isTensor(zero) || result.kind !== "TensorType")
    return undefined;
  const { dtype, shape } = result;
  const moved = parts?.map((part, i) => {
    const from = { scale: scales?.[i], zero: zeros?.[i] };
    if (!isTensor(part) || !isTensor(from.scale) || !isTensor(from.zero)) return undefined;
    return requantizedOrCast(part, { scale: from.scale, zero: from.zero }, { scale, zero }, -1, dtype);
  });
  if (!moved?.every(isTensor)) return undefined;
  return concatenated(moved as readonly TensorData[], axisOf(attrs, "axis", shape.length), result);
};

interface UnaryOperands {
  readonly x: TensorData;
  readonly from: Quantity;
  readonly to: Quantity;
}

function unaryOperands(args: readonly unknown[]): UnaryOperands | undefined {
  const [x, scale, zero, outScale, outZero] = args as readonly TensorData[];
  if (![x, scale, zero, outScale, outZero].every(isTensor)) return undefined;
  return {
    x: present(x),
    from: { scale: present(scale), zero: present(zero) },
    to: { scale: present(outScale), zero: present(outZero) },
  };
}

/** Functions that the reference looks up in a table made by dequantizing, computing in floats, and quantizing. */
function lookup(compute: (x: number) => number): Kernel {
  return (args, _attrs, result) => {
    const o = unaryOperands(args);
    const real = o && dequantized(o.x, o.from, -1);
    if (!o || !real || result.kind !== "TensorType") return undefined;
    const write = writer(real);
    const read = numberReader(real);
    for (let i = 0; i < real.values.length; i++) write(i, compute(read(i)));
    return quantized(real, o.to, -1, result.dtype);
  };
}

const leakyRelu: Kernel = (args, attrs, result) => {
  const o = unaryOperands(args);
  const alpha = numberOf(attrOf(attrs, "alpha"));
  const moved = o && requantizedOrCast(o.x, o.from, o.to, -1);
  if (!o || !moved || alpha === undefined || result.kind !== "TensorType") return undefined;
  const [slope, rest] = [fixedPointOf(alpha), fixedPointOf(1 - alpha)];
  const [zero, outZero] = [numberReader(o.from.zero)(0), numberReader(o.to.zero)(0)];
  const shift = fixedPointMultiply(outZero, rest.multiplier, rest.shift);
  const [read, readMoved, write] = [numberReader(o.x), numberReader(moved), writer(moved)];
  for (let i = 0; i < moved.values.length; i++) {
    if (read(i) < zero) write(i, fixedPointMultiply(readMoved(i), slope.multiplier, slope.shift) + shift);
  }
  return narrowed(moved, result.dtype);
};

const averagePool: Kernel = (args, attrs, result) => {
  const o = unaryOperands(args);
  const moved = o && requantizedOrCast(o.x, o.from, o.to, -1);
  if (!moved || result.kind !== "TensorType") return undefined;
  return narrowed(windowPool(moved, attrs, tensorType(result.shape, "int32"), "HW", "avg"), result.dtype);
};

export const quantizedOperators: KernelTable = {
  "qnn.abs": lookup(Math.abs),
  "qnn.add": additive(1),
  "qnn.avg_pool2d": averagePool,
  "qnn.batch_matmul": batchMatmul,
  "qnn.concatenate": concatenate,
  "qnn.conv2d": convolutionKernel(false),
  "qnn.conv2d_transpose": convolutionKernel(true),
  "qnn.dense": dense,
  "qnn.erf": lookup(erf),
  "qnn.exp": lookup(Math.exp),
  "qnn.hardswish": lookup((x) => (x * Math.min(Math.max(x + 3, 0), 6)) / 6),
  "qnn.leaky_relu": leakyRelu,
  "qnn.log": lookup(Math.log),
  "qnn.mul": multiply,
  "qnn.rsqrt": lookup((x) => 1 / Math.sqrt(x)),
  "qnn.sigmoid": lookup((x) => 1 / (1 + Math.exp(-x))),
  "qnn.sqrt": lookup(Math.sqrt),
  "qnn.subtract": additive(-1),
  "qnn.tanh": lookup(Math.tanh),
};
