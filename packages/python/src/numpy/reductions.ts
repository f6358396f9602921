/** Sums, extremes and other answers over all elements or along axes. */
import { truth } from "../core/equality.ts";
import { clampedIndex, indexOrNothing } from "../core/numbers.ts";
import { hostClass } from "../host/native.ts";
import { PyTuple } from "../model/containers.ts";
import { exceptionClassOf, raised, typeError, valueError } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { arrayFrom, build, dtypeFrom, type PyArray, sizeOf, stridesOf, unwrapped } from "./array.ts";
import { type Dtype, dtypes, type Element } from "./dtype.ts";
import { objectsIn, reduceObjects } from "./objects.ts";
import { writtenTo } from "./written.ts";

/** How elements become one. */
export interface Reduction {
  readonly name: string;
  /** The dtype in which it computes and answers. */
  readonly result: (dtype: Dtype) => Dtype;
  readonly fold: (items: readonly Element[], dtype: Dtype, ddof: number, isInTurn?: boolean) => Element;
  /** Whether there is an answer for no elements. */
  readonly hasIdentity: boolean;
}

const wide = (dtype: Dtype): Dtype => (dtype.kind === "f" ? dtype : dtype.kind === "u" ? dtypes.uint64 : dtypes.int64);
const asFloat = (dtype: Dtype): Dtype => (dtype.kind === "f" ? dtype : dtypes.float64);
const same = (dtype: Dtype): Dtype => dtype;
const truths = () => dtypes.bool;
const places = () => dtypes.int64;

type Round = (sum: number) => number;

/** How sums of floats of a type are rounded: numpy adds halves as single floats. */
const roundOf = (dtype: Dtype): Round => (dtype.size < 8 ? Math.fround : (sum) => sum);

/** Sums of floats in pairs, as numpy adds long rows. */
function pairwise(items: readonly number[], round: Round, start = 0, end = items.length): number {
  if (end - start < 8) {
    let sum = 0;
    for (let i = start; i < end; i++) sum = round(sum + (items[i] ?? 0));
    return sum;
  }
  if (end - start <= 128) {
    const lanes = [0, 0, 0, 0, 0, 0, 0, 0];
    const whole = end - ((end - start) % 8);
    for (let i = start; i < whole; i++) lanes[(i - start) % 8] = round((lanes[(i - start) % 8] ?? 0) + (items[i] ?? 0));
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = lanes;
    const plus = (x: number, y: number) => round(x + y);
    let sum = plus(plus(plus(a, b), plus(c, d)), plus(plus(e, f), plus(g, h)));
    for (let i = whole; i < end; i++) sum = plus(sum, items[i] ?? 0);
    return sum;
  }
  const half = start + Math.floor((end - start) / 16) * 8;
  return round(pairwise(items, round, start, half) + pairwise(items, round, half, end));
}

/** `isInTurn`: rows are added one to the other, as numpy does where the last axis stays. */
function total(items: readonly Element[], dtype: Dtype, isInTurn = false): Element {
  if (dtype.kind === "f" && isInTurn) return items.reduce<number>((sum, item) => Number(dtype.fit(sum + Number(item))), 0);
  if (dtype.kind === "f") return pairwise(items.map(Number), roundOf(dtype));
  return items.reduce<bigint>((sum, item) => sum + BigInt(item), 0n);
}

function product(items: readonly Element[], dtype: Dtype): Element {
  if (dtype.kind === "f") return items.reduce<number>((p, item) => Number(dtype.fit(p * Number(item))), 1);
  return items.reduce<bigint>((p, item) => BigInt.asIntN(64, p * BigInt(item)), 1n);
}

function extreme(items: readonly Element[], isMax: boolean): Element {
  let best = items[0] ?? 0;
  for (const item of items) if (Number.isNaN(item) || (!Number.isNaN(best) && item > best === isMax && item !== best)) best = item;
  return best;
}

function placeOfExtreme(items: readonly Element[], isMax: boolean): number {
  const best = extreme(items, isMax);
  return items.findIndex((item) => item === best || (Number.isNaN(item) && Number.isNaN(best)));
}

function variance(items: readonly Element[], dtype: Dtype, ddof: number, isInTurn?: boolean): number {
  const fit = (value: number) => Number(dtype.fit(value));
  const mean = fit(fit(Number(total(items, dtype, isInTurn))) / items.length);
  const squares = items.map((item) => fit(fit(Number(item) - mean) ** 2));
  return fit(fit(Number(total(squares, dtype, isInTurn))) / (items.length - ddof));
}

/** Halves have their mean from single floats. */
function average(items: readonly Element[], dtype: Dtype, isInTurn: boolean): number {
  const wider = dtype === dtypes.float16 ? dtypes.float32 : dtype;
  return Number(wider.fit(Number(total(items, wider, isInTurn)))) / items.length;
}

function median(items: readonly Element[]): number {
  const sorted = items.map(Number).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value below which that share of all elements is: between two elements in proportion. */
export function quantile(items: readonly Element[], share: number, dtype: Dtype): number {
  const sorted = items.map(Number).sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  const part = place - Math.floor(place);
  const step = dtype === dtypes.float32 ? Math.fround(high - low) : high - low;
  return part >= 0.5 ? high - step * (1 - part) : low + step * part;
}

/** Reductions by numpy's names; `amax` and the like are other names of these. */
export const reductions: Readonly<Record<string, Reduction>> = {
  sum: { name: "sum", result: wide, fold: (items, dtype, _, isInTurn) => total(items, dtype, isInTurn), hasIdentity: true },
  prod: { name: "prod", result: wide, fold: product, hasIdentity: true },
  max: { name: "maximum", result: same, fold: (items) => extreme(items, true), hasIdentity: false },
  min: { name: "minimum", result: same, fold: (items) => extreme(items, false), hasIdentity: false },
  all: { name: "all", result: truths, fold: (items) => (items.every(Boolean) ? 1 : 0), hasIdentity: true },
  any: { name: "any", result: truths, fold: (items) => (items.some(Boolean) ? 1 : 0), hasIdentity: true },
  mean: { name: "mean", result: asFloat, fold: (items, dtype, _, isInTurn = false) => average(items, dtype, isInTurn), hasIdentity: true },
  var: { name: "var", result: asFloat, fold: variance, hasIdentity: true },
  std: { name: "std", result: asFloat, fold: (...given) => Math.sqrt(variance(...given)), hasIdentity: true },
  median: { name: "median", result: asFloat, fold: median, hasIdentity: true },
  argmax: { name: "argmax", result: places, fold: (items) => placeOfExtreme(items, true), hasIdentity: false },
  argmin: { name: "argmin", result: places, fold: (items) => placeOfExtreme(items, false), hasIdentity: false },
  ptp: { name: "ptp", result: same, fold: (items) => Number(extreme(items, true)) - Number(extreme(items, false)), hasIdentity: false },
  count_nonzero: { name: "count_nonzero", result: places, fold: (items) => items.filter(Boolean).length, hasIdentity: true },
};

export const axisErrorClass = hostClass({
  name: "AxisError",
  module: "numpy.exceptions",
  bases: [exceptionClassOf("ValueError"), exceptionClassOf("IndexError")],
});

/** Axes that a value names, from 0. Raises, with what is said of the axis first. */
export function axesFrom(m: Runtime, value: Value, rank: number, what = ""): readonly number[] {
  const given = value instanceof PyTuple ? value.items : [value];
  return given.map((v) => {
    if (indexOrNothing(m, v) === undefined) throw typeError("an axis must be an int");
    const axis = clampedIndex(m, v);
    const at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at >= rank) throw raised(axisErrorClass, `${what}axis ${axis} is out of bounds for array of dimension ${rank}`);
    return at;
  });
}

/** What `reduceAsGiven` takes after the array. */
export const reductionParameters = "axis=None, dtype=None, out=None, keepdims=False, initial=None, ddof=0";

/** A reduction as a program asks for it. */
export function reduceAsGiven(m: Runtime, value: Value, reduction: Reduction, given: readonly Value[]): Value {
  const [axis = null, dtype = null, out = null, keep = false, initial = null, ddof = 0] = given;
  const named = dtype === null ? undefined : dtypeFrom(m, dtype);
  const [first] = initial === null ? [] : arrayFrom(m, initial).flat(m);
  const fold: Reduction["fold"] = (items, of, _, isInTurn) =>
    reduction.fold(first === undefined ? items : [first, ...items], of, clampedIndex(m, ddof), isInTurn);
  const made = reduce(
    m,
    value,
    { ...reduction, fold, hasIdentity: reduction.hasIdentity || initial !== null },
    axis,
    truth(m, keep),
    named,
  );
  return writtenTo(m, reduction.name, out, made);
}

/** A reduction over all elements (`axis` None) or along axes. */
export function reduce(m: Runtime, value: Value, reduction: Reduction, axis: Value, keepDims: boolean, dtype?: Dtype): Value {
  const objects = axis === null ? objectsIn(m, value) : undefined;
  if (objects) return reduceObjects(m, objects, reduction.name);
  const array = arrayFrom(m, value);
  const result = dtype ?? reduction.result(array.dtype);
  const flat = array.flat(m);
  spend(m, flat.length >> 2);
  const axes = axis === null ? [] : axesFrom(m, axis, array.shape.length);
  const isInTurn = axis !== null && !axes.includes(array.shape.length - 1);
  const fold = (items: readonly Element[]): Element => {
    if (items.length === 0 && !reduction.hasIdentity) {
      throw valueError(
        reduction.name.startsWith("arg")
          ? `attempt to get ${reduction.name} of an empty sequence`
          : `zero-size array to reduction operation ${reduction.name} which has no identity`,
      );
    }
    return reduction.fold(items, result, 0, isInTurn);
  };
  if (axis === null) {
    const shape = keepDims ? array.shape.map(() => 1) : [];
    const items: Element[] = [];
    for (const item of flat) items.push(item);
    const answer = fold(items);
    // The count over everything is an int of Python.
    if (reduction.name === "count_nonzero" && !keepDims) return Number(answer);
    return unwrapped(build(m, result, shape, () => answer));
  }
  const kept = array.shape.map((size, i) => (axes.includes(i) ? 1 : size));
  const groups: Element[][] = Array.from({ length: sizeOf(kept) }, () => []);
  const strides = stridesOf(array.shape);
  const outer = stridesOf(kept);
  for (let at = 0; at < flat.length; at++) {
    let place = 0;
    for (let i = 0; i < kept.length; i++) {
      if (!axes.includes(i)) place += (Math.floor(at / (strides[i] ?? 1)) % (array.shape[i] ?? 1)) * (outer[i] ?? 0);
    }
    groups[place]?.push(flat[at] ?? 0);
  }
  const shape = keepDims ? kept : array.shape.filter((_, i) => !axes.includes(i));
  const answers = groups.map(fold);
  return unwrapped(build(m, result, shape, (at) => answers[at] ?? 0));
}

/** Sums or products so far, in one row. */
export function cumulative(m: Runtime, value: Value, isProduct: boolean): PyArray {
  const array = arrayFrom(m, value);
  const result = wide(array.dtype);
  const flat = array.flat(m);
  let running: Element = result.kind === "f" ? (isProduct ? 1 : 0) : isProduct ? 1n : 0n;
  return build(m, result, [flat.length], (at) => {
    const item = result.fit(flat[at] ?? 0);
    if (typeof running === "bigint") running = isProduct ? running * BigInt(item) : running + BigInt(item);
    else running = Number(result.fit(isProduct ? running * Number(item) : running + Number(item)));
    return running;
  });
}
