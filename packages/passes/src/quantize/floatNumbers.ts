/** Numbers of quantization, computed in single precision as the reference does. */

const unit = 2 ** 31;

/** The quotient in single precision. */
export function quotient(a: number, b: number): number {
  return Math.fround(a / b);
}

/** The binary logarithm in single precision. */
export function log2(x: number): number {
  return Math.fround(Math.log2(x));
}

/** Whether a number is a 32-bit integer. */
export function isWhole(x: number): boolean {
  return Number.isInteger(x) && x >= -unit && x < unit;
}
