/** Ints, which are numbers while they are small, and what is taken for one. */
import { PyBoxed, PyFloat } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import { claim, Exhausted, type Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { callSpecial, typeName } from "./protocol.ts";

export type Int = number | bigint;

/** Longest int that is made, in bits: far beyond what CPython writes as a number. */
const mostBits = 262_144;

/** An int in its smallest form. */
export function integer(value: bigint): Int {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The int that a value is: an int, a bool, or an object of a class derived from int. */
export function intOf(value: Value): Int | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof PyBoxed && typeof value.value !== "string") return value.value;
  return undefined;
}

/** The number or text that an object of a class derived from int or str is; any other value as it is. */
export function unboxed(value: Value): Value {
  return value instanceof PyBoxed ? value.value : value;
}

/** The text that a value is: a str, or an object of a class derived from it. */
export function textOf(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof PyBoxed && typeof value.value === "string" ? value.value : undefined;
}

/** A float or int as a JavaScript number. */
export function floatOf(value: Value): number | undefined {
  if (typeof value === "number") return value;
  if (value instanceof PyFloat) return value.value;
  const int = intOf(value);
  return int === undefined ? undefined : floatOfInt(int);
}

/** Raises OverflowError where the int is beyond all floats. */
export function floatOfInt(value: Int): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw raised("OverflowError", "int too large to convert to float");
  return number;
}

/** The result of `operator.index`, or undefined. */
export function indexOrNothing(m: Runtime, value: Value): Int | undefined {
  const int = intOf(value);
  if (int !== undefined) return int;
  const answer = callSpecial(m, value, "__index__", []);
  if (answer === undefined) return undefined;
  const number = intOf(answer);
  if (number === undefined) throw typeError(`__index__ returned non-int (type ${typeName(answer)})`);
  return number;
}

/** The result of `operator.index`. Raises TypeError. */
export function index(m: Runtime, value: Value): Int {
  const found = indexOrNothing(m, value);
  if (found === undefined) throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  return found;
}

/** Whether an int is one of those that CPython counts elements with (`Py_ssize_t`). */
export function fitsSize(value: number | bigint): boolean {
  return typeof value === "number" || (value < 2n ** 63n && value >= -(2n ** 63n));
}

/** CPython's message about an index that is too large. */
export const tooLargeIndex = "cannot fit 'int' into an index-sized integer";

/** An index as functions of CPython take it. Raises where it is too large. */
export function sizedIndex(m: Runtime, value: Value): number {
  const found = index(m, value);
  if (!fitsSize(found)) throw raised("OverflowError", "Python int too large to convert to C ssize_t");
  return Number(found);
}

/** An index as a number that is at most as large as any length. */
export function clampedIndex(m: Runtime, value: Value): number {
  const found = index(m, value);
  if (typeof found === "number") return found;
  return found > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}

function bits(value: bigint): number {
  return value.toString(16).length * 4;
}

/** Takes the bits of a large result from the budget before it is computed. */
function reserve(m: Runtime, count: number): void {
  if (count > mostBits) throw new Exhausted("size", "an int");
  claim(m, count / 8);
  m.stepsLeft -= Math.floor(count / 64);
}

/** Takes what an operator does with large ints from the budget: their words, or all pairs of words. */
export function claimInts(m: Runtime, operator: string, a: Int, b: Int): void {
  const [x, y] = [bits(BigInt(a)) / 64, bits(BigInt(b)) / 64];
  claim(m, 8 * (x + y));
  m.stepsLeft -= Math.ceil(operator === "//" || operator === "%" || operator === "/" ? (x * y) / 64 : (x + y) / 8);
}

/** The digits of an int in a base, without a sign. */
export function digitsOf(m: Runtime, value: Int, base: number): string {
  if (typeof value === "bigint") claim(m, 2 * bits(value));
  return value.toString(base);
}

export function addInts(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return integer(BigInt(a) + BigInt(b));
}

export function subtractInts(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return integer(BigInt(a) - BigInt(b));
}

export function multiplyInts(m: Runtime, a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  reserve(m, bits(x) + bits(y));
  return integer(x * y);
}

const zeroDivision = () => raised("ZeroDivisionError", "integer division or modulo by zero");

export function floorDivideInts(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    if (b === 0) throw zeroDivision();
    const rest = a % b;
    const quotient = (a - rest) / b;
    return (rest !== 0 && rest < 0 !== b < 0 ? quotient - 1 : quotient) + 0;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  if (y === 0n) throw zeroDivision();
  const quotient = x / y;
  return integer(x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient);
}

export function moduloInts(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    if (b === 0) throw raised("ZeroDivisionError", "integer modulo by zero");
    const rest = a % b;
    return (rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest) + 0;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  if (y === 0n) throw raised("ZeroDivisionError", "integer modulo by zero");
  const rest = x % y;
  return integer(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest);
}

/** `a / b` of ints: the nearest float. */
export function divideInts(a: Int, b: Int): number {
  if (typeof a === "number" && typeof b === "number") {
    if (b === 0) throw raised("ZeroDivisionError", "division by zero");
    return a / b;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  if (y === 0n) throw raised("ZeroDivisionError", "division by zero");
  const isNegative = x < 0n !== y < 0n;
  const [p, q] = [x < 0n ? -x : x, y < 0n ? -y : y];
  // Scales so that the quotient has 66 bits or more, of which the last one says whether anything was cut.
  const shift = BigInt(Math.max(0, 66 - (bits(p) - bits(q))));
  const scaled = p << shift;
  let quotient = scaled / q;
  if (scaled % q !== 0n) quotient |= 1n;
  const number = scale(quotient, -Number(shift));
  if (!Number.isFinite(number)) throw raised("OverflowError", "integer division result too large for a float");
  return isNegative ? -number : number;
}

/** `value * 2 ** exponent` as the nearest float. */
function scale(value: bigint, exponent: number): number {
  const extra = bits(value) - 64;
  if (extra <= 0) return Number(value) * 2 ** exponent;
  const cut = value >> BigInt(extra);
  const isExact = cut << BigInt(extra) === value;
  const rounded = Number(isExact ? cut : cut | 1n);
  const total = exponent + extra;
  return total > 960 || total < -960 ? rounded * 2 ** Math.trunc(total / 2) * 2 ** (total - Math.trunc(total / 2)) : rounded * 2 ** total;
}

/** `a ** b` of ints, where b is not negative. */
export function powerInts(m: Runtime, a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const power = a ** b;
    if (Number.isSafeInteger(power) && Math.abs(power) < 2 ** 50) return power + 0;
  }
  const base = BigInt(a);
  if (base === 0n || base === 1n) return BigInt(b) === 0n ? 1 : integer(base);
  if (base === -1n) return BigInt(b) % 2n === 0n ? 1 : -1;
  reserve(m, bits(base) * Number(b));
  return integer(base ** BigInt(b));
}

/** `pow(a, b, modulus)`. */
export function powerModulo(m: Runtime, a: Int, b: Int, modulus: Int): Int {
  const n = BigInt(modulus);
  if (n === 0n) throw raised("ValueError", "pow() 3rd argument cannot be 0");
  let base = BigInt(moduloInts(a, modulus));
  let exponent = BigInt(b);
  if (exponent < 0n) {
    base = inverse(base, n);
    exponent = -exponent;
  }
  reserve(m, (bits(exponent) * bits(n)) / 4);
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % n;
    base = (base * base) % n;
  }
  return moduloInts(integer(result), modulus);
}

function inverse(value: bigint, n: bigint): bigint {
  let [a, b, x, y] = [((value % n) + n) % n, n < 0n ? -n : n, 1n, 0n];
  const size = b;
  while (b !== 0n) {
    const q = a / b;
    [a, b, x, y] = [b, a - q * b, y, x - q * y];
  }
  if (a !== 1n) throw raised("ValueError", "base is not invertible for the given modulus");
  return ((x % size) + size) % size;
}

export function shiftLeft(m: Runtime, a: Int, b: Int): Int {
  if (b < 0) throw raised("ValueError", "negative shift count");
  if (a === 0 || a === 0n) return 0;
  reserve(m, bits(BigInt(a)) + Number(b));
  return integer(BigInt(a) << BigInt(b));
}

export function shiftRight(a: Int, b: Int): Int {
  if (b < 0) throw raised("ValueError", "negative shift count");
  if (typeof a === "number" && typeof b === "number" && Math.abs(a) < 2 ** 31) return a >> Math.min(31, b);
  const count = b > mostBits * 2 ? BigInt(mostBits * 2) : BigInt(b);
  return integer(BigInt(a) >> count);
}

export function bitwise(operator: "&" | "|" | "^", a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number" && (a | 0) === a && (b | 0) === b) {
    return operator === "&" ? a & b : operator === "|" ? a | b : a ^ b;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  return integer(operator === "&" ? x & y : operator === "|" ? x | y : x ^ y);
}

export function negateInt(value: Int): Int {
  return typeof value === "number" ? 0 - value : integer(-value);
}

export function invertInt(value: Int): Int {
  return typeof value === "number" ? -value - 1 : integer(~value);
}

/** A float cut to an int. Raises for what is not finite. */
export function truncated(value: number): Int {
  if (Number.isNaN(value)) throw raised("ValueError", "cannot convert float NaN to integer");
  if (!Number.isFinite(value)) throw raised("OverflowError", "cannot convert float infinity to integer");
  const cut = Math.trunc(value);
  return Number.isSafeInteger(cut) ? cut + 0 : BigInt(cut);
}

/** Most digits that are read or written in decimal, as CPython has it. */
const mostDigits = 4300;

export function intText(value: Int): string {
  if (typeof value === "number") return String(value);
  if (bits(value) > mostDigits * 3.4) {
    throw raised("ValueError", `Exceeds the limit (${mostDigits} digits) for integer string conversion`);
  }
  return value.toString();
}

export function checkDigits(text: string): void {
  if (text.length > mostDigits) {
    throw raised(
      "ValueError",
      `Exceeds the limit (${mostDigits} digits) for integer string conversion: value has ${text.length} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  }
}

/** A float as `repr` writes it; `size` decides whether it has an exponent. */
export function floatText(value: number, size = Math.abs(value)): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  if (value !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [mantissa = "", exponent = ""] = value.toExponential().split("e");
    const sign = exponent.startsWith("-") ? "-" : "+";
    return `${mantissa}e${sign}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`;
  }
  const text = String(value);
  if (text.includes("e")) return Number.isInteger(value) ? `${BigInt(value)}.0` : value.toFixed(20).replace(/(?<!0)0+$/, "");
  return text.includes(".") ? text : `${text}.0`;
}

/** CPython's hash of an int: its rest by 2 ** 61 - 1. */
export function hashInt(value: Int): Int {
  if (typeof value === "number" && Math.abs(value) < 2 ** 53) return value === -1 ? -2 : value;
  const prime = (1n << 61n) - 1n;
  const big = BigInt(value);
  const rest = big < 0n ? -(-big % prime) : big % prime;
  return integer(rest === -1n ? -2n : rest);
}
