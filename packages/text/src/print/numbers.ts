/**
 * Numbers as C++ streams print them, and as the text writes them. Follows src/support/scalars.h and the streams of the
 * C++ library.
 */
import { character } from "../lex/characters.ts";

/** A double as an output stream prints it: six significant digits, no trailing zeros (`%g`). */
export function streamedNumber(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  const rounded = belowTie(value);
  const scientific = rounded.toExponential(5);
  const e = scientific.indexOf("e");
  const exponent = Number(scientific.slice(e + 1));
  if (exponent >= -4 && exponent < 6) return withoutTrailingZeros(rounded.toFixed(5 - exponent));
  const size = Math.abs(exponent);
  return `${withoutTrailingZeros(scientific.slice(0, e))}e${exponent < 0 ? "-" : "+"}${size < 10 ? "0" : ""}${size}`;
}

/**
 * The number, made slightly smaller if it is exactly between two numbers of six digits and the even one is below: the
 * C++ library rounds such ties to even (2^-9 prints 0.00195312), JavaScript away from zero.
 */
function belowTie(value: number): number {
  const seven = value.toExponential(6);
  const last = seven.indexOf("e") - 1;
  if (seven[last] !== "5" || Number(seven) !== value || Number(seven[last - 1]) % 2 !== 0) return value;
  const exact = value.toExponential(40);
  return /^0*e/.test(exact.slice(last + 1)) ? value * (1 - 1e-10) : value;
}

function withoutTrailingZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end--;
  if (text.charCodeAt(end - 1) === character.dot) end--;
  return text.slice(0, end);
}

/** A number of the text. `width` is the suffix in bits, undefined where it has none. */
export interface NumberLiteral {
  readonly isFloat: boolean;
  readonly value: number | bigint;
  readonly width: number | undefined;
  readonly isUnsigned: boolean;
  readonly isNegativeNan: boolean;
}

/** Reads a number token: `2`, `-05`, `1i64`, `16f`, `1e-05f16`, `nanf`, `--3`. */
export function readNumber(text: string): NumberLiteral {
  let at = 0;
  let isNegative = false;
  while (text.charCodeAt(at) === character.minus) {
    isNegative = !isNegative;
    at++;
  }
  if (text.charCodeAt(at) > 57) {
    const size = text.charCodeAt(at) === 105 ? Number.POSITIVE_INFINITY : Number.NaN;
    return {
      isFloat: true,
      value: isNegative ? -size : size,
      width: suffixWidth(text, at + 4),
      isUnsigned: false,
      isNegativeNan: isNegative && Number.isNaN(size),
    };
  }
  let stop = text.length;
  let suffix = -1;
  for (let i = at; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 102 || c === 105 || c === 117) {
      suffix = c;
      stop = i;
      break;
    }
  }
  const digits = text.slice(at, stop);
  const width = suffix < 0 ? undefined : suffixWidth(text, stop + 1);
  if (suffix === 102 || /[.eE]/.test(digits)) {
    const size = Number(digits);
    return { isFloat: true, value: isNegative ? -size : size, width, isUnsigned: false, isNegativeNan: false };
  }
  let value: number | bigint = Number(digits);
  if (!Number.isSafeInteger(value)) value = BigInt(digits);
  return { isFloat: false, value: isNegative ? -value : value, width, isUnsigned: suffix === 117, isNegativeNan: false };
}

function suffixWidth(text: string, at: number): number | undefined {
  return at < text.length ? Number(text.slice(at)) : undefined;
}

/** Whether an integer fits a signed type of `width` bits. */
export function fitsInteger(value: number | bigint, width: number): boolean {
  if (width >= 64) {
    const big = BigInt(value);
    return big >= -(2n ** 63n) && big < 2n ** 63n;
  }
  const limit = 2 ** (width - 1);
  return value >= -limit && value < limit;
}
