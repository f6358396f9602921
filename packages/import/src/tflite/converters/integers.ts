/** Constants that give shapes, axes and counts. */
import { elementOf, type TensorData } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Conversion, Operand } from "../import/conversion.ts";

/** How many numbers are taken from a constant. */
const countLimit = 65_536;

export interface IntegerList {
  readonly values: readonly number[];
  readonly shape: readonly number[];
}

export function listOf(data: TensorData): IntegerList {
  const { length } = data.values;
  if (length > countLimit) throw new ConversionFailure(`a constant has ${length} numbers, but should have a few.`);
  return { values: Array.from({ length }, (_, i) => Number(elementOf(data, i))), shape: data.shape };
}

/** The numbers of a constant. Throws where it has no axis, or more than one. */
export function listIn(c: Conversion, operand: Operand): readonly number[] {
  const list = listOf(c.valueOf(operand));
  if (list.shape.length !== 1)
    throw new ConversionFailure(`its tensor \`${operand.name}\` has ${list.shape.length} axes, but must be a list.`);
  return list.values;
}

/** The only number of a constant. Throws where it has several. */
export function numberIn(c: Conversion, operand: Operand): number {
  const data = c.valueOf(operand);
  if (data.values.length !== 1)
    throw new ConversionFailure(`its tensor \`${operand.name}\` has ${data.values.length} elements instead of one.`);
  return Number(elementOf(data, 0));
}

/** Rows of a constant of two axes. */
export function rowsIn(c: Conversion, operand: Operand): readonly (readonly number[])[] {
  const { values, shape } = listOf(c.valueOf(operand));
  const [count = 0, width = 0] = shape;
  if (shape.length !== 2) throw new ConversionFailure(`its tensor \`${operand.name}\` has ${shape.length} axes instead of two.`);
  return Array.from({ length: count }, (_, i) => values.slice(i * width, (i + 1) * width));
}
