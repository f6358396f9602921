/** Texts of arrays and scalars, as numpy 1 writes them. */
import { floatText } from "../core/numbers.ts";
import type { Runtime } from "../model/runtime.ts";
import { claim } from "../model/runtime.ts";
import type { PyArray } from "./array.ts";
import { type Dtype, dtypes, type Element, half } from "./dtype.ts";

/** The shortest digits that mean the same in a float's size. */
function shortest(dtype: Dtype, value: number): number {
  if (dtype === dtypes.float64 || !Number.isFinite(value) || value === 0) return value;
  const fit = dtype === dtypes.float16 ? half : Math.fround;
  for (let digits = 1; digits <= 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (fit(candidate) === value) return candidate;
  }
  return value;
}

/** A scalar as `str` and `repr` write it. */
export function scalarText(dtype: Dtype, value: Element): string {
  if (dtype.kind === "b") return value ? "True" : "False";
  if (dtype.kind !== "f") return String(value);
  return floatText(shortest(dtype, Number(value)));
}

/** Arrays of more elements are shown by their edges. */
const threshold = 1000;
const edge = 3;
const lineWidth = 75;
const precision = 8;

/** `str(array)`, or inside of `repr`. */
export function arrayText(m: Runtime, array: PyArray, prefix: string, separator: string): string {
  if (array.shape.length === 0) return scalarText(array.dtype, array.data[array.offset] ?? 0);
  const isCut = array.size > threshold;
  const shown = isCut ? shownElements(array, 0, array.offset) : [...array.places()].map((p) => array.data[p] ?? 0);
  claim(m, shown.length * 16);
  const write = writer(array.dtype, shown);
  return rows(array, 0, array.offset, write, { separator, indent: prefix.length + 1, isCut });
}

function shownElements(array: PyArray, axis: number, offset: number): Element[] {
  if (axis === array.shape.length) return [array.data[offset] ?? 0];
  return indices(array.shape[axis] ?? 0, true).flatMap((i) =>
    i < 0 ? [] : shownElements(array, axis + 1, offset + i * (array.strides[axis] ?? 0)),
  );
}

/** The rows that are shown of so many; -1 is where some are left out. */
function indices(size: number, isCut: boolean): number[] {
  if (!isCut || size <= 2 * edge) return Array.from({ length: size }, (_, i) => i);
  return [0, 1, 2, -1, size - 3, size - 2, size - 1];
}

interface Layout {
  readonly separator: string;
  readonly indent: number;
  readonly isCut: boolean;
}

function rows(array: PyArray, axis: number, offset: number, write: (value: Element) => string, layout: Layout): string {
  const size = array.shape[axis] ?? 0;
  const stride = array.strides[axis] ?? 0;
  const isLast = axis === array.shape.length - 1;
  const parts = indices(size, layout.isCut).map((i) => {
    if (i < 0) return "...";
    return isLast
      ? write(array.data[offset + i * stride] ?? 0)
      : rows(array, axis + 1, offset + i * stride, write, { ...layout, indent: layout.indent + 1 });
  });
  if (!isLast) {
    const gap = "\n".repeat(array.shape.length - axis - 1) + " ".repeat(layout.indent);
    return `[${parts.join(layout.separator.trimEnd() + gap)}]`;
  }
  return `[${wrapped(parts, layout)}]`;
}

/** Elements on lines that are not too long. */
function wrapped(parts: readonly string[], { separator, indent }: Layout): string {
  const lines: string[] = [];
  let line = "";
  for (const [at, part] of parts.entries()) {
    const text = at < parts.length - 1 ? part + separator.trimEnd() : part;
    const joined = line === "" ? part : `${line} ${part}`;
    if (line !== "" && indent + joined.length + (at < parts.length - 1 ? separator.trimEnd().length : 1) > lineWidth) {
      lines.push(line);
      line = text;
    } else line = line === "" ? text : `${line} ${text}`;
  }
  lines.push(line);
  return lines.join(`\n${" ".repeat(indent)}`);
}

/** How the elements of one array are written, all to the same width. */
function writer(dtype: Dtype, shown: readonly Element[]): (value: Element) => string {
  const plain = dtype.kind === "f" ? floatWriter(dtype, shown.map(Number)) : (value: Element) => scalarText(dtype, value);
  const width = Math.max(0, ...shown.map((v) => plain(v).length));
  return (value) => plain(value).padStart(dtype.kind === "b" ? 5 : width);
}

function floatWriter(dtype: Dtype, shown: readonly number[]): (value: Element) => string {
  const finite = shown.filter(Number.isFinite);
  const sizes = finite.map(Math.abs).filter((s) => s !== 0);
  const largest = Math.max(0, ...sizes);
  const least = Math.min(Number.POSITIVE_INFINITY, ...sizes);
  if (sizes.length > 0 && (largest >= 1e8 || least < 1e-4 || largest / least > 1000)) return exponentWriter(dtype, finite);
  const parts = finite.map((v) => fixedDigits(dtype, v));
  const places = Math.max(0, ...parts.map((p) => p.split(".")[1]?.length ?? 0));
  return (value) => {
    const number = Number(value);
    if (Number.isNaN(number)) return "nan";
    if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
    const [whole = "", rest = ""] = fixedDigits(dtype, number).split(".");
    return `${whole}.${rest}`.padEnd(whole.length + 1 + places);
  };
}

/** Digits without an exponent, at most eight after the point, without zeros at the end. */
function fixedDigits(dtype: Dtype, value: number): string {
  const short = shortest(dtype, value);
  const text = Math.abs(short) < 1e16 && !String(short).includes("e") ? String(short) : short.toFixed(precision);
  const [whole = "", rest = ""] = text.split(".");
  const sign = Object.is(value, -0) ? "-" : "";
  if (rest.length <= precision) return `${sign}${whole}.${rest}`;
  const [cut = "", digits = ""] = value.toFixed(precision).split(".");
  return `${cut}.${digits.replace(/(?<!0)0+$/, "")}`;
}

function exponentWriter(dtype: Dtype, finite: readonly number[]): (value: Element) => string {
  const digitsOf = (value: number): string => {
    const short = shortest(dtype, value);
    const [mantissa = ""] = short.toExponential().split("e");
    const rest = mantissa.split(".")[1] ?? "";
    return rest.length <= precision ? rest : (value.toExponential(precision).split("e")[0]?.split(".")[1] ?? "").replace(/(?<!0)0+$/, "");
  };
  const places = Math.max(0, ...finite.map((v) => digitsOf(v).length));
  return (value) => {
    const number = Number(value);
    if (Number.isNaN(number)) return "nan";
    if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
    const [mantissa = "", power = "+0"] = number.toExponential(places).split("e");
    const sign = power.startsWith("-") ? "-" : "+";
    return `${mantissa.includes(".") ? mantissa : `${mantissa}.`}e${sign}${power.replace(/^[-+]/, "").padStart(2, "0")}`;
  };
}

/** `repr(array)`. */
export function arrayRepr(m: Runtime, array: PyArray): string {
  const body = array.size === 0 ? "[]" : arrayText(m, array, "array(", ", ");
  const isPlain = (array.dtype === dtypes.float64 || array.dtype === dtypes.int64 || array.dtype === dtypes.bool) && array.size > 0;
  const shape = array.size === 0 && array.shape.length !== 1 ? `, shape=(${array.shape.join(", ")})` : "";
  if (isPlain) return `array(${body})`;
  const suffix = array.size === 0 && array.dtype === dtypes.float64 ? `${shape}, dtype=float64` : `${shape}, dtype=${array.dtype.name}`;
  const last = body.split("\n").at(-1) ?? "";
  const isLong = (body.includes("\n") ? 0 : 6) + last.length + suffix.length + 1 > lineWidth;
  return `array(${body}${isLong ? `,\n      ${suffix.slice(1)}` : suffix})`;
}
