/** Elements in order, and what they add up to, over all elements (`axis` None) or along an axis. */
import type { Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { build, type PyArray } from "./array.ts";
import { dtypes, type Element } from "./dtype.ts";
import { cumulative } from "./reductions.ts";
import { alongAxis, reshape } from "./shapes.ts";

/** Sums or products so far. */
export function cumulativeAlong(m: Runtime, array: PyArray, axis: Value, isProduct: boolean): PyArray {
  if (axis === null) return cumulative(m, array, isProduct);
  return alongAxis(m, array, axis, (row) => cumulative(m, row, isProduct));
}

/** The elements from the least to the greatest. */
export function sortedAlong(m: Runtime, array: PyArray, axis: Value): PyArray {
  if (axis === null) return sortedAlong(m, reshape(m, array, [-1]), -1);
  return alongAxis(m, array, axis, (row) => {
    const flat = row.flat(m);
    const order = ranks(m, row, 0).data;
    return build(m, row.dtype, row.shape, (at) => flat[Number(order[at] ?? 0)] ?? 0);
  });
}

/** The places of the elements, the least element's first. Equal elements keep their order. */
export function ranks(m: Runtime, array: PyArray, axis: Value): PyArray {
  if (axis === null) return ranks(m, reshape(m, array, [-1]), -1);
  return alongAxis(m, array, axis, (row) => {
    const flat = row.flat(m);
    const order = [...flat.keys()].sort((i, j) => compared(flat[i] ?? 0, flat[j] ?? 0));
    return build(m, dtypes.int64, [order.length], (at) => order[at] ?? 0);
  });
}

/** What is not a number is last. */
function compared(a: Element, b: Element): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return Number(a > b) - Number(a < b);
}
