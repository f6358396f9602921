/** `format(value, spec)`: the small language after the colon of a replacement field. */
import { PyFloat } from "../model/containers.ts";
import { raised, typeError, valueError } from "../model/exceptions.ts";
import { claim, Exhausted, type Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { fitsSize, floatOfInt, floatText, type Int, intOf, intText, textOf, unboxed } from "./numbers.ts";
import { callSpecial, typeName } from "./protocol.ts";
import { str } from "./representation.ts";

interface Spec {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  readonly alternate: boolean;
  readonly zero: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | undefined;
  readonly type: string;
}

/** `format(value, spec)`. */
export function format(m: Runtime, value: Value, spec: string): string {
  if (spec === "" && typeof value === "string") return value;
  const answer = callSpecial(m, value, "__format__", [spec]);
  const text = answer === undefined ? undefined : textOf(answer);
  if (text === undefined) throw typeError(`__format__ must return a str, not ${typeName(answer ?? null)}`);
  return text;
}

/** The result of `object.__format__`. */
export function formatAsObject(m: Runtime, value: Value, spec: string): string {
  if (spec !== "") throw typeError(`unsupported format string passed to ${typeName(value)}.__format__`);
  return str(m, value);
}

/** The result of `__format__` of int, float and str. */
export function formatAsBuiltin(m: Runtime, given: Value, spec: string): string {
  // An object of a class of the file is shown by its own `__str__` where nothing is said of the form.
  if (spec === "") return str(m, given);
  const value = unboxed(given);
  const read = readSpec(m, spec, value);
  const text = textOf(value);
  if (text !== undefined) return formatText(text, read);
  if (value instanceof PyFloat) return formatFloat(value.value, read, "float");
  const int = intOf(value);
  if (int === undefined) return formatAsObject(m, value, spec);
  return formatInt(int, read, typeName(value));
}

function readSpec(m: Runtime, spec: string, value: Value): Spec {
  const chars = [...spec];
  let at = 0;
  let fill: string | undefined;
  let align = "";
  if (chars[1] !== undefined && "<>=^".includes(chars[1])) {
    fill = chars[0] ?? " ";
    align = chars[1];
    at = 2;
  } else if (chars[0] !== undefined && "<>=^".includes(chars[0])) {
    align = chars[0];
    at = 1;
  }
  const rest = chars.slice(at).join("");
  const found = /^([-+ ]?)(z?)(#?)(0?)(\d*)([,_]?)(?:\.(\d*))?(.*)$/s.exec(rest);
  const [, sign = "", , alternate = "", zero = "", width = "", grouping = "", precision, type = ""] = found ?? [];
  if (precision === "") throw valueError("Format specifier missing precision");
  if ([...type].length > 1) throw valueError(`Invalid format specifier '${spec}' for object of type '${typeName(value)}'`);
  if (width.length > 10 || (precision?.length ?? 0) > 10) throw valueError("Too many decimal digits in format string");
  checkSize(m, Number(width), Number(precision ?? 0));
  return {
    fill: fill ?? (zero === "" ? " " : "0"),
    align: align === "" && zero !== "" ? "=" : align,
    sign,
    alternate: alternate !== "",
    zero: zero !== "",
    width: Number(width),
    grouping,
    precision: precision === undefined ? undefined : Number(precision),
    type,
  };
}

/** Takes the size of a formatted text from the budget before it is made. */
export function checkSize(m: Runtime, width: number, precision: number): void {
  if (width > 10_000_000 || precision > 100_000) throw new Exhausted("size", "a string");
  claim(m, 2 * (width + precision));
}

const length = (text: string) => [...text].length;

function padded(text: string, spec: Spec, align: string, prefix = ""): string {
  const missing = spec.width - length(text) - prefix.length;
  if (missing <= 0) return prefix + text;
  const pad = (count: number) => spec.fill.repeat(count);
  switch (align) {
    case "<":
      return prefix + text + pad(missing);
    case "^":
      return pad(Math.floor(missing / 2)) + prefix + text + pad(missing - Math.floor(missing / 2));
    case "=":
      return prefix + pad(missing) + text;
    default:
      return pad(missing) + prefix + text;
  }
}

function unknownCode(type: string, kind: string): never {
  throw valueError(`Unknown format code '${type}' for object of type '${kind}'`);
}

function formatText(text: string, spec: Spec): string {
  if (spec.type !== "" && spec.type !== "s") unknownCode(spec.type, "str");
  if (spec.sign !== "") {
    throw valueError(spec.sign === " " ? "Space not allowed in string format specifier" : "Sign not allowed in string format specifier");
  }
  if (spec.alternate) throw valueError("Alternate form (#) not allowed in string format specifier");
  if (spec.align === "=" && !spec.zero) throw valueError("'=' alignment not allowed in string format specifier");
  if (spec.grouping !== "") throw valueError(`Cannot specify '${spec.grouping}' with 's'.`);
  const cut = spec.precision === undefined ? text : [...text].slice(0, spec.precision).join("");
  return padded(cut, spec, spec.align === "=" ? "<" : spec.align || "<");
}

const bases = new Map([
  ["b", 2],
  ["o", 8],
  ["x", 16],
  ["X", 16],
]);

function formatInt(value: Int, spec: Spec, kind: string): string {
  const { type } = spec;
  if ("eEfFgG%".includes(type) && type !== "") return formatFloat(floatOfInt(value), spec, "int");
  if (spec.precision !== undefined) throw valueError("Precision not allowed in integer format specifier");
  if (type === "c") return formatCharacter(value, spec);
  const base = bases.get(type);
  if (base === undefined && type !== "" && type !== "d" && type !== "n") unknownCode(type, kind);
  if (spec.grouping === "," && base !== undefined) throw valueError(`Cannot specify ',' with '${type}'.`);
  const size = value < 0 ? -value : value;
  let digits = base === undefined ? intText(size) : size.toString(base);
  if (type === "X") digits = digits.toUpperCase();
  const prefix = signOf(value < 0, spec) + (spec.alternate && base !== undefined ? `0${type}` : "");
  return grouped(digits, "", spec, prefix, base === undefined ? 3 : spec.grouping === "_" ? 4 : 3);
}

function formatCharacter(value: Int, spec: Spec): string {
  if (spec.sign !== "") throw valueError("Sign not allowed with integer format specifier 'c'");
  if (spec.alternate) throw valueError("Alternate form (#) not allowed with integer format specifier 'c'");
  if (!fitsSize(value)) throw raised("OverflowError", "Python int too large to convert to C long");
  if (value < 0 || value > 0x10ffff) throw raised("OverflowError", "%c arg not in range(0x110000)");
  return padded(String.fromCodePoint(Number(value)), spec, spec.align || "<");
}

function signOf(isNegative: boolean, { sign }: Spec): string {
  return isNegative ? "-" : sign === "+" || sign === " " ? sign : "";
}

/** A text in groups of `size` characters from its end. */
function inGroups(text: string, size: number, separator: string): string {
  const groups: string[] = [];
  for (let end = text.length; end > 0; end -= size) groups.push(text.slice(Math.max(0, end - size), end));
  return groups.reverse().join(separator);
}

/** Digits in groups, after a prefix; zeros that fill the width are grouped too. */
function grouped(whole: string, rest: string, spec: Spec, prefix: string, size: number): string {
  let digits = whole;
  if (spec.grouping !== "") {
    if (spec.fill === "0" && spec.align === "=") {
      const room = spec.width - prefix.length - rest.length;
      digits = digits.padStart(room - Math.floor(room / (size + 1)), "0");
      // A separator is never first: an additional zero precedes it, beyond the width.
      const separators = Math.floor((digits.length - 1) / size);
      if (digits.length + separators < room) digits = `0${digits}`;
    }
    digits = inGroups(digits, size, spec.grouping);
  }
  return padded(digits + rest, spec, spec.align || ">", prefix);
}

function formatFloat(value: number, spec: Spec, kind: "float" | "int"): string {
  const { type } = spec;
  if (type !== "" && !"eEfFgGn%".includes(type)) unknownCode(type, kind);
  const isNegative = value < 0 || Object.is(value, -0);
  const prefix = signOf(isNegative, spec);
  const body = floatBody(Math.abs(value), spec);
  const text = type === "E" || type === "G" || type === "F" ? body.toUpperCase() : body;
  const suffix = type === "%" ? "%" : "";
  if (!Number.isFinite(value)) return padded(text + suffix, spec, spec.align || ">", prefix);
  const [, whole = "", rest = ""] = /^(\d*)(.*)$/s.exec(text) ?? [];
  return grouped(whole, rest + suffix, spec, prefix, 3);
}

function floatBody(value: number, spec: Spec): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return "inf";
  const { type, precision, alternate } = spec;
  switch (type) {
    case "e":
    case "E":
      return exponential(value, precision ?? 6);
    case "f":
    case "F":
      return fixed(value, precision ?? 6) + (alternate && precision === 0 ? "." : "");
    case "%":
      return fixed(value * 100, precision ?? 6);
    case "":
      if (precision === undefined) return floatText(value);
      return general(value, precision, alternate, true);
    default:
      return general(value, precision ?? 6, alternate, false);
  }
}

/** `%e`: at least two digits of exponent. */
export function exponential(value: number, precision: number): string {
  const [mantissa = "", exponent = ""] = scientific(value, Math.min(precision, 100)).split("e");
  const digits = precision <= 100 ? mantissa : mantissa + "0".repeat(precision - 100);
  return `${digits}e${exponent.startsWith("-") ? "-" : "+"}${exponent.replace(/^[-+]/, "").padStart(2, "0")}`;
}

/** `toExponential`, but a tie goes to even. */
function scientific(value: number, precision: number): string {
  const text = value.toExponential(precision);
  const [mantissa = "", exponent = ""] = text.split("e");
  // A tie has gone up.
  if (!/[13579]$/.test(mantissa) || value === 0) return text;
  const [numerator, denominator] = fraction(value);
  const power = Number(exponent) - precision;
  const [above, below] = power < 0 ? [numerator * 10n ** BigInt(-power), denominator] : [numerator, denominator * 10n ** BigInt(power)];
  if ((above % below) * 2n !== below) return text;
  return `${mantissa.slice(0, -1)}${Number(mantissa.at(-1)) - 1}e${exponent}`;
}

/** `%f`, from the exact value of the float, a tie to even. */
export function fixed(value: number, precision: number): string {
  if (value < 1e21 && precision <= 20) {
    const quick = value.toFixed(precision);
    if (!isTie(value, precision)) return quick;
  }
  const [numerator, denominator] = fraction(value);
  const scaled = numerator * 10n ** BigInt(precision);
  let whole = scaled / denominator;
  const twice = (scaled % denominator) * 2n;
  if (twice > denominator || (twice === denominator && whole % 2n === 1n)) whole += 1n;
  const digits = whole.toString().padStart(precision + 1, "0");
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** Whether a float is exactly between two numbers with this many places. */
function isTie(value: number, precision: number): boolean {
  const [numerator, denominator] = fraction(value);
  return ((numerator * 10n ** BigInt(precision)) % denominator) * 2n === denominator;
}

/** A float as the quotient of two ints. */
export function fraction(value: number): readonly [bigint, bigint] {
  if (Number.isInteger(value)) return [BigInt(value), 1n];
  let exponent = 0;
  let size = value;
  while (!Number.isInteger(size)) {
    size *= 2;
    exponent++;
  }
  return [BigInt(size), 1n << BigInt(exponent)];
}

/** `%g`; of a float without a type the exponent comes a digit earlier, and a point is kept. */
function general(value: number, precision: number, alternate: boolean, isPlain: boolean): string {
  const digits = precision === 0 ? 1 : precision;
  const [mantissa = "", power = "0"] = scientific(value, Math.min(100, digits - 1)).split("e");
  const exponent = Number(power);
  const trim = (text: string) => (alternate || !text.includes(".") ? text : text.replace(/\.?(?<!0)0+$/, ""));
  if (exponent < -4 || exponent >= (isPlain ? digits - 1 : digits)) {
    return `${trim(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  const text = trim(fixed(value, Math.max(0, digits - 1 - exponent)));
  return isPlain && !text.includes(".") ? `${text}.0` : text;
}

/** `%g` for texts made by `%`. */
export function generalText(value: number, precision: number, alternate: boolean): string {
  return general(value, precision, alternate, false);
}
