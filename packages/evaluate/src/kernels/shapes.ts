/**
 * Operators that move, repeat or make data. Follows the computes in src/relay/op/tensor/transform.cc and
 * include/tvm/topi/transform.h.
 */
import {
  attrOf,
  elementCount,
  intOf,
  intsOf,
  isAttrList,
  present,
  scalarTensor,
  setElement,
  type TensorData,
  type Type,
} from "@relayscope/ir";
import { numberReader, slotsOf } from "../arithmetic.ts";
import {
  axisOf,
  blank,
  eachIndex,
  gathered,
  isTensor,
  type Kernel,
  type KernelTable,
  onTensors,
  stridesOf,
  tensors,
  type Value,
} from "../kernel.ts";
import { axesOfLayout, reordered, scattered, strided } from "../layouts.ts";
import { castTensor } from "./pointwise.ts";

const dot = (index: readonly number[], strides: readonly number[]) => index.reduce((sum, at, axis) => sum + at * present(strides[axis]), 0);

/** The same elements in another shape. */
const reshaped: Kernel = (args, _attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  const out = blank(result);
  return x && out && x.values.length === out.values.length ? { ...out, values: x.values } : undefined;
};

const transpose = onTensors(1, ([x], out, attrs) => {
  const given = intsOf(attrOf(attrs, "axes"));
  const rank = x.shape.length;
  const axes = given && given.length > 0 ? given.map((a) => (a < 0 ? a + rank : a)) : x.shape.map((_, i) => rank - 1 - i);
  const strides = stridesOf(x.shape);
  const step = axes.map((a) => present(strides[a]));
  return strided(x, out, step);
});

const broadcast = onTensors(1, ([x], out) => {
  const lead = out.shape.length - x.shape.length;
  if (x.shape.some((size, axis) => size !== 1 && size !== out.shape[axis + lead])) return undefined;
  const strides = stridesOf(x.shape);
  const step = out.shape.map((_, axis) => (axis < lead || x.shape[axis - lead] === 1 ? 0 : present(strides[axis - lead])));
  return strided(x, out, step);
});

/** Joins tensors along an axis. */
export function concatenated(parts: readonly TensorData[], axis: number, result: Type): TensorData | undefined {
  const out = blank(result);
  if (!out) return undefined;
  const strides = stridesOf(out.shape);
  let start = 0;
  for (const part of parts) {
    scattered(part, out, strides, start * present(strides[axis]));
    start += present(part.shape[axis]);
  }
  return out;
}

const fieldsOf = (value: Value | undefined): readonly TensorData[] | undefined => {
  if (value === undefined || isTensor(value)) return undefined;
  return value.every(isTensor) ? value : undefined;
};

const concatenate: Kernel = (args, attrs, result) => {
  const parts = fieldsOf(args[0]);
  return parts && result.kind === "TensorType" ? concatenated(parts, axisOf(attrs, "axis", result.shape.length), result) : undefined;
};

const stack: Kernel = (args, attrs, result) => {
  const parts = fieldsOf(args[0]);
  if (!parts || result.kind !== "TensorType") return undefined;
  const axis = axisOf(attrs, "axis", result.shape.length);
  return concatenated(
    parts.map((p) => ({ ...p, shape: [...p.shape.slice(0, axis), 1, ...p.shape.slice(axis)] })),
    axis,
    result,
  );
};

const split: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  if (!x || result.kind !== "TupleType") return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length);
  const strides = stridesOf(x.shape);
  const parts: TensorData[] = [];
  let start = 0;
  for (const field of result.fields) {
    const part = blank(field);
    if (!part) return undefined;
    const offset = start * present(strides[axis]);
    parts.push(strided(x, part, strides, offset));
    start += present(part.shape[axis]);
  }
  return parts;
};

const stridedSlice: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  const out = blank(result);
  const begin = intsOf(attrOf(attrs, "begin"));
  if (!x || !out || !begin || args.length > 1) return undefined;
  const isSize = attrOf(attrs, "slice_mode") === "size";
  const steps = isSize ? [] : (intsOf(attrOf(attrs, "strides")) ?? []);
  const axes = intsOf(attrOf(attrs, "axes")) ?? begin.map((_, i) => i);
  const strides = stridesOf(x.shape);
  const start = x.shape.map(() => 0);
  const step = x.shape.map(() => 1);
  axes.forEach((given, i) => {
    const axis = given < 0 ? given + x.shape.length : given;
    const size = present(x.shape[axis]);
    const by = steps[i] ?? 1;
    const from = present(begin[i]) < 0 ? present(begin[i]) + size : present(begin[i]);
    start[axis] = by < 0 ? Math.max(-1, Math.min(from, size - 1)) : Math.max(0, Math.min(from, size));
    step[axis] = by;
  });
  const along = strides.map((by, axis) => by * present(step[axis]));
  return strided(x, out, along, dot(start, strides));
};

const take = onTensors(2, ([x, indices], out, attrs) => {
  if (intOf(attrOf(attrs, "batch_dims"))) return undefined;
  const mode = attrOf(attrs, "mode");
  const read = numberReader(indices);
  const within = (at: number, size: number) =>
    mode === "wrap" ? ((at % size) + size) % size : Math.max(0, Math.min(at < 0 && mode === "fast" ? at + size : at, size - 1));
  if (intOf(attrOf(attrs, "axis")) === undefined)
    return gathered(x, out, (index) => within(read(dot(index, stridesOf(indices.shape))), x.values.length));
  const axis = axisOf(attrs, "axis", x.shape.length);
  const size = x.shape[axis];
  if (size === undefined) return undefined;
  const strides = stridesOf(x.shape);
  const indexStrides = stridesOf(indices.shape);
  const width = indices.shape.length;
  return gathered(x, out, (index) => {
    const at = within(read(dot(index.slice(axis, axis + width), indexStrides)), size);
    return dot([...index.slice(0, axis), at, ...index.slice(axis + width)], strides);
  });
});

const tile = onTensors(1, ([x], out) => {
  const lead = out.shape.length - x.shape.length;
  const strides = stridesOf(x.shape);
  return gathered(x, out, (index) =>
    x.shape.reduce((sum, size, axis) => sum + (present(index[axis + lead]) % size) * present(strides[axis]), 0),
  );
});

const repeat = onTensors(1, ([x], out, attrs) => {
  const times = intOf(attrOf(attrs, "repeats"));
  if (!times || intOf(attrOf(attrs, "axis")) === undefined) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length);
  const strides = stridesOf(x.shape);
  return gathered(x, out, (index) =>
    dot(
      index.map((at, i) => (i === axis ? Math.floor(at / times) : at)),
      strides,
    ),
  );
});

const reverse = onTensors(1, ([x], out, attrs) => {
  const axis = axisOf(attrs, "axis", x.shape.length);
  const strides = stridesOf(x.shape);
  return gathered(x, out, (index) =>
    dot(
      index.map((at, i) => (i === axis ? present(x.shape[axis]) - 1 - at : at)),
      strides,
    ),
  );
});

/** A tensor of one value. */
function filled(result: Type, value: number | bigint): TensorData | undefined {
  const out = blank(result);
  if (!out) return undefined;
  const scalar = scalarTensor(value, out.dtype);
  if (!scalar) return undefined;
  slotsOf(out).fill(present(scalar.values[0]));
  return out;
}

const full: Kernel = (args, _attrs, result) => {
  const value = args[args.length - 1];
  const out = blank(result);
  if (!isTensor(value) || value.shape.length > 0 || !out) return undefined;
  const one = castTensor(value, { kind: "TensorType", shape: [], dtype: out.dtype });
  if (!isTensor(one)) return undefined;
  slotsOf(out).fill(present(one.values[0]));
  return out;
};

const pad: Kernel = (args, attrs, result) => {
  const [x, value] = tensors(args, 2) ?? [];
  const width = attrOf(attrs, "pad_width");
  if (!x || !value || width === undefined || width === null || !isAttrList(width)) return undefined;
  const before = width.map((pair) => intsOf(pair)?.[0]);
  if (before.length !== x.shape.length || before.some((b) => b === undefined)) return undefined;
  const mode = attrOf(attrs, "pad_mode");
  const out = full([value], attrs, result);
  if (!isTensor(out)) return undefined;
  const strides = stridesOf(x.shape);
  return gathered(x, out, (index) => {
    let offset = 0;
    for (let axis = 0; axis < index.length; axis++) {
      const size = present(x.shape[axis]);
      let at = present(index[axis]) - present(before[axis]);
      if (mode === "edge") at = Math.max(0, Math.min(at, size - 1));
      else if (mode === "reflect") at = at < 0 ? -at : at >= size ? 2 * size - 2 - at : at;
      else if (at < 0 || at >= size) return -1;
      offset += at * present(strides[axis]);
    }
    return offset;
  });
};

const shapeOfTensor = onTensors(1, ([x], out) => {
  for (const [i, d] of x.shape.entries()) setElement(out, i, d);
  return out;
});

const oneHot: Kernel = (args, attrs, result) => {
  const [indices, on, off] = tensors(args, 3) ?? [];
  if (!indices || !on || !off || result.kind !== "TensorType") return undefined;
  const out = full([off], attrs, result);
  if (!isTensor(out)) return undefined;
  const one = castTensor(on, { kind: "TensorType", shape: [], dtype: out.dtype });
  if (!isTensor(one)) return undefined;
  const axis = axisOf(attrs, "axis", out.shape.length, -1);
  const [read, strides, value] = [numberReader(indices), stridesOf(indices.shape), numberReader(one)(0)];
  eachIndex(out.shape, (index, flat) => {
    if (read(dot([...index.slice(0, axis), ...index.slice(axis + 1)], strides)) === index[axis]) setElement(out, flat, value);
  });
  return out;
};

const arange: Kernel = (args, _attrs, result) => {
  const [start, , step] = tensors(args, 3) ?? [];
  const out = blank(result);
  if (!start || !step || !out) return undefined;
  const [from, by] = [numberReader(start)(0), numberReader(step)(0)];
  for (let i = 0; i < out.values.length; i++) setElement(out, i, from + i * by);
  return out;
};

const layoutTransform = onTensors(1, ([x], out, attrs) => {
  const [from, to] = [attrOf(attrs, "src_layout"), attrOf(attrs, "dst_layout")];
  if (typeof from !== "string" || typeof to !== "string") return undefined;
  const [source, target] = [axesOfLayout(from), axesOfLayout(to)];
  if (source.length !== x.shape.length || target.length !== out.shape.length) return undefined;
  const moved = reordered(x, from, to);
  if (moved?.shape.every((size, axis) => size === out.shape[axis])) return { ...out, values: moved.values };
  const strides = stridesOf(x.shape);
  const factorOf = (axes: typeof source, letter: string) => axes.find((a) => a.letter === letter.toLowerCase())?.factor ?? 1;
  return gathered(x, out, (index) => {
    const logical = new Map<string, number>();
    target.forEach(({ letter }, i) => {
      const name = letter.toUpperCase();
      const part = present(index[i]) * (letter === name ? factorOf(target, letter) : 1);
      logical.set(name, (logical.get(name) ?? 0) + part);
    });
    let offset = 0;
    for (let i = 0; i < source.length; i++) {
      const { letter } = present(source[i]);
      const name = letter.toUpperCase();
      const factor = factorOf(source, letter);
      const whole = logical.get(name) ?? 0;
      const at = letter === name ? Math.floor(whole / factor) : whole % factor;
      if (at >= present(x.shape[i])) return -1;
      offset += at * present(strides[i]);
    }
    return offset;
  });
});

export const shapes: KernelTable = {
  arange,
  broadcast_to: broadcast,
  broadcast_to_like: broadcast,
  cast_like: (args, _attrs, result) => (isTensor(args[0]) ? castTensor(args[0], result) : undefined),
  concatenate,
  contrib_reverse_reshape: reshaped,
  expand_dims: reshaped,
  full,
  full_like: full,
  layout_transform: layoutTransform,
  ndarray_size: (args, _attrs, result) => (isTensor(args[0]) ? filled(result, elementCount(args[0].shape)) : undefined),
  "nn.batch_flatten": reshaped,
  "nn.pad": pad,
  one_hot: oneHot,
  ones: (_args, _attrs, result) => filled(result, 1),
  ones_like: (_args, _attrs, result) => filled(result, 1),
  repeat,
  reshape: reshaped,
  reshape_like: reshaped,
  reverse,
  shape_of: shapeOfTensor,
  "vm.shape_of": shapeOfTensor,
  split,
  squeeze: reshaped,
  stack,
  strided_slice: stridedSlice,
  take,
  tile,
  transpose,
  zeros: (_args, _attrs, result) => filled(result, 0),
  zeros_like: (_args, _attrs, result) => filled(result, 0),
};
