/** Numbers in sentences. */

/**
 * A number in its intended form: the shortest text with the same float32, and fractions of powers of two with their
 * denominator. Other texts are unchanged.
 */
export function plainNumber(text: string): string {
  if (!/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) || Number.isInteger(Number(text))) return text;
  const value = Number(text);
  const denominator = 1 / value;
  if (Number.isInteger(denominator) && denominator > 16 && Number.isInteger(Math.log2(denominator))) return `1/${denominator}`;
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return `${short}`;
  }
  return text;
}
