/** int, bool and float. */
import { binaryAsBuiltin, floorDivideFloats, moduloFloats, type Operator, operatorNames, unaryInt } from "../core/binary.ts";
import { compareAsBuiltin, truth } from "../core/equality.ts";
import { formatAsBuiltin, fraction } from "../core/formatting.ts";
import { hashAsBuiltin } from "../core/hashing.ts";
import { collect } from "../core/iteration.ts";
import {
  checkDigits,
  divideInts,
  floatOf,
  floatOfInt,
  floorDivideInts,
  type Int,
  index,
  indexOrNothing,
  integer,
  intOf,
  moduloInts,
  multiplyInts,
  powerInts,
  textOf,
  truncated,
} from "../core/numbers.ts";
import { call, callSpecial, typeName } from "../core/protocol.ts";
import { quoted, repr, reprAsBuiltin } from "../core/representation.ts";
import { boolClass, floatClass, intClass } from "../model/classes.ts";
import { notImplemented, PyBoxed, PyBytes, PyFloat, PyTuple } from "../model/containers.ts";
import { raised, typeError, valueError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod } from "../model/functions.ts";
import { claim, type Runtime, walk } from "../model/runtime.ts";
import { markPlain } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { attribute, fill, maker, method, refuseKeywords } from "./define.ts";

const orders = { __eq__: "==", __ne__: "!=", __lt__: "<", __le__: "<=", __gt__: ">", __ge__: ">=" } as const;

/** The six comparisons, as built-in values compare. */
export function comparisons(isPlain: boolean): PyBuiltin[] {
  return Object.entries(orders).map(([name, operator]) => {
    const made = method(name, 1, (m, self, [other]) => compareAsBuiltin(m, operator, self, other ?? null));
    if (isPlain) markPlain(made);
    return made;
  });
}

export function hashing(isPlain: boolean): PyBuiltin {
  const made = method("__hash__", 0, (m, self) => hashAsBuiltin(m, self));
  if (isPlain) markPlain(made);
  return made;
}

/** `__add__`, and `__radd__`, of some operators. */
export function arithmetic(operators: readonly Operator[], hasSwapped: boolean): PyBuiltin[] {
  return operators.flatMap((operator) => {
    const name = operatorNames[operator];
    const own = method(`__${name}__`, { least: 1, most: 2 }, (m, self, [other]) => binaryAsBuiltin(m, operator, self, other ?? null));
    if (!hasSwapped) return [own];
    return [own, method(`__r${name}__`, { least: 1, most: 2 }, (m, self, [other]) => binaryAsBuiltin(m, operator, other ?? null, self))];
  });
}

const self = (value: Value): Int => intOf(value) ?? 0;

export function fillInt(): void {
  intClass.holdBy((cls) => new PyBoxed(0, cls));
  fill(intClass, [
    maker((m, cls, args, keywords) => {
      const given = args.length + (keywords?.size ?? 0);
      if (given > 2) throw typeError(`int() takes at most 2 arguments (${given} given)`);
      for (const name of keywords?.keys() ?? []) {
        if (name !== "base") throw typeError(`'${name}' is an invalid keyword argument for int()`);
      }
      const base = args.length > 1 ? args[1] : keywords?.get("base");
      if (base !== undefined && args.length === 0) throw typeError("int() missing string argument");
      const value = toInt(m, args[0], base);
      return cls === intClass ? value : new PyBoxed(value, cls);
    }),
    ...comparisons(true),
    hashing(true),
    ...arithmetic(["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"], true),
    method("__divmod__", 1, (m, a, [b]) => divmod(m, a, b ?? null) ?? notImplemented),
    method("__rdivmod__", 1, (m, a, [b]) => divmod(m, b ?? null, a) ?? notImplemented),
    method("__neg__", 0, (_m, value) => unaryInt("-", self(value))),
    method("__pos__", 0, (_m, value) => self(value)),
    method("__invert__", 0, (_m, value) => unaryInt("~", self(value))),
    method("__abs__", 0, (_m, value) => (self(value) < 0 ? unaryInt("-", self(value)) : self(value))),
    method("__bool__", 0, (_m, value) => self(value) !== 0),
    ...["__int__", "__index__", "__trunc__", "__floor__", "__ceil__", "conjugate"].map((name) =>
      method(name, 0, (_m, value) => self(value)),
    ),
    method("__float__", 0, (_m, value) => new PyFloat(floatOfInt(self(value)))),
    method("__round__", { least: 0, most: 1 }, (m, value, [places]) => roundInt(m, self(value), places)),
    method("__repr__", 0, (m, value) => (value instanceof PyBoxed ? reprAsBuiltin(m, value) : repr(m, value))),
    method("__format__", 1, (m, value, [spec]) => formatAsBuiltin(m, value, textOf(spec ?? "") ?? "")),
    method("bit_length", 0, (_m, value) => bitLength(self(value))),
    method("bit_count", 0, (_m, value) => [...BigInt(self(value)).toString(2)].filter((d) => d === "1").length),
    method("as_integer_ratio", 0, (_m, value) => new PyTuple([self(value), 1])),
    method("to_bytes", { least: 0, most: 3, names: ["length", "byteorder", "signed"] }, (m, value, [length, order, signed]) =>
      toBytes(self(value), Number(index(m, length ?? 1)), order ?? "big", truth(m, signed ?? false)),
    ),
    ["from_bytes", new PyClassMethod(fromBytes)],
    attribute("real", (_m, value) => self(value)),
    attribute("imag", () => 0),
    attribute("numerator", (_m, value) => self(value)),
    attribute("denominator", () => 1),
    ["__doc__", "int([x]) -> integer"],
  ]);
  fill(boolClass, [
    maker((m, _cls, args, keywords) => {
      refuseKeywords("bool", keywords);
      if (args.length > 1) throw typeError(`bool expected at most 1 argument, got ${args.length}`);
      return truth(m, args[0] ?? false);
    }),
    method("__repr__", 0, (m, value) => repr(m, value)),
    ...arithmetic(["&", "|", "^"], true),
  ]);
}

function bitLength(value: Int): number {
  const size = BigInt(value < 0 ? -value : value);
  return size === 0n ? 0 : size.toString(2).length;
}

const fromBytes = new PyBuiltin("from_bytes", (m, [cls = null, given = null, byteorder], keywords) => {
  const order = byteorder ?? keywords?.get("byteorder") ?? "big";
  const bytes = given instanceof PyBytes ? [...given.bytes] : collect(m, given).map((v) => Number(index(m, v)));
  if (order !== "big" && order !== "little") throw valueError("byteorder must be either 'little' or 'big'");
  const ordered = order === "little" ? bytes.reverse() : bytes;
  walk(m, ordered);
  claim(m, ordered.length);
  const value = BigInt(`0x0${ordered.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
  const isNegative = truth(m, keywords?.get("signed") ?? false) && (ordered[0] ?? 0) >= 128;
  const made = integer(isNegative ? value - (1n << BigInt(8 * bytes.length)) : value);
  return cls === intClass ? made : call(m, cls, [made]);
});

function toBytes(value: Int, length: number, order: Value, isSigned: boolean): PyBytes {
  const big = BigInt(value);
  if (big < 0n && !isSigned) throw raised("OverflowError", "can't convert negative int to unsigned");
  const limit = 1n << BigInt(8 * Math.min(length, 100_000));
  const isTooBig = isSigned ? big >= limit / 2n || big < -(limit / 2n) : big >= limit;
  if (isTooBig) throw raised("OverflowError", "int too big to convert");
  const bytes = new Uint8Array(Math.min(length, 100_000));
  let left = big < 0n ? big + limit : big;
  for (let at = bytes.length - 1; at >= 0; at--) {
    bytes[at] = Number(left & 255n);
    left >>= 8n;
  }
  return new PyBytes(order === "little" ? bytes.reverse() : bytes);
}

/** `divmod` of ints and floats; undefined for others. */
export function divmod(_m: Runtime, a: Value, b: Value): PyTuple | undefined {
  const x = intOf(a);
  const y = intOf(b);
  if (x !== undefined && y !== undefined) return new PyTuple([floorDivideInts(x, y), moduloInts(x, y)]);
  const p = floatOf(a);
  const q = floatOf(b);
  if (p === undefined || q === undefined) return undefined;
  if (q === 0) throw raised("ZeroDivisionError", "float divmod()");
  return new PyTuple([new PyFloat(floorDivideFloats(p, q)), new PyFloat(moduloFloats(p, q))]);
}

function roundInt(m: Runtime, value: Int, places: Value | undefined): Int {
  if (places === undefined || places === null) return value;
  const count = index(m, places);
  if (count >= 0) return value;
  const unit = powerInts(m, 10, -Number(count));
  const below = multiplyInts(m, floorDivideInts(value, unit), unit);
  const rest = BigInt(value) - BigInt(below);
  const twice = rest * 2n;
  const isUp = twice > BigInt(unit) || (twice === BigInt(unit) && BigInt(floorDivideInts(value, unit)) % 2n !== 0n);
  return integer(BigInt(below) + (isUp ? BigInt(unit) : 0n));
}

/** `int(value, base)`. */
function toInt(m: Runtime, value: Value | undefined, base: Value | undefined): Int {
  if (value === undefined) return 0;
  const text = textOf(value) ?? (value instanceof PyBytes ? String.fromCharCode(...value.bytes) : undefined);
  if (base !== undefined) {
    if (text === undefined) throw typeError("int() can't convert non-string with explicit base");
    const number = Number(index(m, base));
    if (number !== 0 && (number < 2 || number > 36)) throw valueError("int() base must be >= 2 and <= 36, or 0");
    return parseInt_(text, number, value, m);
  }
  if (text !== undefined) return parseInt_(text, 10, value, m);
  const int = intOf(value);
  if (int !== undefined) return int;
  if (value instanceof PyFloat) return truncated(value.value);
  const answer = callSpecial(m, value, "__int__", []) ?? callSpecial(m, value, "__index__", []) ?? callSpecial(m, value, "__trunc__", []);
  if (answer === undefined) {
    throw typeError(`int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`);
  }
  const made = intOf(answer);
  if (made === undefined) throw typeError(`__int__ returned non-int (type ${typeName(answer)})`);
  return made;
}

function parseInt_(text: string, given: number, value: Value, m: Runtime): Int {
  const failure = () =>
    valueError(`invalid literal for int() with base ${given}: ${typeof value === "string" ? quoted(value) : repr(m, value)}`);
  const found = /^\s*([+-]?)(0[xX]|0[oO]|0[bB])?_?((?:[0-9a-zA-Z]_?)*[0-9a-zA-Z])\s*$/.exec(text.replace(/\p{Nd}/gu, asciiDigit));
  if (!found || /[+-]\s/.test(text.trim())) throw failure();
  const [, sign, mark, digits = ""] = found;
  const marked = mark === undefined ? undefined : { x: 16, o: 8, b: 2 }[mark[1]?.toLowerCase() ?? ""];
  let base = given;
  let body = digits.replaceAll("_", "");
  if (marked !== undefined && (given === 0 || given === marked)) base = marked;
  else if (mark !== undefined) body = mark + body;
  if (base === 0) {
    if (/^0+[1-9]/.test(body)) throw failure();
    base = 10;
  }
  let total = 0n;
  const size = BigInt(base);
  if (base === 10) {
    if (!/^\d+$/.test(body)) throw failure();
    checkDigits(body);
    total = BigInt(body);
  } else {
    for (const char of body.toLowerCase()) {
      const digit = Number.parseInt(char, 36);
      if (Number.isNaN(digit) || digit >= base) throw failure();
      total = total * size + BigInt(digit);
      if (body.length > 100_000) throw failure();
    }
  }
  return integer(sign === "-" ? -total : total);
}

/** Decimal digits of other scripts. */
function asciiDigit(char: string): string {
  if (char < "\x7f") return char;
  let zero = char.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(((char.codePointAt(0) ?? 0) - zero) % 10);
}

export function fillFloat(): void {
  floatClass.holdBy((cls) => new PyFloat(0, cls));
  const of = (value: Value): number => (value instanceof PyFloat ? value.value : 0);
  fill(floatClass, [
    maker((m, cls, args, keywords) => {
      if (cls === floatClass) refuseKeywords("float", keywords);
      if (args.length > 1) throw typeError(`float expected at most 1 argument, got ${args.length}`);
      return new PyFloat(toFloat(m, args[0]), cls);
    }),
    ...comparisons(true),
    hashing(true),
    ...arithmetic(["+", "-", "*", "/", "//", "%", "**"], true),
    method("__divmod__", 1, (m, a, [b]) => divmod(m, a, b ?? null) ?? notImplemented),
    method("__rdivmod__", 1, (m, a, [b]) => divmod(m, b ?? null, a) ?? notImplemented),
    method("__neg__", 0, (_m, value) => new PyFloat(-of(value))),
    method("__pos__", 0, (_m, value) => new PyFloat(of(value))),
    method("__abs__", 0, (_m, value) => new PyFloat(Math.abs(of(value)))),
    method("__bool__", 0, (_m, value) => of(value) !== 0),
    method("__int__", 0, (_m, value) => truncated(of(value))),
    method("__trunc__", 0, (_m, value) => truncated(of(value))),
    method("__floor__", 0, (_m, value) => truncated(Math.floor(of(value)))),
    method("__ceil__", 0, (_m, value) => truncated(Math.ceil(of(value)))),
    method("__float__", 0, (_m, value) => new PyFloat(of(value))),
    method("__round__", { least: 0, most: 1 }, (m, value, [places]) => roundFloat(m, of(value), places)),
    method("__repr__", 0, (m, value) => reprAsBuiltin(m, value)),
    method("__format__", 1, (m, value, [spec]) => formatAsBuiltin(m, value, textOf(spec ?? "") ?? "")),
    method("is_integer", 0, (_m, value) => Number.isInteger(of(value))),
    method("conjugate", 0, (_m, value) => new PyFloat(of(value))),
    method("hex", 0, (_m, value) => hexOf(of(value))),
    ["fromhex", new PyClassMethod(fromHex)],
    method("as_integer_ratio", 0, (_m, value) => {
      const size = of(value);
      if (!Number.isFinite(size))
        throw raised(
          Number.isNaN(size) ? "ValueError" : "OverflowError",
          `cannot convert ${Number.isNaN(size) ? "NaN" : "Infinity"} to integer ratio`,
        );
      const [p, q] = fraction(Math.abs(size));
      return new PyTuple([integer(size < 0 ? -p : p), integer(q)]);
    }),
    attribute("real", (_m, value) => new PyFloat(of(value))),
    attribute("imag", () => new PyFloat(0)),
    ["__doc__", "Convert a string or number to a floating point number, if possible."],
  ]);
}

function hexOf(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const digits = (high & 0xfffff).toString(16).padStart(5, "0") + view.getUint32(4).toString(16).padStart(8, "0");
  const raw = (high >>> 20) & 0x7ff;
  const sign = high >>> 31 ? "-" : "";
  if (raw === 0 && /^0+$/.test(digits)) return `${sign}0x0.0p+0`;
  const exponent = raw === 0 ? -1022 : raw - 1023;
  return `${sign}0x${raw === 0 ? 0 : 1}.${digits}p${exponent < 0 ? "" : "+"}${exponent}`;
}

const fromHex = new PyBuiltin("fromhex", (m, [cls = null, given = null]) => {
  const text = textOf(given);
  if (text === undefined) throw typeError("bad argument type for built-in operation");
  claim(m, text.length);
  const made = new PyFloat(readHex(text));
  return cls === floatClass ? made : call(m, cls, [made]);
});

/** A float from hexadecimal digits, rounded once, half to even. */
function readHex(text: string): number {
  const found = /^([+-]?)(?:(inf|infinity|nan)|(?:0x)?([\da-f]*)(?:\.([\da-f]*))?(?:p([+-]?\d+))?)$/i.exec(text.trim());
  const [, sign, word, whole = "", part = "", power = "0"] = found ?? [];
  if (!found || (word === undefined && whole + part === "")) throw valueError("invalid hexadecimal floating-point string");
  const size =
    word === undefined
      ? scaleHex(whole + part, Number(power) - 4 * part.length)
      : /nan/i.test(word)
        ? Number.NaN
        : Number.POSITIVE_INFINITY;
  if (word === undefined && !Number.isFinite(size)) throw raised("OverflowError", "hexadecimal value too large to represent as a float");
  return sign === "-" ? -size : size;
}

function scaleHex(digits: string, exponent: number): number {
  const all = digits.replace(/^0+/, "");
  if (all === "") return 0;
  // Digits beyond these only say that there is more; a quotient of ints is rounded once.
  const shown = all.length > 40 ? `${all.slice(0, 40)}1` : all;
  const power = exponent + 4 * (all.length - shown.length);
  if (power > 1100) return Number.POSITIVE_INFINITY;
  if (power + 4 * shown.length < -1100) return 0;
  const size = 1n << BigInt(Math.abs(power));
  const value = BigInt(`0x${shown}`);
  if (power >= 0) return Number(value * size);
  return divideInts(value, size);
}

/** `round(value, places)`: half to even, from the exact value. */
function roundFloat(m: Runtime, value: number, places: Value | undefined): Value {
  if (places === undefined || places === null) {
    const floor = Math.floor(value);
    const rest = value - floor;
    const isUp = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
    if (!Number.isFinite(value)) return truncated(value);
    return truncated(isUp ? floor + 1 : floor);
  }
  const count = Number(index(m, places));
  if (!Number.isFinite(value) || count > 323) return new PyFloat(value);
  if (count < -308) return new PyFloat(value < 0 ? -0 : 0);
  const [numerator, denominator] = fraction(Math.abs(value));
  const scale = 10n ** BigInt(Math.abs(count));
  const [p, q] = count >= 0 ? [numerator * scale, denominator] : [numerator, denominator * scale];
  let whole = p / q;
  const twice = (p % q) * 2n;
  if (twice > q || (twice === q && whole % 2n === 1n)) whole += 1n;
  const rounded = count >= 0 ? Number(`${whole}e-${count}`) : Number(whole * scale);
  return new PyFloat(value < 0 || Object.is(value, -0) ? -rounded : rounded);
}

/** `float(value)`. */
export function toFloat(m: Runtime, value: Value | undefined): number {
  if (value === undefined) return 0;
  const text = textOf(value) ?? (value instanceof PyBytes ? String.fromCharCode(...value.bytes) : undefined);
  if (text !== undefined) return parseFloat_(text, value, m);
  const number = value instanceof PyFloat || intOf(value) !== undefined ? floatOf(value) : undefined;
  if (number !== undefined) return number;
  const answer = callSpecial(m, value, "__float__", []);
  if (answer !== undefined) {
    if (!(answer instanceof PyFloat)) throw typeError(`${typeName(value)}.__float__ returned non-float (type ${typeName(answer)})`);
    return answer.value;
  }
  const int = indexOrNothing(m, value);
  if (int === undefined) throw typeError(`float() argument must be a string or a real number, not '${typeName(value)}'`);
  return floatOfInt(int);
}

function parseFloat_(text: string, value: Value, m: Runtime): number {
  const body = text.trim();
  const word = /^([+-]?)(inf|infinity|nan)$/i.exec(body);
  if (word) {
    const size = word[2]?.toLowerCase() === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
    return word[1] === "-" ? -size : size;
  }
  if (!/^[+-]?(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?$/.test(body)) {
    throw valueError(`could not convert string to float: ${typeof value === "string" ? quoted(value) : repr(m, value)}`);
  }
  return Number(body.replaceAll("_", ""));
}
