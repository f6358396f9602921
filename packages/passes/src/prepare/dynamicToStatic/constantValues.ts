/**
 * Constants' data as attribute values. Follows ToVector, ToFloatVector, ToMatrix and ToScalar in
 * src/relay/transforms/pattern_utils.h.
 */
import { type AttrValue, elementOf, firstOf, type TensorData } from "@relayscope/ir";
import { constantOfRank, largeAttribute } from "../diagnostics.ts";

function numbersOf(data: TensorData): readonly number[] {
  return Array.from({ length: data.values.length }, (_, i) => Number(elementOf(data, i)));
}

function demandRank(data: TensorData, rank: number): void {
  if (data.shape.length !== rank) throw constantOfRank(data.shape.length, rank);
}

/** A vector's elements as integers, which must be of 32 bits. */
export function integersOf(data: TensorData): readonly AttrValue[] {
  demandRank(data, 1);
  const numbers = numbersOf(data).map(Math.trunc);
  const large = numbers.find((n) => n < -(2 ** 31) || n >= 2 ** 31);
  if (large !== undefined) throw largeAttribute(large);
  return numbers;
}

/** A vector's elements as floats. */
export function floatsOf(data: TensorData): readonly AttrValue[] {
  demandRank(data, 1);
  return numbersOf(data).map((value) => ({ kind: "Float", value: Math.fround(value) }));
}

/** A matrix' rows as lists of integers. */
export function rowsOf(data: TensorData): readonly AttrValue[] {
  demandRank(data, 2);
  const [rows, columns] = firstOf(data.shape, 2);
  const numbers = numbersOf(data).map(Math.trunc);
  return Array.from({ length: rows }, (_, i) => numbers.slice(i * columns, (i + 1) * columns));
}

/** The first element as an integer, whatever the rank. */
export function firstIntegerOf(data: TensorData): number {
  return Math.trunc(numbersOf(data)[0] ?? 0);
}

/** A scalar as a float. */
export function scalarOf(data: TensorData): AttrValue {
  demandRank(data, 0);
  return { kind: "Float", value: numbersOf(data)[0] ?? 0 };
}
