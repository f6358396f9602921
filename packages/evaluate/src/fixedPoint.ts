/**
 * Numbers as an integer fraction and a shift, and products with them. Follows src/relay/qnn/utils.cc and
 * q_multiply_shift (src/target/intrin_rule.cc).
 */

/** A factor as `multiplier * 2^(shift - 31)`. */
export interface FixedPoint {
  readonly multiplier: number;
  readonly shift: number;
}

/**
 * A factor as a fraction of 31 bits and a shift, the nearest there is. What is not finite gives zero, as the
 * reference's conversion to an integer does on x86.
 */
export function fixedPointOf(factor: number): FixedPoint {
  if (factor === 0 || !Number.isFinite(factor)) return { multiplier: 0, shift: 0 };
  let shift = Math.max(-1023, Math.floor(Math.log2(Math.abs(factor))) + 1);
  let fraction = factor * 2 ** -shift;
  while (Math.abs(fraction) >= 1) {
    fraction /= 2;
    shift++;
  }
  while (Math.abs(fraction) < 0.5) {
    fraction *= 2;
    shift--;
  }
  const scaled = fraction * 2 ** 31;
  const multiplier = scaled < 0 ? -Math.floor(0.5 - scaled) : Math.floor(scaled + 0.5);
  return multiplier === 2 ** 31 ? { multiplier: 2 ** 30, shift: shift + 1 } : { multiplier, shift };
}

/**
 * An int32 times `multiplier * 2^(shift - 31)`, as an int32. Midpoints go up; with `isToNearest`, away from zero. The
 * product has up to 63 bits: it is computed in two halves, which doubles hold exactly, or with bigints where the shifts
 * are large.
 */
export function fixedPointMultiply(x: number, multiplier: number, shift: number, isToNearest = false): number {
  const left = Math.max(shift, 0);
  const total = 31 + Math.max(-shift, 0);
  if (left <= 4 && total <= 50) {
    const shifted = x * 2 ** left;
    const high = Math.floor(multiplier / 65536);
    const low = multiplier - high * 65536;
    const isNegative = shifted < 0 !== multiplier < 0 && shifted !== 0 && multiplier !== 0;
    const half = 2 ** (total - 1) - (isToNearest && isNegative ? 1 : 0);
    const lower = shifted * low + half;
    const carry = Math.floor(lower / 65536);
    return Math.floor((shifted * high + carry) / 2 ** (total - 16)) | 0;
  }
  const product = (BigInt(x) << BigInt(left)) * BigInt(multiplier);
  const half = (1n << BigInt(total - 1)) - (isToNearest && product < 0n ? 1n : 0n);
  return Number(BigInt.asIntN(32, (product + half) >> BigInt(total)));
}

/**
 * The product of an int32 and a constant factor. Where that is a power of two below one with a multiplier of 2^30, the
 * reference adds half a unit in 32 bits, which wraps, and shifts.
 */
export function fixedPointProduct(multiplier: number, shift: number): (x: number) => number {
  const places = 1 - shift;
  if (multiplier === 2 ** 30 && places > 0 && places < 32) return (x) => ((x + 2 ** (places - 1)) | 0) >> places;
  return (x) => fixedPointMultiply(x, multiplier, shift);
}
