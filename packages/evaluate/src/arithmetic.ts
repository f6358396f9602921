/** Element arithmetic by dtype: what wraps, what rounds, what truncates, as the reference's generated code does. */
import { elementOf, halfToNumber, numberToHalf, present, setElement, type TensorArray, type TensorData } from "@relayscope/ir";

export function isLong(dtype: string): boolean {
  return dtype === "int64" || dtype === "uint64";
}

export function isFloat(dtype: string): boolean {
  return dtype.startsWith("float") || dtype === "bfloat16";
}

/** Elements that are read from and written to arrays of the same kind, without conversion. */
export interface Slots {
  [index: number]: number | bigint;
  fill(value: number | bigint): unknown;
  set(from: ArrayLike<number | bigint>): void;
}

/** The elements of a tensor; what is written must be of its kind. */
export function slotsOf(tensor: TensorData): Slots {
  return tensor.values as unknown as Slots;
}

/** Reads elements as numbers; 64-bit integers as bigints. */
export function reader(tensor: TensorData): (i: number) => number | bigint {
  if (tensor.dtype === "float16" || tensor.dtype === "bfloat16") return (i) => elementOf(tensor, i);
  const { values } = tensor;
  return (i) => present(values[i]);
}

/** Reads elements of 64-bit integers. */
export function longReader(tensor: TensorData): (i: number) => bigint {
  const read = reader(tensor);
  return (i) => BigInt(read(i));
}

/** Reads elements as numbers, whatever the dtype. */
export function numberReader(tensor: TensorData): (i: number) => number {
  const read = reader(tensor);
  return isLong(tensor.dtype) ? (i) => Number(read(i)) : (read as (i: number) => number);
}

/** Writes numbers, rounded or wrapped to the dtype. */
export function writer(tensor: TensorData): (i: number, value: number | bigint) => void {
  if (tensor.dtype === "float16" || tensor.dtype === "bfloat16" || isLong(tensor.dtype)) return (i, value) => setElement(tensor, i, value);
  const values = tensor.values as Exclude<TensorArray, BigInt64Array | BigUint64Array>;
  if (tensor.dtype === "bool") {
    return (i, value) => {
      values[i] = Number(value) & 1;
    };
  }
  return (i, value) => {
    values[i] = Number(value);
  };
}

/** A number made to fit a float dtype that is computed with; of other dtypes it is left as it is. */
export function rounder(dtype: string): (x: number) => number {
  if (dtype === "float32") return Math.fround;
  if (dtype === "float16") return (x) => halfToNumber(numberToHalf(x));
  return (x) => x;
}

/** Rounds half away from zero, as C's `round`. */
export function roundHalfAway(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

/** The least finite value of a dtype. */
export function leastOf(dtype: string): number {
  if (dtype === "float16") return -65504;
  if (dtype === "float32") return -3.4028234663852886e38;
  if (isFloat(dtype)) return -Number.MAX_VALUE;
  return dtype.startsWith("u") || dtype === "bool" ? 0 : -(2 ** (Number(dtype.slice(3)) - 1));
}

/** The largest finite value of a dtype. */
export function mostOf(dtype: string): number {
  if (dtype === "bool") return 1;
  return dtype.startsWith("u") ? 2 ** Number(dtype.slice(4)) - 1 : isFloat(dtype) ? -leastOf(dtype) : -leastOf(dtype) - 1;
}

// biome-ignore-start lint/complexity/useMathMinMax: equal zeros and what is not a number come out otherwise.
/**
 * The larger number; the second where they are equal or one is not a number, as the reference's code for `max` selects.
 */
export function larger(x: number, y: number): number {
  return x > y ? x : y;
}

/**
 * The smaller number; the second where they are equal or one is not a number, as the reference's code for `min`
 * selects.
 */
export function smaller(x: number, y: number): number {
  return x < y ? x : y;
}
// biome-ignore-end lint/complexity/useMathMinMax: as above

export const longLarger = (x: bigint, y: bigint): bigint => (x > y ? x : y);
export const longSmaller = (x: bigint, y: bigint): bigint => (x < y ? x : y);
