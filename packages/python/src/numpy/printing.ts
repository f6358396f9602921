/** Texts of arrays and scalars, as numpy 1 writes them. */
import { exponential, fixed } from "../core/formatting.ts";
import { floatText, textOf } from "../core/numbers.ts";
import { call } from "../core/protocol.ts";
import { str } from "../core/representation.ts";
import { claim, type Runtime } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { type PyArray, PyScalar } from "./array.ts";
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
  return floatText(shortest(dtype, Number(value)), Math.abs(Number(value)));
}

/** What `np.set_printoptions` sets. */
export interface PrintOptions {
  readonly precision: number;
  /** Arrays of more elements are shown by their edges. */
  readonly threshold: number;
  readonly edgeitems: number;
  readonly linewidth: number;
  /** Whether small numbers are written without an exponent. */
  readonly suppress: boolean;
  /** Functions by kinds of elements. */
  readonly formatter: Value;
}

const defaults: PrintOptions = { precision: 8, threshold: 1000, edgeitems: 3, linewidth: 75, suppress: false, formatter: null };

const set = new WeakMap<Runtime, PrintOptions>();

/** The options in force in a program. */
export function printOptions(m: Runtime): PrintOptions {
  return set.get(m) ?? defaults;
}

/** Sets the options of a program. */
export function setPrintOptions(m: Runtime, options: PrintOptions): void {
  set.set(m, options);
}

/** `str(array)`, under the options of a program, or as numpy has them at first. */
export function arrayText(m: Runtime | undefined, array: PyArray): string {
  if (array.shape.length === 0) return scalarText(array.dtype, array.data[array.offset] ?? 0);
  return arrayString(m, array);
}

/** How an array is laid out inside of other text. */
interface Surroundings {
  readonly options?: PrintOptions;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly separator?: string;
}

/** `np.array2string`. */
export function arrayString(m: Runtime | undefined, array: PyArray, around: Surroundings = {}): string {
  const { options = m ? printOptions(m) : defaults, prefix = "", suffix = "", separator = " " } = around;
  if (array.size === 0) return "[]";
  const isCut = array.size > options.threshold;
  const edge = isCut ? options.edgeitems : Number.POSITIVE_INFINITY;
  const shown = isCut ? shownElements(array, 0, array.offset, edge) : [...array.places()].map((p) => array.data[p] ?? 0);
  if (m) claim(m, shown.length * 16);
  const write = (m && formatted(m, array.dtype, options.formatter)) ?? writer(array, shown, options);
  return rows(array, 0, array.offset, write, {
    separator,
    indent: prefix.length + 1,
    edge,
    width: options.linewidth - suffix.length,
  });
}

/** Elements as the program's own function writes them, where it has one for their kind. */
function formatted(m: Runtime, dtype: Dtype, formatter: Value): ((value: Element) => string) | undefined {
  if (!(formatter instanceof PyDict)) return undefined;
  const kinds = { b: ["bool"], i: ["int", "int_kind"], u: ["int", "int_kind"], f: ["float", "float_kind"] }[dtype.kind];
  const given = new Map([...formatter.table.list()].map(({ key, value }) => [textOf(key), value]));
  const callee = ["all", ...kinds].map((kind) => given.get(kind)).findLast((found) => found !== undefined);
  return callee === undefined ? undefined : (value) => str(m, call(m, callee, [new PyScalar(dtype, value)]));
}

function shownElements(array: PyArray, axis: number, offset: number, edge: number): Element[] {
  if (axis === array.shape.length) return [array.data[offset] ?? 0];
  return indices(array.shape[axis] ?? 0, edge).flatMap((i) =>
    i < 0 ? [] : shownElements(array, axis + 1, offset + i * (array.strides[axis] ?? 0), edge),
  );
}

/** The rows that are shown of so many; -1 is where some are left out. */
function indices(size: number, edge: number): number[] {
  const all = Array.from({ length: size }, (_, i) => i);
  return size <= 2 * edge ? all : [...all.slice(0, edge), -1, ...all.slice(size - edge)];
}

interface Layout {
  readonly separator: string;
  readonly indent: number;
  readonly edge: number;
  /** How long a line may be, with the brackets that end it. */
  readonly width: number;
}

function rows(array: PyArray, axis: number, offset: number, write: (value: Element) => string, layout: Layout): string {
  if (axis === array.shape.length) return write(array.data[offset] ?? 0);
  const stride = array.strides[axis] ?? 0;
  const inner = { ...layout, indent: layout.indent + 1, width: layout.width - 1 };
  const parts = indices(array.shape[axis] ?? 0, layout.edge).map((i) =>
    i < 0 ? "..." : rows(array, axis + 1, offset + i * stride, write, inner),
  );
  const left = array.shape.length - axis - 1;
  if (left === 0) return `[${wrapped(parts, layout)}]`;
  return `[${parts.join(layout.separator.trimEnd() + "\n".repeat(left) + " ".repeat(layout.indent))}]`;
}

/** Elements on lines that are not too long. */
function wrapped(parts: readonly string[], { separator, indent, width }: Layout): string {
  const longest = width - Math.max(separator.trimEnd().length, 1);
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (line !== "" && indent + line.length + part.length > longest) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += part + separator;
  }
  lines.push(line.slice(0, line.length - separator.length));
  return lines.join(`\n${" ".repeat(indent)}`);
}

/** How the elements of one array are written, all to the same width. */
function writer({ dtype, shape }: PyArray, shown: readonly Element[], options: PrintOptions): (value: Element) => string {
  const plain = dtype.kind === "f" ? floatWriter(dtype, shown.map(Number), options) : (value: Element) => scalarText(dtype, value);
  const width = Math.max(0, ...shown.map((v) => plain(v).length));
  return (value) => plain(value).padStart(dtype.kind === "b" && shape.length > 0 ? 5 : width);
}

function floatWriter(dtype: Dtype, shown: readonly number[], { precision, suppress }: PrintOptions): (value: Element) => string {
  const finite = shown.filter(Number.isFinite);
  const sizes = finite.map(Math.abs).filter((s) => s !== 0);
  const largest = Math.max(0, ...sizes);
  const least = Math.min(Number.POSITIVE_INFINITY, ...sizes);
  if (largest >= 1e8 || (!suppress && (least < 1e-4 || largest / least > 1000))) return exponentWriter(dtype, finite, precision);
  const parts = finite.map((v) => fixedDigits(dtype, v, precision));
  const places = Math.max(0, ...parts.map((p) => p.split(".")[1]?.length ?? 0));
  return (value) => {
    const number = Number(value);
    if (Number.isNaN(number)) return "nan";
    if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
    const [whole = "", rest = ""] = fixedDigits(dtype, number, precision).split(".");
    return `${whole}.${rest}`.padEnd(whole.length + 1 + places);
  };
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

/** Digits without an exponent, at most so many after the point, without zeros at the end. */
function fixedDigits(dtype: Dtype, value: number, precision: number): string {
  const size = Math.abs(value);
  const short = String(shortest(dtype, size));
  const isShort = !short.includes("e") && (short.split(".")[1] ?? "").length <= precision;
  const [whole = "", rest = ""] = (isShort ? short : fixed(size, precision)).split(".");
  return `${value < 0 || Object.is(value, -0) ? "-" : ""}${whole}.${isShort ? rest : withoutZeros(rest)}`;
}

function exponentWriter(dtype: Dtype, finite: readonly number[], precision: number): (value: Element) => string {
  const digitsOf = (value: number): string => {
    const short = shortest(dtype, value).toExponential().split("e")[0]?.split(".")[1] ?? "";
    return short.length <= precision ? short : withoutZeros(exponential(Math.abs(value), precision).split("e")[0]?.split(".")[1] ?? "");
  };
  const places = Math.max(0, ...finite.map((v) => digitsOf(v).length));
  const partsOf = (value: number) => exponential(Math.abs(value), places).split(/e(?=[+-])/);
  const size = Math.max(2, ...finite.map((v) => (partsOf(v)[1] ?? "").length - 1));
  return (value) => {
    const number = Number(value);
    if (Number.isNaN(number)) return "nan";
    if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
    const [mantissa = "", power = ""] = partsOf(number);
    const sign = number < 0 || Object.is(number, -0) ? "-" : "";
    return `${sign}${mantissa}${mantissa.includes(".") ? "" : "."}e${power.slice(0, 1)}${power.slice(1).padStart(size, "0")}`;
  };
}

/** `repr(array)`, and `np.array_repr` under other options. */
export function arrayRepr(m: Runtime, array: PyArray, options = printOptions(m)): string {
  const isPlain = (array.dtype === dtypes.float64 || array.dtype === dtypes.int64 || array.dtype === dtypes.bool) && array.size > 0;
  const suffix = isPlain ? ")" : ",";
  const shape = array.size === 0 && array.shape.length !== 1 ? `, shape=(${array.shape.join(", ")})` : "";
  const body = `array(${arrayString(m, array, { options, prefix: "array(", suffix, separator: ", " })}${shape}${suffix}`;
  if (isPlain) return body;
  const dtype = `dtype=${array.dtype.name})`;
  const last = body.length - (body.lastIndexOf("\n") + 1);
  return `${body}${last + dtype.length + 1 > options.linewidth ? `\n${" ".repeat(6)}` : " "}${dtype}`;
}
