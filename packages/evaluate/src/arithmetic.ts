/** Element arithmetic by dtype: what wraps, what rounds, what truncates, as the reference's generated code does. */
import { elementOf, setElement, type TensorArray, type TensorData } from "@relayscope/ir";

export function isLong(dtype: string): boolean {
  return dtype === "int64" || dtype === "uint64";
}

export function isFloat(dtype: string): boolean {
  return dtype.startsWith("float") || dtype === "bfloat16";
}

/** Reads elements as numbers; 64-bit integers as bigints. */
export function reader(tensor: TensorData): (i: number) => number | bigint {
  if (tensor.dtype === "float16" || tensor.dtype === "bfloat16") return (i) => elementOf(tensor, i);
  const { values } = tensor;
  return (i) => values[i] as number | bigint;
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
  return (i, value) => {
    values[i] = Number(value);
  };
}

/** A number made to fit a dtype that is computed with: float32 rounds, integers truncate and wrap. */
export function rounder(dtype: string): (x: number) => number {
  if (dtype === "float32") return Math.fround;
  return (x) => x;
}

/** Rounds half away from zero, as C's `round`. */
export function roundHalfAway(x: number): number {
  return x < 0 ? -Math.floor(-x + 0.5) : Math.floor(x + 0.5);
}
