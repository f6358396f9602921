/** The interface of kernels. A kernel computes one operator on plain typed arrays. */
import {
  type Attrs,
  attrOf,
  elementCount,
  emptyArray,
  firstOf,
  intOf,
  intsOf,
  present,
  type TensorData,
  type TensorType,
  type Type,
} from "@relayscope/ir";
import { slotsOf } from "./arithmetic.ts";

/** A value: a tensor, or a tuple of values. */
export type Value = TensorData | readonly Value[];

/**
 * Computes one call. `result` is the call's checked type: the shape and dtype to fill. Returns undefined for a dtype or
 * a layout that the kernel does not support; the caller then leaves the call alone.
 */
export type Kernel = (args: readonly Value[], attrs: Attrs | undefined, result: Type) => Value | undefined;

/** Kernels by operator name. */
export type KernelTable = Readonly<Record<string, Kernel>>;

/** Elements beyond which nothing is computed: a constant of this size is of no use in a browser. */
const elementLimit = 1 << 26;

/** The reference computes `argwhere` for no more axes than this. */
export const mostArgwhereAxes = 5;

export function isTensor(value: Value | undefined): value is TensorData {
  return value !== undefined && !Array.isArray(value);
}

/** The arguments as tensors; undefined where one is a tuple or missing. */
export function tensors(args: readonly Value[], count: number): readonly TensorData[] | undefined {
  const out: TensorData[] = [];
  for (let i = 0; i < count; i++) {
    const value = args[i];
    if (!isTensor(value)) return undefined;
    out.push(value);
  }
  return out;
}

/**
 * A kernel of tensors alone. `compute` gets the first `count` arguments and a zeroed result; it is not called where one
 * of these is missing.
 */
export function onTensors<N extends number>(
  count: N,
  compute: (given: ReturnType<typeof firstOf<TensorData, N>>, out: TensorData, attrs: Attrs | undefined, result: Type) => Value | undefined,
): Kernel {
  return (args, attrs, result) => {
    const given = tensors(args, count);
    const out = given && blank(result);
    return given && out && compute(firstOf(given, count), out, attrs, result);
  };
}

/** A zeroed tensor of a type; undefined for a dynamic shape, a dtype without an array, or beyond the limit. */
export function blank(type: Type): TensorData | undefined {
  if (type.kind !== "TensorType") return undefined;
  const shape = shapeOf(type);
  if (!shape || elementCount(shape) > elementLimit) return undefined;
  const values = emptyArray(type.dtype, elementCount(shape));
  return values && { dtype: type.dtype, shape, values };
}

/** The sizes of a static tensor type; undefined for a dynamic or a negative size. */
export function shapeOf(type: TensorType): readonly number[] | undefined {
  const shape: number[] = [];
  for (const dim of type.shape) {
    const size = typeof dim === "number" ? dim : typeof dim === "object" && dim.kind === "LongDim" ? dim.value : undefined;
    if (size === undefined || size < 0) return undefined;
    shape.push(size);
  }
  return shape;
}

/** Row-major strides, in elements. */
export function stridesOf(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length).fill(1);
  for (let i = shape.length - 2; i >= 0; i--) strides[i] = present(strides[i + 1]) * present(shape[i + 1]);
  return strides;
}

/** Calls `visit` with each index of a shape in row-major order. The array is reused between calls. */
export function eachIndex(shape: readonly number[], visit: (index: readonly number[], flat: number) => void): void {
  const count = elementCount(shape);
  const index = new Array<number>(shape.length).fill(0);
  for (let flat = 0; flat < count; flat++) {
    visit(index, flat);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const next = present(index[axis]) + 1;
      if (next < present(shape[axis])) {
        index[axis] = next;
        break;
      }
      index[axis] = 0;
    }
  }
}

/** A tensor whose element at each index is the source's element at `from(index)`: every kernel that only moves data. */
export function gathered(source: TensorData, result: TensorData, from: (index: readonly number[]) => number): TensorData {
  const { values } = source;
  const target = slotsOf(result);
  eachIndex(result.shape, (index, flat) => {
    const at = from(index);
    if (at >= 0 && at < values.length) target[flat] = present(values[at]);
  });
  return result;
}

/** An axis attribute made non-negative. */
export function axisOf(attrs: Attrs | undefined, name: string, rank: number, otherwise = 0): number {
  const axis = intOf(attrOf(attrs, name)) ?? otherwise;
  return axis < 0 ? axis + rank : axis;
}

/** The axes a reduction runs over: all where none is named, the complement with `exclude`. */
export function reducedAxes(attrs: Attrs | undefined, rank: number): Set<number> {
  const value = attrOf(attrs, "axis");
  const single = intOf(value);
  const given = single !== undefined ? [single] : intsOf(value);
  const all = Array.from({ length: rank }, (_, i) => i);
  if (!given || given.length === 0) return new Set(all);
  const named = new Set(given.map((a) => (a < 0 ? a + rank : a)));
  return attrOf(attrs, "exclude") ? new Set(all.filter((a) => !named.has(a))) : named;
}

/** Whether a shape broadcasts to another one. */
export function spreadsOver(from: readonly number[], to: readonly number[]): boolean {
  const lead = to.length - from.length;
  return lead >= 0 && from.every((size, i) => size === 1 || size === to[i + lead]);
}

/** Flat offsets into a broadcast argument for each element of the result. */
export function broadcastOffsets(from: readonly number[], to: readonly number[]): (flat: number) => number {
  if (from.length === to.length && from.every((d, i) => d === to[i])) return (flat) => flat;
  if (elementCount(from) === 1) return () => 0;
  const strides = stridesOf(from);
  const lead = to.length - from.length;
  const step = to.map((_, axis) => (axis < lead || from[axis - lead] === 1 ? 0 : present(strides[axis - lead])));
  const place = stridesOf(to);
  return (flat) => {
    let rest = flat;
    let offset = 0;
    for (let axis = 0; axis < to.length; axis++) {
      const at = Math.floor(rest / present(place[axis]));
      rest -= at * present(place[axis]);
      offset += at * present(step[axis]);
    }
    return offset;
  };
}
