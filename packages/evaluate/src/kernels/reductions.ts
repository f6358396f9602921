/** Reductions along axes. Follows include/tvm/topi/reduction.h. */
import { attrOf, elementCount, type TensorData } from "@relayscope/ir";
import { isLong, numberReader, reader, rounder, writer } from "../arithmetic.ts";
import { blank, eachIndex, type Kernel, type KernelTable, reducedAxes, stridesOf, tensors } from "../kernel.ts";

/** For each element of the source: the flat index in the reduced result, whose reduced axes have size one. */
function eachReduced(x: TensorData, axes: ReadonlySet<number>, visit: (from: number, to: number, index: readonly number[]) => void): void {
  const kept = x.shape.map((d, i) => (axes.has(i) ? 1 : d));
  const step = stridesOf(kept).map((s, i) => (axes.has(i) ? 0 : s));
  eachIndex(x.shape, (index, from) => {
    let to = 0;
    for (let i = 0; i < index.length; i++) to += (index[i] as number) * (step[i] as number);
    visit(from, to, index);
  });
}

interface Reduction {
  readonly start: number;
  readonly next: (so: number, x: number) => number;
  readonly long?: { readonly start: bigint; readonly next: (so: bigint, x: bigint) => bigint };
  readonly end?: (total: number, count: number) => number;
}

function reduction({ start, next, long, end }: Reduction): Kernel {
  return (args, attrs, result) => {
    const [x] = tensors(args, 1) ?? [];
    const out = blank(result);
    if (!x || !out) return undefined;
    const axes = reducedAxes(attrs, x.shape.length);
    const write = writer(out);
    const count = elementCount(out.shape);
    if (isLong(x.dtype)) {
      if (!long) return undefined;
      const totals = new Array<bigint>(count).fill(long.start);
      const read = reader(x) as (i: number) => bigint;
      eachReduced(x, axes, (from, to) => {
        totals[to] = long.next(totals[to] as bigint, read(from));
      });
      for (let i = 0; i < count; i++) write(i, totals[i] as bigint);
      return out;
    }
    const totals = new Float64Array(count).fill(start);
    const read = numberReader(x);
    const round = rounder(x.dtype);
    eachReduced(x, axes, (from, to) => {
      totals[to] = round(next(totals[to] as number, read(from)));
    });
    const size = x.values.length / Math.max(1, count);
    for (let i = 0; i < count; i++) write(i, end ? end(totals[i] as number, size) : (totals[i] as number));
    return out;
  };
}

/** `argmax` and `argmin`: the position along the axis (or flat, over all axes) of the first best element. */
function position(isBetter: (x: number, best: number) => boolean): Kernel {
  return (args, attrs, result) => {
    const [x] = tensors(args, 1) ?? [];
    const out = blank(result);
    if (!x || !out) return undefined;
    const axes = reducedAxes(attrs, x.shape.length);
    const last = attrOf(attrs, "select_last_index") === true;
    const strides = stridesOf(x.shape.map((d, i) => (axes.has(i) ? d : 1)));
    const best = new Float64Array(out.values.length);
    const found = new Uint8Array(out.values.length);
    const read = numberReader(x);
    const write = writer(out);
    eachReduced(x, axes, (from, to, index) => {
      const value = read(from);
      if (found[to] && !isBetter(value, best[to] as number) && !(last && value === best[to])) return;
      found[to] = 1;
      best[to] = value;
      let at = 0;
      for (const axis of axes) at += (index[axis] as number) * (strides[axis] as number);
      write(to, at);
    });
    return out;
  };
}

const variance: Kernel = (args, attrs, result) => {
  const [x, mean] = tensors(args, 2) ?? [];
  const out = blank(result);
  if (!x || !mean || !out) return undefined;
  const axes = reducedAxes(attrs, x.shape.length);
  const [read, readMean] = [numberReader(x), numberReader(mean)];
  const totals = new Float64Array(out.values.length);
  eachReduced(x, axes, (from, to) => {
    totals[to] = (totals[to] as number) + (read(from) - readMean(to)) ** 2;
  });
  const size = x.values.length / Math.max(1, out.values.length);
  const write = writer(out);
  for (let i = 0; i < totals.length; i++) write(i, (totals[i] as number) / (attrOf(attrs, "unbiased") ? size - 1 : size));
  return out;
};

const greater = (x: bigint, y: bigint) => (x > y ? x : y);
const smaller = (x: bigint, y: bigint) => (x < y ? x : y);

export const reductions: KernelTable = {
  all: reduction({ start: 1, next: (so, x) => Number(so && x) }),
  any: reduction({ start: 0, next: (so, x) => Number(so || x) }),
  argmax: position((x, best) => x > best),
  argmin: position((x, best) => x < best),
  max: reduction({ start: Number.NEGATIVE_INFINITY, next: Math.max, long: { start: -(2n ** 63n), next: greater } }),
  mean: reduction({ start: 0, next: (so, x) => so + x, end: (total, count) => total / count }),
  min: reduction({ start: Number.POSITIVE_INFINITY, next: Math.min, long: { start: 2n ** 63n - 1n, next: smaller } }),
  prod: reduction({ start: 1, next: (so, x) => so * x, long: { start: 1n, next: (so, x) => so * x } }),
  sum: reduction({ start: 0, next: (so, x) => so + x, long: { start: 0n, next: (so, x) => so + x } }),
  variance,
};
