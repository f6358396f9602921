/**
 * Sums of products in the arithmetic of a dtype: floats are summed in double precision and rounded once, integers of up
 * to 32 bits wrap at 32 (narrower ones wrap again where they are written), 64-bit integers are bigints.
 */
import { elementCount, present, type TensorData } from "@relayscope/ir";
import { isFloat, isLong, numberReader, reader, writer } from "./arithmetic.ts";

/** Elements made ready for sums of products. */
export type Numbers = Float64Array | Int32Array | BigInt64Array;

/** Where elements start, and the distance from one to the next. */
export interface Stride {
  readonly at: number;
  readonly step: number;
}

export interface Run extends Stride {
  readonly count: number;
}

export interface Arithmetic {
  /** That many zeros. */
  zeros(count: number): Numbers;
  /**
   * Adds to each element of a run of `sums` the element of `x` across from it, times the weight.
   */
  addScaled(sums: Numbers, to: Run, x: Numbers, from: Stride, weight: number | bigint): void;
  /** The sum of `count` products. */
  dot(a: Numbers, fromA: Stride, b: Numbers, fromB: Stride, count: number): number | bigint;
}

const floats: Arithmetic = {
  zeros: (count) => new Float64Array(count),
  addScaled(sums, to, x, from, given) {
    const [s, v] = [sums as Float64Array, x as Float64Array];
    const weight = given as number;
    for (let i = 0, at = to.at, source = from.at; i < to.count; i++, at += to.step, source += from.step) {
      s[at] = present(s[at]) + present(v[source]) * weight;
    }
  },
  dot(a, fromA, b, fromB, count) {
    const [x, y] = [a as Float64Array, b as Float64Array];
    let sum = 0;
    for (let i = 0, j = fromA.at, k = fromB.at; i < count; i++, j += fromA.step, k += fromB.step) sum += present(x[j]) * present(y[k]);
    return sum;
  },
};

const integers: Arithmetic = {
  zeros: (count) => new Int32Array(count),
  addScaled(sums, to, x, from, given) {
    const [s, v] = [sums as Int32Array, x as Int32Array];
    const weight = given as number;
    for (let i = 0, at = to.at, source = from.at; i < to.count; i++, at += to.step, source += from.step) {
      s[at] = (present(s[at]) + Math.imul(present(v[source]), weight)) | 0;
    }
  },
  dot(a, fromA, b, fromB, count) {
    const [x, y] = [a as Int32Array, b as Int32Array];
    let sum = 0;
    for (let i = 0, j = fromA.at, k = fromB.at; i < count; i++, j += fromA.step, k += fromB.step) {
      sum = (sum + Math.imul(present(x[j]), present(y[k]))) | 0;
    }
    return sum;
  },
};

const longs: Arithmetic = {
  zeros: (count) => new BigInt64Array(count),
  addScaled(sums, to, x, from, given) {
    const [s, v] = [sums as BigInt64Array, x as BigInt64Array];
    const weight = given as bigint;
    for (let i = 0, at = to.at, source = from.at; i < to.count; i++, at += to.step, source += from.step) {
      s[at] = present(s[at]) + present(v[source]) * weight;
    }
  },
  dot(a, fromA, b, fromB, count) {
    const [x, y] = [a as BigInt64Array, b as BigInt64Array];
    let sum = 0n;
    for (let i = 0, j = fromA.at, k = fromB.at; i < count; i++, j += fromA.step, k += fromB.step) sum += present(x[j]) * present(y[k]);
    return BigInt.asIntN(64, sum);
  },
};

/** The arithmetic that results of a dtype are computed in. */
export function arithmeticOf(dtype: string): Arithmetic {
  return isFloat(dtype) ? floats : isLong(dtype) ? longs : integers;
}

/**
 * A tensor's elements, cast for the arithmetic of `dtype`: the reference casts operands to the result's dtype before it
 * multiplies.
 */
export function numbersOf(x: TensorData, dtype: string): Numbers {
  const count = elementCount(x.shape);
  if (isLong(dtype)) {
    const out = new BigInt64Array(count);
    const read = reader(x);
    for (let i = 0; i < count; i++) {
      const value = read(i);
      out[i] = typeof value === "bigint" ? value : BigInt(Math.trunc(value));
    }
    return out;
  }
  if (isFloat(dtype)) {
    const out = new Float64Array(count);
    const read = numberReader(x);
    for (let i = 0; i < count; i++) out[i] = read(i);
    return out;
  }
  const out = new Int32Array(count);
  const read = reader(x);
  for (let i = 0; i < count; i++) {
    const value = read(i);
    out[i] = typeof value === "bigint" ? Number(BigInt.asIntN(32, value)) : value;
  }
  return out;
}

/** Writes sums into a tensor, rounded or wrapped to its dtype. */
export function writeNumbers(out: TensorData, sums: Numbers, from = 0, to = 0, count = sums.length): void {
  const write = writer(out);
  for (let i = 0; i < count; i++) write(to + i, present(sums[from + i]));
}
