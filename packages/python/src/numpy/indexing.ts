/** `array[...]`: parts by ints, slices, `...`, new axes, masks and lists of places. */
import { clampedIndex, indexOrNothing } from "../core/numbers.ts";
import { spanOf } from "../core/subscripts.ts";
import { ellipsis, PyList, PySlice, PyTuple } from "../model/containers.ts";
import { raised } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { arrayFrom, create, PyArray, PyScalar, put, scalarAt, stridesOf } from "./array.ts";
import { broadcastShape, broadcastTo, shapeText } from "./broadcast.ts";

function indexError(message: string) {
  return raised("IndexError", message);
}

const badIndex = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices";

/** The parts of an index, `...` filled with whole axes. */
function partsOf(array: PyArray, index: Value): readonly Value[] {
  const given = index instanceof PyTuple ? [...index.items] : [index];
  const used = given.filter((part) => part !== null && part !== ellipsis).length;
  const masks = given.reduce<number>((sum, part) => sum + (isMask(part) ? part.shape.length - 1 : 0), 0);
  const missing = array.shape.length - used - masks;
  if (missing < 0) {
    throw indexError(`too many indices for array: array is ${array.shape.length}-dimensional, but ${used + masks} were indexed`);
  }
  const whole = new PySlice(null, null, null);
  const at = given.indexOf(ellipsis);
  const fill = Array.from({ length: missing }, () => whole);
  return at < 0 ? [...given, ...fill] : [...given.slice(0, at), ...fill, ...given.slice(at + 1)];
}

function isMask(part: Value): part is PyArray {
  return part instanceof PyArray && part.dtype.kind === "b" && part.shape.length > 0;
}

function isList(part: Value): boolean {
  return part instanceof PyList || (part instanceof PyArray && part.shape.length > 0);
}

/** A view, where the index has ints, slices and new axes alone; else undefined. */
function view(m: Runtime, array: PyArray, parts: readonly Value[]): PyArray | undefined {
  const shape: number[] = [];
  const strides: number[] = [];
  let { offset } = array;
  let axis = 0;
  for (const part of parts) {
    if (part === null) {
      shape.push(1);
      strides.push(0);
      continue;
    }
    const size = array.shape[axis] ?? 0;
    const stride = array.strides[axis] ?? 0;
    if (part instanceof PySlice) {
      const { start, step, count } = spanOf(m, part, size);
      shape.push(count);
      strides.push(stride * step);
      offset += count > 0 ? start * stride : 0;
    } else {
      if (isList(part) || typeof part === "boolean") return undefined;
      if (indexOrNothing(m, part) === undefined) throw indexError(badIndex);
      const given = clampedIndex(m, part);
      const at = given < 0 ? given + size : given;
      if (at < 0 || at >= size) throw indexError(`index ${given} is out of bounds for axis ${axis} with size ${size}`);
      offset += at * stride;
    }
    axis++;
  }
  return new PyArray(array.dtype, shape, array.data, strides, offset);
}

interface Picked {
  readonly shape: readonly number[];
  /** In the storage of the array. */
  readonly places: readonly number[];
}

/**
 * Places that lists and masks select. Slices next to them keep their axes, which come after those of the lists if these
 * are first.
 */
function pick(m: Runtime, array: PyArray, parts: readonly Value[]): Picked {
  const [lone] = parts;
  if (parts.length === 1 && lone !== undefined && isMask(lone) && hasShapeOf(array, lone)) return masked(m, array, lone);
  const lists: { axis: number; places: PyArray }[] = [];
  const others: { axis: number; starts: readonly number[] }[] = [];
  let axis = 0;
  let firstList = -1;
  for (const part of parts) {
    if (part === null) continue;
    const size = array.shape[axis] ?? 0;
    if (part instanceof PySlice) {
      const { start, step, count } = spanOf(m, part, size);
      others.push({ axis, starts: Array.from({ length: count }, (_, i) => start + i * step) });
      axis++;
      continue;
    }
    if (firstList < 0) firstList = others.length;
    const list = arrayFrom(m, part);
    if (list.dtype.kind === "b" && list.shape.length > 0) {
      if (list.shape.some((d, i) => d !== array.shape[axis + i])) {
        throw indexError(
          `boolean index did not match indexed array along dimension ${axis}; dimension is ${size} but corresponding boolean dimension is ${list.shape[0]}`,
        );
      }
      for (const places of maskPlaces(m, list)) lists.push({ axis: axis++, places });
      continue;
    }
    if (list.dtype.kind === "f" && list.size > 0) throw indexError("arrays used as indices must be of integer (or boolean) type");
    lists.push({ axis: axis++, places: list });
  }
  return combine(m, array, lists, others, Math.max(0, firstList));
}

function hasShapeOf(array: PyArray, mask: PyArray): boolean {
  return mask.shape.length === array.shape.length && mask.shape.every((size, axis) => size === array.shape[axis]);
}

/** The places that a mask of the array's own shape selects. */
function masked(m: Runtime, array: PyArray, mask: PyArray): Picked {
  const flat = mask.flat(m);
  const places: number[] = [];
  let at = 0;
  for (const place of array.places()) if (flat[at++]) places.push(place);
  spend(m, flat.length >> 3);
  return { shape: [places.length], places };
}

/** A list of places an axis, of the elements of a mask that are true. */
function maskPlaces(m: Runtime, mask: PyArray): PyArray[] {
  const flat = mask.flat(m);
  const strides = stridesOf(mask.shape);
  const found: number[] = [];
  for (let i = 0; i < flat.length; i++) if (flat[i]) found.push(i);
  return mask.shape
    .map((size, axis) => arrayFrom(m, new PyList(found.map((at) => Math.floor(at / (strides[axis] ?? 1)) % size))))
    .map((a) => a);
}

function combine(
  m: Runtime,
  array: PyArray,
  lists: readonly { readonly axis: number; readonly places: PyArray }[],
  others: readonly { readonly axis: number; readonly starts: readonly number[] }[],
  before: number,
): Picked {
  const together = broadcastShape(lists.map((l) => l.places.shape));
  const rows = lists.map(({ axis, places }) => ({ axis, at: broadcastTo(places, together).flat(m) }));
  const listOffsets: number[] = [];
  const count = together.reduce((a, b) => a * b, 1);
  for (let i = 0; i < count; i++) {
    let offset = 0;
    for (const { axis, at } of rows) {
      const given = Number(at[i] ?? 0);
      const size = array.shape[axis] ?? 0;
      const place = given < 0 ? given + size : given;
      if (place < 0 || place >= size) throw indexError(`index ${given} is out of bounds for axis ${axis} with size ${size}`);
      offset += place * (array.strides[axis] ?? 0);
    }
    listOffsets.push(offset);
  }
  const spread = (from: readonly number[], axes: typeof others): number[] =>
    axes.reduce<number[]>((all, { axis, starts }) => all.flatMap((o) => starts.map((s) => o + s * (array.strides[axis] ?? 0))), [...from]);
  const leading = spread([array.offset], others.slice(0, before));
  const middle = leading.flatMap((o) => listOffsets.map((l) => o + l));
  const places = spread(middle, others.slice(before));
  spend(m, places.length);
  const shape = [...others.slice(0, before).map((o) => o.starts.length), ...together, ...others.slice(before).map((o) => o.starts.length)];
  return { shape, places };
}

/** A mask without axes, as comparing an array without axes gives it: whether it takes the whole array. */
function wholeOrNothing(index: Value): boolean | undefined {
  if (typeof index === "boolean") return index;
  if (index instanceof PyScalar && index.dtype.kind === "b") return Boolean(index.value);
  return index instanceof PyArray && index.dtype.kind === "b" && index.shape.length === 0 ? Boolean(index.data[index.offset]) : undefined;
}

/** `array[index]`. */
export function getPart(m: Runtime, array: PyArray, index: Value): Value {
  const whole = wholeOrNothing(index);
  if (whole !== undefined)
    return new PyArray(array.dtype, [whole ? 1 : 0, ...array.shape], whole ? array.flat(m) : create(m, array.dtype, 0));
  const parts = partsOf(array, index);
  const seen = view(m, array, parts);
  if (seen)
    return seen.shape.length === 0 && parts.every((p) => !(p instanceof PySlice)) && index !== ellipsis
      ? scalarAt(seen, seen.offset)
      : seen;
  const { shape, places } = pick(m, array, parts);
  const data = create(m, array.dtype, places.length);
  for (const [at, place] of places.entries()) put(data, at, array.data[place] ?? 0);
  return new PyArray(array.dtype, shape, data);
}

/** `array[index] = value`. */
export function setPart(m: Runtime, array: PyArray, given: Value, value: Value): void {
  const isWhole = wholeOrNothing(given);
  if (isWhole === false) return;
  const index = isWhole === true ? ellipsis : given;
  const parts = partsOf(array, index);
  const seen = view(m, array, parts);
  const { shape, places } = seen ? { shape: seen.shape, places: seen.places() } : pick(m, array, parts);
  const source = arrayFrom(m, value);
  const trimmed = source.shape.length > shape.length ? source.shape.slice(source.shape.length - shape.length) : source.shape;
  if (trimmed.some((d, axis) => d !== 1 && d !== shape[axis - trimmed.length + shape.length])) {
    throw raised("ValueError", `could not broadcast input array from shape ${shapeText(source.shape)} into shape ${shapeText(shape)}`);
  }
  const from = broadcastTo(new PyArray(source.dtype, trimmed, source.flat(m)), shape).flat(m);
  let at = 0;
  for (const place of places) {
    put(array.data, place, array.dtype.fit(from[at] ?? 0));
    at++;
  }
  spend(m, at >> 3);
}
