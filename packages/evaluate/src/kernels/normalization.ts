/**
 * Softmax and the normalizations. Follows topi/nn upstream: softmax.py, batch_norm.py, and
 * include/tvm/topi/nn/{layer_norm,group_norm,instance_norm,local_response_norm}.h.
 */
import { type Attrs, attrOf, elementCount, intOf, intsOf, numberOf, present, type TensorData, type Type } from "@relayscope/ir";
import { isFloat, numberReader, rounder, writer } from "../arithmetic.ts";
import { axisOf, blank, eachIndex, type Kernel, type KernelTable, onTensors, stridesOf, tensors } from "../kernel.ts";

/** For each element, the number of the group that it is normalized with; and how many groups there are. */
interface Groups {
  readonly of: Int32Array;
  readonly count: number;
}

/** Groups by the index along the axes that are kept. */
function groupsOf(shape: readonly number[], isReduced: (axis: number) => boolean): Groups {
  const kept = shape.map((d, i) => (isReduced(i) ? 1 : d));
  const steps = stridesOf(kept).map((s, i) => (isReduced(i) ? 0 : s));
  const of = new Int32Array(elementCount(shape));
  eachIndex(shape, (index, flat) => {
    let at = 0;
    for (let i = 0; i < index.length; i++) at += present(index[i]) * present(steps[i]);
    of[flat] = at;
  });
  return { of, count: elementCount(kept) };
}

function softmax(isLog: boolean): Kernel {
  return onTensors(1, ([x], out, attrs) => {
    if (!isFloat(x.dtype)) return undefined;
    const axis = axisOf(attrs, "axis", x.shape.length, -1);
    const groups = groupsOf(x.shape, (a) => a === axis);
    const largest = new Float64Array(groups.count).fill(Number.NEGATIVE_INFINITY);
    const sums = new Float64Array(groups.count);
    const [read, write, round] = [numberReader(x), writer(out), rounder(x.dtype)];
    groups.of.forEach((g, i) => {
      largest[g] = Math.max(present(largest[g]), read(i));
    });
    const powers = Float64Array.from(groups.of, (g, i) => round(Math.exp(round(read(i) - present(largest[g])))));
    groups.of.forEach((g, i) => {
      sums[g] = round(present(sums[g]) + present(powers[i]));
    });
    groups.of.forEach((g, i) => {
      const shifted = round(read(i) - present(largest[g]));
      write(i, isLog ? shifted - round(Math.log(present(sums[g]))) : present(powers[i]) / present(sums[g]));
    });
    return out;
  });
}

/** An element of a vector along an axis, for each element of a shape. */
function alongAxis(vector: TensorData, shape: readonly number[], axis: number): (flat: number) => number {
  const read = numberReader(vector);
  const step = elementCount(shape.slice(axis + 1));
  const size = present(shape[axis]);
  return (flat) => read(Math.floor(flat / step) % size);
}

interface Affine {
  readonly gamma: ((flat: number) => number) | undefined;
  readonly beta: ((flat: number) => number) | undefined;
}

function affineOf(attrs: Attrs | undefined, gamma: TensorData, beta: TensorData, shape: readonly number[], axis: number): Affine {
  return {
    gamma: attrOf(attrs, "scale") === false ? undefined : alongAxis(gamma, shape, axis),
    beta: attrOf(attrs, "center") === false ? undefined : alongAxis(beta, shape, axis),
  };
}

const batchNorm: Kernel = (args, attrs, result) => {
  const [x, gamma, beta, mean, variance] = tensors(args, 5) ?? [];
  if (!x || !gamma || !beta || !mean || !variance || result.kind !== "TupleType" || !result.fields[0]) return undefined;
  const out = blank(result.fields[0]);
  if (!out) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length, 1);
  const epsilon = numberOf(attrOf(attrs, "epsilon")) ?? 1e-5;
  const affine = affineOf(attrs, gamma, beta, x.shape, axis);
  const [meanAt, varianceAt] = [alongAxis(mean, x.shape, axis), alongAxis(variance, x.shape, axis)];
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < out.values.length; i++) {
    const normal = (read(i) - meanAt(i)) / Math.sqrt(varianceAt(i) + epsilon);
    write(i, normal * (affine.gamma?.(i) ?? 1) + (affine.beta?.(i) ?? 0));
  }
  return [out, mean, variance];
};

/** Normalizes each group to mean 0 and variance 1, then scales and shifts along the axis. */
function normalized(x: TensorData, { of, count }: Groups, affine: Affine, attrs: Attrs | undefined, result: Type): TensorData | undefined {
  const out = blank(result);
  const epsilon = numberOf(attrOf(attrs, "epsilon")) ?? 1e-5;
  if (!out || !isFloat(x.dtype)) return undefined;
  const [sums, squares, sizes] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const [read, write, round] = [numberReader(x), writer(out), rounder(x.dtype)];
  of.forEach((g, i) => {
    sums[g] = round(present(sums[g]) + read(i));
    sizes[g] = present(sizes[g]) + 1;
  });
  const means = sums.map((sum, g) => round(sum / present(sizes[g])));
  of.forEach((g, i) => {
    const apart = round(read(i) - present(means[g]));
    squares[g] = round(present(squares[g]) + round(apart * apart));
  });
  const deviations = squares.map((sum, g) => round(Math.sqrt(round(round(sum / present(sizes[g])) + round(epsilon)))));
  of.forEach((g, i) => {
    const normal = round(round(read(i) - present(means[g])) / present(deviations[g]));
    write(i, round(normal * (affine.gamma?.(i) ?? 1)) + (affine.beta?.(i) ?? 0));
  });
  return out;
}

/** Layer normalization runs along its axis; instance normalization over all axes but the batch and its axis. */
function axisNorm(isReduced: (axis: number, named: number) => boolean, usual: number): Kernel {
  return (args, attrs, result) => {
    const [x, gamma, beta] = tensors(args, 3) ?? [];
    if (!x || !gamma || !beta) return undefined;
    const axis = axisOf(attrs, "axis", x.shape.length, usual);
    const groups = groupsOf(x.shape, (a) => isReduced(a, axis));
    const affine = affineOf(attrs, gamma, beta, x.shape, axis);
    return normalized(x, groups, affine, attrs, result);
  };
}

const groupNorm: Kernel = (args, attrs, result) => {
  const [x, gamma, beta] = tensors(args, 3) ?? [];
  const groupCount = intOf(attrOf(attrs, "num_groups"));
  const axis = x ? axisOf(attrs, "axis", x.shape.length, 1) : 0;
  // The reference's results along other axes depend on how it is run.
  if (!x || !gamma || !beta || !groupCount || groupCount < 0 || axis !== 1) return undefined;
  const size = present(x.shape[axis]);
  const step = elementCount(x.shape.slice(axis + 1));
  const perGroup = size / groupCount;
  const batch = elementCount(x.shape) / Math.max(1, present(x.shape[0]));
  const of = new Int32Array(elementCount(x.shape));
  for (let i = 0; i < of.length; i++) of[i] = Math.floor(i / batch) * groupCount + Math.floor((Math.floor(i / step) % size) / perGroup);
  const affine = affineOf(attrs, gamma, beta, x.shape, axis);
  return normalized(x, { of, count: present(x.shape[0]) * groupCount }, affine, attrs, result);
};

const l2Normalize = onTensors(1, ([x], out, attrs) => {
  const epsilon = numberOf(attrOf(attrs, "eps"));
  const given = intsOf(attrOf(attrs, "axis")) ?? [];
  if (epsilon === undefined || !isFloat(x.dtype)) return undefined;
  const axes = new Set(given.map((a) => (a < 0 ? a + x.shape.length : a)));
  const groups = groupsOf(x.shape, (a) => axes.size === 0 || axes.has(a));
  const sums = new Float64Array(groups.count);
  const [read, write] = [numberReader(x), writer(out)];
  groups.of.forEach((g, i) => {
    sums[g] = present(sums[g]) + read(i) ** 2;
  });
  groups.of.forEach((g, i) => {
    write(i, read(i) / Math.sqrt(Math.max(present(sums[g]), epsilon)));
  });
  return out;
});

const localResponseNorm: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  const out = blank(result);
  const [size, bias, alpha, beta] = ["size", "bias", "alpha", "beta"].map((name) => numberOf(attrOf(attrs, name)));
  if (!x || !out || !isFloat(x.dtype) || size === undefined || bias === undefined || alpha === undefined || beta === undefined)
    return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length, 1);
  const step = elementCount(x.shape.slice(axis + 1));
  const channels = x.shape[axis];
  if (channels === undefined) return undefined;
  const reach = Math.floor(size / 2);
  const [read, write] = [numberReader(x), writer(out)];
  for (let i = 0; i < out.values.length; i++) {
    const channel = Math.floor(i / step) % channels;
    let energy = 0;
    for (let c = Math.max(0, channel - reach); c <= Math.min(channels - 1, channel - reach + size - 1); c++)
      energy += read(i + (c - channel) * step) ** 2;
    write(i, read(i) / (bias + (alpha * energy) / size) ** beta);
  }
  return out;
};

export const normalization: KernelTable = {
  "nn.batch_norm": batchNorm,
  "nn.fast_softmax": softmax(false),
  "nn.group_norm": groupNorm,
  "nn.instance_norm": axisNorm((axis, named) => axis > 0 && axis !== named, 1),
  "nn.l2_normalize": l2Normalize,
  "nn.layer_norm": axisNorm((axis, named) => axis === named, -1),
  "nn.log_softmax": softmax(true),
  "nn.lrn": localResponseNorm,
  "nn.softmax": softmax(false),
};
