/** Arrays in other shapes, put together and taken apart. */
import { collect } from "../core/iteration.ts";
import { clampedIndex, indexOrNothing, textOf } from "../core/numbers.ts";
import { PyList, PyTuple } from "../model/containers.ts";
import { typeError, valueError } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { arrayFrom, build, create, PyArray, plainNumber, put, sizeOf, stridesOf } from "./array.ts";
import { broadcastTo, shapeText } from "./broadcast.ts";
import { type Dtype, type Element, promote } from "./dtype.ts";
import { axesFrom } from "./reductions.ts";

/** A shape: an int, or ints. */
export function shapeFrom(m: Runtime, value: Value): number[] {
  if (indexOrNothing(m, value) !== undefined) return [clampedIndex(m, value)];
  return collect(m, value).map((v) => clampedIndex(m, v));
}

export function reshape(m: Runtime, array: PyArray, given: readonly number[]): PyArray {
  const known = given.filter((d) => d >= 0).reduce((a, b) => a * b, 1);
  const open = given.filter((d) => d < 0).length;
  if (open > 1) throw valueError("can only specify one unknown dimension");
  const shape = given.map((d) => (d < 0 ? array.size / known : d));
  if (sizeOf(shape) !== array.size || shape.some((d) => !Number.isInteger(d))) {
    throw valueError(`cannot reshape array of size ${array.size} into shape ${shapeText(given)}`);
  }
  return new PyArray(array.dtype, shape, array.flat(m));
}

/** `resize`: the elements in another shape, again and again where it has more. */
export function resize(m: Runtime, array: PyArray, shape: readonly number[]): PyArray {
  if (shape.some((d) => d < 0)) throw valueError("all elements of `new_shape` must be non-negative");
  const data = create(m, array.dtype, sizeOf(shape));
  const source = array.flat(m);
  if (source.length > 0) for (let at = 0; at < data.length; at++) put(data, at, source[at % source.length] ?? 0);
  return new PyArray(array.dtype, shape, data);
}

/** Axes in another order, by default the opposite one. */
export function transpose(array: PyArray, axes: readonly number[] | undefined): PyArray {
  const order = axes ?? array.shape.map((_, i) => array.shape.length - 1 - i);
  if (order.length !== array.shape.length || new Set(order).size !== order.length) throw valueError("axes don't match array");
  return new PyArray(
    array.dtype,
    order.map((a) => array.shape[a] ?? 0),
    array.data,
    order.map((a) => array.strides[a] ?? 0),
    array.offset,
  );
}

export function squeeze(m: Runtime, array: PyArray, axis: Value): PyArray {
  const gone = axis === null ? array.shape.flatMap((d, i) => (d === 1 ? [i] : [])) : axesFrom(m, axis, array.shape.length);
  if (gone.some((i) => array.shape[i] !== 1)) throw valueError("cannot select an axis to squeeze out which has size not equal to one");
  const kept = (_: number, i: number) => !gone.includes(i);
  return new PyArray(array.dtype, array.shape.filter(kept), array.data, array.strides.filter(kept), array.offset);
}

export function expandDims(m: Runtime, array: PyArray, axis: Value): PyArray {
  const count = axis instanceof PyTuple ? axis.items.length : 1;
  const rank = array.shape.length + count;
  const added = axesFrom(m, axis, rank);
  const shape: number[] = [];
  const strides: number[] = [];
  let from = 0;
  for (let i = 0; i < rank; i++) {
    const isNew = added.includes(i);
    shape.push(isNew ? 1 : (array.shape[from] ?? 0));
    strides.push(isNew ? 0 : (array.strides[from] ?? 0));
    if (!isNew) from++;
  }
  return new PyArray(array.dtype, shape, array.data, strides, array.offset);
}

export function concatenate(m: Runtime, arrays: readonly PyArray[], axis: Value): PyArray {
  const [first] = arrays;
  if (!first) throw valueError("need at least one array to concatenate");
  const rows = axis === null ? arrays.map((a) => reshape(m, a, [a.size])) : arrays;
  const [head = first] = rows;
  if (head.shape.length === 0) throw valueError("zero-dimensional arrays cannot be concatenated");
  const [at = 0] = axesFrom(m, axis ?? 0, head.shape.length);
  for (const [place, row] of rows.entries()) {
    if (row.shape.length !== head.shape.length) {
      throw valueError(
        `all the input arrays must have same number of dimensions, but the array at index 0 has ${head.shape.length} dimension(s) and the array at index ${place} has ${row.shape.length} dimension(s)`,
      );
    }
    const wrong = row.shape.findIndex((d, i) => i !== at && d !== head.shape[i]);
    if (wrong >= 0) {
      throw valueError(
        `all the input array dimensions except for the concatenation axis must match exactly, but along dimension ${wrong}, the array at index 0 has size ${head.shape[wrong]} and the array at index ${place} has size ${row.shape[wrong]}`,
      );
    }
  }
  const dtype: Dtype = rows.map((r) => r.dtype).reduce(promote);
  const shape = head.shape.map((d, i) => (i === at ? rows.reduce((sum, r) => sum + (r.shape[i] ?? 0), 0) : d));
  const data = create(m, dtype, sizeOf(shape));
  const outer = sizeOf(shape.slice(0, at));
  const inner = sizeOf(shape.slice(at + 1));
  let start = 0;
  for (const row of rows) {
    const flat = row.flat(m);
    const width = (row.shape[at] ?? 0) * inner;
    for (let o = 0; o < outer; o++)
      for (let i = 0; i < width; i++) put(data, o * (shape[at] ?? 0) * inner + start + i, dtype.fit(flat[o * width + i] ?? 0));
    start += width;
  }
  spend(m, data.length >> 3);
  return new PyArray(dtype, shape, data);
}

export function stack(m: Runtime, arrays: readonly PyArray[], axis: Value): PyArray {
  const [first] = arrays;
  if (!first) throw valueError("need at least one array to stack");
  if (arrays.some((a) => shapeText(a.shape) !== shapeText(first.shape))) throw valueError("all input arrays must have the same shape");
  return concatenate(
    m,
    arrays.map((a) => expandDims(m, a, axis)),
    axis,
  );
}

/** Parts of equal size, or between places. */
export function split(m: Runtime, array: PyArray, sections: Value, axis: Value): PyList {
  const [at = 0] = axesFrom(m, axis, array.shape.length);
  const size = array.shape[at] ?? 0;
  let bounds: number[];
  if (indexOrNothing(m, sections) !== undefined) {
    const count = clampedIndex(m, sections);
    if (count <= 0 || size % count !== 0) throw valueError("array split does not result in an equal division");
    bounds = Array.from({ length: count - 1 }, (_, i) => (i + 1) * (size / count));
  } else bounds = collect(m, sections).map((v) => clampedIndex(m, v));
  const edges = [0, ...bounds.map((b) => Math.max(0, Math.min(size, b < 0 ? b + size : b))), size];
  const parts: Value[] = [];
  for (let i = 0; i + 1 < edges.length; i++) {
    const from = edges[i] ?? 0;
    const length = Math.max(0, (edges[i + 1] ?? 0) - from);
    const shape = array.shape.map((d, k) => (k === at ? length : d));
    parts.push(new PyArray(array.dtype, shape, array.data, array.strides, array.offset + from * (array.strides[at] ?? 0)));
  }
  return new PyList(parts);
}

/** `swapaxes`: two axes in each other's place. */
export function swapAxes(m: Runtime, array: PyArray, one: Value, other: Value): PyArray {
  const order = array.shape.map((_, axis) => axis);
  const [a = 0] = axesFrom(m, one, order.length, "axis1: ");
  const [b = 0] = axesFrom(m, other, order.length, "axis2: ");
  order[a] = b;
  order[b] = a;
  return transpose(array, order);
}

/** `moveaxis`: axes at other places, the rest in order. */
export function moveAxes(m: Runtime, array: PyArray, from: Value, to: Value): PyArray {
  const axes = (value: Value) => (indexOrNothing(m, value) === undefined ? collect(m, value) : [value]);
  const [sources, places] = [axes(from), axes(to)].map((list) => list.map((axis) => axesFrom(m, axis, array.shape.length)[0] ?? 0));
  if (sources?.length !== places?.length) throw valueError("`source` and `destination` arguments must have the same number of elements");
  const order = array.shape.map((_, axis) => axis).filter((axis) => !sources?.includes(axis));
  const moves = (places ?? []).map((place, i) => [place, sources?.[i] ?? 0] as const).sort((x, y) => x[0] - y[0]);
  for (const [place, source] of moves) order.splice(place, 0, source);
  return transpose(array, order);
}

/** What a function makes of each row along an axis; all rows give as many elements. */
export function alongAxis(m: Runtime, array: PyArray, axis: Value, make: (row: PyArray) => PyArray): PyArray {
  const [at = 0] = axesFrom(m, axis, array.shape.length);
  const last = moveAxes(m, array, at, -1);
  const [width = 0] = last.shape.slice(-1);
  const outer = last.shape.slice(0, -1);
  const packed = reshape(m, last, [sizeOf(outer), width]);
  const rows = Array.from({ length: sizeOf(outer) }, (_, row) =>
    make(new PyArray(array.dtype, [width], packed.data, [packed.strides[1] ?? 1], packed.offset + row * (packed.strides[0] ?? 0))),
  );
  if (rows.length === 0) return array;
  const made = concatenate(m, rows, 0);
  return moveAxes(m, reshape(m, made, [...outer, sizeOf(made.shape) / rows.length]), -1, at);
}

/** `array_split`: parts that differ in size by at most 1, the larger first. */
export function splitUnequally(m: Runtime, array: PyArray, sections: Value, axis: Value): PyList {
  if (indexOrNothing(m, sections) === undefined) return split(m, array, sections, axis);
  const count = clampedIndex(m, sections);
  if (count <= 0) throw valueError("number sections must be larger than 0.");
  const [at = 0] = axesFrom(m, axis, array.shape.length);
  const size = array.shape[at] ?? 0;
  spend(m, count);
  const bounds = Array.from({ length: count - 1 }, (_, i) => (i + 1) * Math.floor(size / count) + Math.min(i + 1, size % count));
  return split(m, array, new PyList(bounds), axis);
}

/** `repeat`: each element, or each part along an axis, several times. */
export function repeat(m: Runtime, array: PyArray, times: Value, axis: Value): PyArray {
  const flat = axis === null ? reshape(m, array, [array.size]) : array;
  const [at = 0] = axesFrom(m, axis ?? 0, flat.shape.length);
  const size = flat.shape[at] ?? 0;
  const given = indexOrNothing(m, times) === undefined ? collect(m, times).map((t) => clampedIndex(m, t)) : [clampedIndex(m, times)];
  if (given.some((t) => t < 0))
    throw valueError(
      times === null || indexOrNothing(m, times) === undefined
        ? "repeats may not contain negative values."
        : "negative dimensions are not allowed",
    );
  if (given.length !== 1 && given.length !== size) {
    throw valueError(`operands could not be broadcast together with shape (${size},) (${given.length},)`);
  }
  const places: number[] = [];
  for (let i = 0; i < size; i++) {
    const count = given[given.length === 1 ? 0 : i] ?? 0;
    spend(m, count);
    for (let k = 0; k < count; k++) places.push(i);
  }
  const shape = flat.shape.map((d, i) => (i === at ? places.length : d));
  const inner = sizeOf(shape.slice(at + 1));
  const data = flat.flat(m);
  return build(m, flat.dtype, shape, (place) => {
    const outer = Math.floor(place / (inner * places.length));
    const row = places[Math.floor(place / inner) % places.length] ?? 0;
    return data[(outer * size + row) * inner + (place % inner)] ?? 0;
  });
}

/** `pad`: `constant_values` or the outermost elements around an array. */
export function pad(m: Runtime, array: PyArray, width: Value, mode: Value, constant: Value): PyArray {
  const isEdge = textOf(mode) === "edge";
  if (!isEdge && textOf(mode) !== "constant") throw valueError(`numpy.pad knows only the modes 'constant' and 'edge' here`);
  const rank = array.shape.length;
  const widths = broadcastTo(arrayFrom(m, width), [rank, 2]);
  if (widths.dtype.kind === "f") throw typeError("`pad_width` must be of integral type.");
  const each = [...widths.flat(m)].map(Number);
  if (each.some((w) => w < 0)) throw valueError("index can't contain negative values");
  const fill = [...broadcastTo(arrayFrom(m, constant), [rank, 2]).flat(m)];
  const shape = array.shape.map((d, axis) => d + (each[2 * axis] ?? 0) + (each[2 * axis + 1] ?? 0));
  const [steps, from, data] = [stridesOf(shape), stridesOf(array.shape), array.flat(m)];
  return build(m, array.dtype, shape, (place) => {
    let source = 0;
    let outside: Element | undefined;
    for (const [axis, size] of array.shape.entries()) {
      const at = (Math.floor(place / (steps[axis] ?? 1)) % (shape[axis] ?? 1)) - (each[2 * axis] ?? 0);
      // The later axis decides about a corner.
      if (at < 0) outside = fill[2 * axis] ?? 0;
      else if (at >= size) outside = fill[2 * axis + 1] ?? 0;
      source += Math.max(0, Math.min(size - 1, at)) * (from[axis] ?? 0);
    }
    return outside === undefined || isEdge ? (data[source] ?? 0) : array.dtype.fit(outside);
  });
}

/** Lists inside one another, of Python's numbers. */
export function toList(m: Runtime, array: PyArray, axis = 0, offset = array.offset): Value {
  if (axis === array.shape.length) return plainNumber(array.dtype, array.data[offset] ?? 0);
  const rows: Value[] = [];
  const count = array.shape[axis] ?? 0;
  spend(m, (count >> 2) + 1);
  for (let i = 0; i < count; i++) rows.push(toList(m, array, axis + 1, offset + i * (array.strides[axis] ?? 0)));
  return new PyList(rows);
}

export function copied(m: Runtime, array: PyArray): PyArray {
  const flat = array.flat(m);
  const data = create(m, array.dtype, flat.length);
  for (let at = 0; at < flat.length; at++) put(data, at, flat[at] ?? 0);
  return new PyArray(array.dtype, array.shape, data, stridesOf(array.shape));
}

export function arraysFrom(m: Runtime, values: Value): readonly PyArray[] {
  return collect(m, values).map((v) => arrayFrom(m, v));
}
