/** Numbers of quantization, computed as the reference does: in single precision, and in fixed point. */

/** A number `multiplier * 2^(shift - 31)`. */
export interface FixedPoint {
  readonly multiplier: number;
  readonly shift: number;
}

const unit = 2 ** 31;

/**
 * The fixed-point number nearest to a number that is not negative. What is not finite gives zero, as the reference's conversion does on x86.
 * Follows GetFixedPointMultiplierShift (src/relay/qnn/utils.cc).
 */
export function fixedPointOf(x: number): FixedPoint {
  if (x === 0 || !Number.isFinite(x)) return { multiplier: 0, shift: 0 };
  let shift = Math.floor(Math.log2(x)) + 1;
  let significand = x / 2 ** shift;
  if (significand >= 1) {
    significand /= 2;
    shift++;
  } else if (significand < 0.5) {
    significand *= 2;
    shift--;
  }
  const multiplier = Math.round(significand * unit);
  return multiplier === unit ? { multiplier: unit / 2, shift: shift + 1 } : { multiplier, shift };
}

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
