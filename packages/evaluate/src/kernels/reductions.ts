/** Reductions along axes. Follows include/tvm/topi/reduction.h. */
import { attrOf, elementCount, present, type TensorData } from "@relayscope/ir";
import {
  isFloat,
  isLong,
  larger,
  leastOf,
  longLarger,
  longReader,
  longSmaller,
  mostOf,
  numberReader,
  rounder,
  smaller,
  writer,
} from "../arithmetic.ts";
import { broadcastOffsets, eachIndex, type Kernel, type KernelTable, onTensors, reducedAxes, spreadsOver, stridesOf } from "../kernel.ts";

/** For each element of the source: the flat index in the reduced result, whose reduced axes have size one. */
function eachReduced(x: TensorData, axes: ReadonlySet<number>, visit: (from: number, to: number, index: readonly number[]) => void): void {
  const kept = x.shape.map((d, i) => (axes.has(i) ? 1 : d));
  const step = stridesOf(kept).map((s, i) => (axes.has(i) ? 0 : s));
  eachIndex(x.shape, (index, from) => {
    let to = 0;
    for (let i = 0; i < index.length; i++) to += present(index[i]) * present(step[i]);
    visit(from, to, index);
  });
}

interface Reduction {
  readonly start: number | ((dtype: string) => number);
  readonly next: (so: number, x: number) => number;
  readonly long?: { readonly start: bigint; readonly next: (so: bigint, x: bigint) => bigint };
  readonly end?: (total: number, count: number) => number;
}

function reduction({ start, next, long, end }: Reduction): Kernel {
  return onTensors(1, ([x], out, attrs) => {
    const axes = reducedAxes(attrs, x.shape.length);
    // Along no axis the reference passes the data on, zeros below zero too.
    if (axes.size === 0 && x.dtype === out.dtype) return x;
    const write = writer(out);
    const count = elementCount(out.shape);
    if (isLong(x.dtype)) {
      if (!long) return undefined;
      const totals = new Array<bigint>(count).fill(long.start);
      const read = longReader(x);
      eachReduced(x, axes, (from, to) => {
        totals[to] = long.next(present(totals[to]), read(from));
      });
      for (let i = 0; i < count; i++) write(i, present(totals[i]));
      return out;
    }
    const totals = new Float64Array(count).fill(typeof start === "number" ? start : start(x.dtype));
    const read = numberReader(x);
    const round = rounder(x.dtype);
    eachReduced(x, axes, (from, to) => {
      totals[to] = round(next(present(totals[to]), read(from)));
    });
    const size = x.values.length / Math.max(1, count);
    for (let i = 0; i < count; i++) write(i, present(totals[i]));
    if (!end) return out;
    // Totals of integers are elements of the result before they are divided.
    const readTotal = isFloat(x.dtype) ? (i: number) => present(totals[i]) : numberReader(out);
    for (let i = 0; i < count; i++) write(i, end(readTotal(i), size));
    return out;
  });
}

/**
 * `argmax` and `argmin`: the position along the axis (or flat, over all axes) of the first best element, or of the
 * last. The search begins with the worst finite value at no place, which is what is found (as -1) where all elements
 * are as bad; what is not a number is taken as each comparison fails.
 */
function position(worst: (dtype: string) => number, isBetter: (best: number, x: number) => boolean): Kernel {
  return onTensors(1, ([x], out, attrs) => {
    const axes = reducedAxes(attrs, x.shape.length);
    // Where `exclude` leaves no axis, the reference passes the data on, and refuses them where their dtype is another.
    if (axes.size === 0) return x.shape.length > 0 && x.dtype === out.dtype ? x : undefined;
    const last = attrOf(attrs, "select_last_index") === true;
    const strides = stridesOf(x.shape.map((d, i) => (axes.has(i) ? d : 1)));
    const best = new Float64Array(out.values.length).fill(worst(x.dtype));
    const read = numberReader(x);
    const write = writer(out);
    for (let i = 0; i < out.values.length; i++) write(i, -1);
    eachReduced(x, axes, (from, to, index) => {
      const value = read(from);
      if (isBetter(present(best[to]), value) || (!last && value === best[to])) return;
      best[to] = value;
      let at = 0;
      for (const axis of axes) at += present(index[axis]) * present(strides[axis]);
      write(to, at);
    });
    return out;
  });
}

const variance = onTensors(2, ([x, mean], out, attrs) => {
  const axes = x && reducedAxes(attrs, x.shape.length);
  // The reference raises where it reduces no axis, and reads outside a mean that does not spread over the data.
  if (!axes || axes.size === 0 || !spreadsOver(mean.shape, x.shape)) return undefined;
  const [read, readMean, meanOf, round] = [numberReader(x), numberReader(mean), broadcastOffsets(mean.shape, x.shape), rounder(x.dtype)];
  const totals = new Float64Array(out.values.length);
  eachReduced(x, axes, (from, to) => {
    const apart = round(read(from) - readMean(meanOf(from)));
    totals[to] = round(present(totals[to]) + round(apart * apart));
  });
  const size = x.values.length / Math.max(1, out.values.length);
  const write = writer(out);
  for (let i = 0; i < totals.length; i++) write(i, present(totals[i]) / (attrOf(attrs, "unbiased") ? size - 1 : size));
  return out;
});

const any = reduction({ start: 0, next: (so, x) => Number(so || x) });
/** That of bools is `any`. */
const sum = reduction({ start: 0, next: (so, x) => so + x, long: { start: 0n, next: (so, x) => so + x } });

export const reductions: KernelTable = {
  all: reduction({ start: 1, next: (so, x) => Number(so && x) }),
  any,
  argmax: position(leastOf, (best, x) => best > x),
  argmin: position(mostOf, (best, x) => best < x),
  max: reduction({ start: leastOf, next: larger, long: { start: -(2n ** 63n), next: longLarger } }),
  mean: reduction({ start: 0, next: (so, x) => so + x, end: (total, count) => total / count }),
  min: reduction({ start: mostOf, next: smaller, long: { start: 2n ** 63n - 1n, next: longSmaller } }),
  prod: reduction({ start: 1, next: (so, x) => so * x, long: { start: 1n, next: (so, x) => so * x } }),
  sum: (args, attrs, result) => (result.kind === "TensorType" && result.dtype === "bool" ? any : sum)(args, attrs, result),
  variance,
};
