/**
 * Activations. Follows topi/nn/elemwise.py and include/tvm/topi/nn.h upstream.
 */
import { attrOf, eachOf, elementCount, emptyArray, numberOf, type TensorData } from "@relayscope/ir";
import { isFloat, isLong, numberReader, rounder, writer } from "../arithmetic.ts";
import { fixedPointMultiply } from "../fixedPoint.ts";
import { axisOf, type Kernel, type KernelTable, onTensors, tensors } from "../kernel.ts";
import { perChannel } from "./quantization.ts";

function each(compute: (x: number) => number): Kernel {
  return onTensors(1, ([x], out) => {
    if (isLong(x.dtype)) return undefined;
    const [read, write] = [numberReader(x), writer(out)];
    for (let i = 0; i < out.values.length; i++) write(i, compute(read(i)));
    return out;
  });
}

const leakyRelu: Kernel = (args, attrs, result) => {
  const given = numberOf(attrOf(attrs, "alpha"));
  if (given === undefined || result.kind !== "TensorType") return undefined;
  // The slope is a constant of the data's dtype: an integer where the data are integers.
  const slope = isFloat(result.dtype) ? rounder(result.dtype)(given) : Math.trunc(given);
  return each((x) => (x > 0 ? x : x * slope))(args, attrs, result);
};

const prelu = onTensors(2, ([x, slopes], out, attrs) => {
  if (isLong(x.dtype)) return undefined;
  const slope = perChannel(slopes, x.shape, axisOf(attrs, "axis", x.shape.length, 1));
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < out.values.length; i++) write(i, read(i) > 0 ? read(i) : read(i) * slope(i));
  return out;
});

const fixedPointPerAxis = onTensors(4, ([x, multiplier, left, right], out, attrs) => {
  const axes = attrOf(attrs, "axes");
  const axis = Array.isArray(axes) && axes.length === 1 ? numberOf(axes[0]) : undefined;
  if (axis === undefined) return undefined;
  const [hasLeft, hasRight] = [attrOf(attrs, "is_lshift_required") === true, attrOf(attrs, "is_rshift_required") === true];
  const size = x.shape[axis] ?? 1;
  const used = [multiplier, ...(hasLeft ? [left] : []), ...(hasRight ? [right] : [])];
  if (used.some((t) => t.values.length !== 1 && t.values.length < size)) return undefined;
  const [by, up, down] = eachOf([multiplier, left, right], (t) => perChannel(t, x.shape, axis));
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < out.values.length; i++) {
    const [l, r] = [hasLeft ? up(i) : 0, hasRight ? down(i) : 0];
    if (l > 0 && r > 0) return undefined;
    write(i, fixedPointMultiply(read(i), by(i), l - r));
  }
  return out;
});

/** The same bits as another dtype of the same width. */
const reinterpret: Kernel = (args, _attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  if (!x || result.kind !== "TensorType") return undefined;
  const out = emptyArray(result.dtype, elementCount(x.shape));
  if (!out || out.BYTES_PER_ELEMENT !== x.values.BYTES_PER_ELEMENT || result.dtype === "bool" || x.dtype === "bool") return undefined;
  const made = x.values.slice();
  const values = Reflect.construct(out.constructor, [made.buffer, 0, made.length]) as TensorData["values"];
  return { dtype: result.dtype, shape: x.shape, values };
};

export const activations: KernelTable = {
  fixed_point_multiply_per_axis: fixedPointPerAxis,
  "nn.leaky_relu": leakyRelu,
  "nn.prelu": prelu,
  reinterpret,
};
