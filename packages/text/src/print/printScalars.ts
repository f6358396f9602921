/** Prints scalar constants. Follows src/support/scalars.cc: seven dtypes print as literals, all others as metadata. */
import { elementOf, type TensorData } from "@relayscope/ir";
import { streamedNumber } from "./numbers.ts";

const suffixes = new Map([
  ["int16", "i16"],
  ["int32", ""],
  ["int64", "i64"],
  ["float16", "f16"],
  ["float32", "f"],
  ["float64", "f64"],
  ["bool", ""],
]);

/** The literal of a scalar; undefined for tensors with axes, dtypes without a literal, and constants without data. */
export function scalarText(data: TensorData | undefined): string | undefined {
  if (!data || data.shape.length > 0) return undefined;
  const suffix = suffixes.get(data.dtype);
  if (suffix === undefined) return undefined;
  const value = elementOf(data, 0);
  if (data.dtype === "bool") return value ? "True" : "False";
  if (!data.dtype.startsWith("float")) return `${value}${suffix}`;
  const number = Number(value);
  return `${Number.isNaN(number) && isNegativeNan(data) ? "-" : ""}${streamedNumber(number)}${suffix}`;
}

/** A stream prints the sign of a NaN, which only its bits contain. */
function isNegativeNan(data: TensorData): boolean {
  const { buffer, byteOffset, byteLength } = data.values;
  return (new DataView(buffer, byteOffset, byteLength).getUint8(byteLength - 1) & 0x80) !== 0;
}
