/** Values of constants in a few words. */
import { elementOf, type TensorData } from "@relayscope/ir";

/** A number, as short as float32 needs. */
export function numberText(value: number | bigint): string {
  return typeof value === "number" ? String(Number(value.toPrecision(7))) : String(value);
}

/** Constants with more values are not read for their range. */
const mostRead = 1_000_000;

/** `0.0012 to 0.0045`, of a tensor that has several values: scales of channels, for one. Empty for others. */
export function rangeOf(data: TensorData): readonly string[] {
  const { length } = data.values;
  if (length < 2 || length > mostRead) return [];
  let [least, most] = [elementOf(data, 0), elementOf(data, 0)];
  for (let i = 1; i < length; i++) {
    const value = elementOf(data, i);
    if (Number.isNaN(value)) return [];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least === most ? `each ${numberText(least)}` : `${numberText(least)} to ${numberText(most)}`];
}
