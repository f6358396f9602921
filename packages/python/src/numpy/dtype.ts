/** dtypes: their names, kinds and sizes, how a value is kept in one, and which one two of them give. */
import { hostClass } from "../host/native.ts";
import { floatClass } from "../model/classes.ts";
import { type PyClass, PyObject } from "../model/value.ts";

export type Kind = "b" | "i" | "u" | "f";

export type Storage =
  | Uint8Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** An element: a bool is 0 or 1; 64-bit ints are bigints. */
export type Element = number | bigint;

/** The class of a storage. */
interface StorageClass {
  new (length: number): Storage;
  new (bytes: ArrayBufferLike, start: number, length: number): Storage;
}

export class Dtype extends PyObject {
  constructor(
    readonly name: string,
    readonly kind: Kind,
    /** In bytes. */
    readonly size: number,
    /** The class of its scalars. */
    readonly scalarClass: PyClass,
    private readonly storage: StorageClass,
    /** A number as this dtype keeps it. */
    readonly fit: (value: Element) => Element,
  ) {
    super(dtypeClass);
  }

  make(length: number): Storage {
    return new this.storage(length);
  }

  /** The elements that bytes of other elements are: what is written to one is in both. */
  over({ buffer, byteOffset, byteLength }: Storage): Storage {
    return new this.storage(buffer, byteOffset, byteLength / this.size);
  }
}

export const dtypeClass = hostClass({ name: "dtype", module: "numpy" });

const family = (name: string, base?: PyClass) => hostClass({ name, module: "numpy", ...(base ? { bases: [base] } : {}) });
export const genericClass = family("generic");
const numberClass = family("number", genericClass);
const integerClass = family("integer", numberClass);
const signedClass = family("signedinteger", integerClass);
const unsignedClass = family("unsignedinteger", integerClass);
const inexactClass = family("inexact", numberClass);
const floatingClass = family("floating", inexactClass);

/** The classes above those of scalars, for `issubdtype`. */
export const families: readonly PyClass[] = [
  genericClass,
  numberClass,
  integerClass,
  signedClass,
  unsignedClass,
  inexactClass,
  floatingClass,
];

const toNumber = (value: Element): number => Number(value);
const toBig = (value: Element): bigint =>
  typeof value === "bigint" ? value : Number.isFinite(value) ? BigInt(Math.trunc(value)) : -(1n << 63n);

/** A number wrapped to so many bits. */
function wrapped(bits: number, isSigned: boolean): (value: Element) => number {
  return (value) => {
    const big = toBig(value);
    return Number(isSigned ? BigInt.asIntN(bits, big) : BigInt.asUintN(bits, big));
  };
}

/** The nearest half-precision float. */
export function half(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const size = Math.abs(value);
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const unit = 2 ** (exponent - 10);
  const scaled = size / unit;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor) * unit;
  return rounded > 65504 ? (value < 0 ? -Number.POSITIVE_INFINITY : Number.POSITIVE_INFINITY) : value < 0 ? -rounded : rounded;
}

function scalar(name: string, base: PyClass, more: readonly PyClass[] = []): PyClass {
  return hostClass({ name, module: "numpy", bases: [base, ...more] });
}

const bool = new Dtype("bool", "b", 1, scalar("bool_", genericClass), Uint8Array, (v) => (v ? 1 : 0));
const int8 = new Dtype("int8", "i", 1, scalar("int8", signedClass), Int8Array, wrapped(8, true));
const int16 = new Dtype("int16", "i", 2, scalar("int16", signedClass), Int16Array, wrapped(16, true));
const int32 = new Dtype("int32", "i", 4, scalar("int32", signedClass), Int32Array, wrapped(32, true));
const int64 = new Dtype("int64", "i", 8, scalar("int64", signedClass), BigInt64Array, (v) => BigInt.asIntN(64, toBig(v)));
const uint8 = new Dtype("uint8", "u", 1, scalar("uint8", unsignedClass), Uint8Array, wrapped(8, false));
const uint16 = new Dtype("uint16", "u", 2, scalar("uint16", unsignedClass), Uint16Array, wrapped(16, false));
const uint32 = new Dtype("uint32", "u", 4, scalar("uint32", unsignedClass), Uint32Array, wrapped(32, false));
const uint64 = new Dtype("uint64", "u", 8, scalar("uint64", unsignedClass), BigUint64Array, (v) => BigInt.asUintN(64, toBig(v)));
const float16 = new Dtype("float16", "f", 2, scalar("float16", floatingClass), Float32Array, (v) => half(toNumber(v)));
const float32 = new Dtype("float32", "f", 4, scalar("float32", floatingClass), Float32Array, (v) => Math.fround(toNumber(v)));
const float64 = new Dtype("float64", "f", 8, scalar("float64", floatingClass, [floatClass]), Float64Array, toNumber);

export const dtypes = { bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64 } as const;
const all: readonly Dtype[] = Object.values(dtypes);

const aliases = new Map<string, Dtype>([
  ["bool_", bool],
  ["?", bool],
  ["int", int64],
  ["uint", uint64],
  ["float", float64],
  ["double", float64],
  ["single", float32],
  ["half", float16],
  ["byte", int8],
  ["ubyte", uint8],
  ["short", int16],
  ["intc", int32],
  ["long", int64],
  ["longlong", int64],
  ["intp", int64],
  ["b", int8],
  ["B", uint8],
  ["h", int16],
  ["H", uint16],
  ["i", int32],
  ["I", uint32],
  ["l", int64],
  ["L", uint64],
  ["q", int64],
  ["Q", uint64],
  ["e", float16],
  ["f", float32],
  ["d", float64],
]);

/** A dtype by a name that numpy knows: `int8`, `i4`, `<f4`, `float`. */
export function dtypeNamed(name: string): Dtype | undefined {
  const plain = name.replace(/^[<>=|]/, "");
  const known = all.find((d) => d.name === plain) ?? aliases.get(plain);
  if (known) return known;
  const found = /^([iufb])(\d)$/.exec(plain);
  return found ? all.find((d) => d.kind === found[1] && d.size === Number(found[2])) : undefined;
}

/** The dtype of a class of scalars. */
export function dtypeOfClass(cls: PyClass): Dtype | undefined {
  return all.find((d) => d.scalarClass === cls);
}

const ofSize = (kind: Kind, size: number): Dtype => all.find((d) => d.kind === kind && d.size === size) ?? float64;

/** `np.promote_types`. */
export function promote(a: Dtype, b: Dtype): Dtype {
  if (a === b) return a;
  if (a.kind === "b") return b;
  if (b.kind === "b") return a;
  if (a.kind === b.kind) return a.size >= b.size ? a : b;
  if (a.kind === "f" || b.kind === "f") {
    const [float, int] = a.kind === "f" ? [a, b] : [b, a];
    // A float holds ints of half its size; longer ones need a larger float.
    return ofSize("f", Math.max(float.size, Math.min(8, int.size * 2)));
  }
  const [signed, unsigned] = a.kind === "i" ? [a, b] : [b, a];
  if (signed.size > unsigned.size) return signed;
  return unsigned.size === 8 ? float64 : ofSize("i", unsigned.size * 2);
}

/** The least dtype that holds a value, of its kind; a float that fits is a float16. */
function leastFor(dtype: Dtype, value: Element): Dtype {
  if (dtype.kind === "b") return bool;
  if (dtype.kind === "f") {
    const size = Math.abs(Number(value));
    if (!Number.isFinite(size) || size < 65000) return float16;
    return size < 3.4e38 ? float32 : float64;
  }
  const big = BigInt(value);
  const kind: Kind = big < 0n ? "i" : "u";
  for (const size of [1, 2, 4, 8]) {
    const bits = BigInt(8 * size);
    const fits = kind === "u" ? big < 1n << bits : big >= -(1n << (bits - 1n));
    if (fits) return ofSize(kind, size);
  }
  return int64;
}

export interface Operand {
  readonly dtype: Dtype;
  /** Of a scalar: numpy 1 looks at the value where arrays are of the same kind or a higher one. */
  readonly scalar: Element | undefined;
}

const rank = (d: Dtype): number => (d.kind === "b" ? 0 : d.kind === "f" ? 2 : 1);

/** `np.result_type` as numpy 1 has it. */
export function resultType(operands: readonly Operand[]): Dtype {
  const arrays = operands.filter((o) => o.scalar === undefined);
  const scalars = operands.filter((o) => o.scalar !== undefined);
  const highest = (list: readonly Operand[]) => Math.max(-1, ...list.map((o) => rank(o.dtype)));
  const byValue = arrays.length > 0 && highest(scalars) <= highest(arrays);
  const promoted = (list: readonly Dtype[]) => list.reduce((a, b) => promote(a, b));
  if (!byValue) return promoted(operands.map((o) => o.dtype));
  return (
    operands.reduce<Dtype | undefined>(
      (known, { dtype, scalar: value }) => {
        if (value === undefined) return known ? promote(known, dtype) : dtype;
        const array = promoted(arrays.map((o) => o.dtype));
        let least = leastFor(dtype, value);
        // A value that fits a signed dtype of the same size counts as signed next to signed ones.
        if (array.kind === "i" && least.kind === "u" && BigInt(value) < 1n << BigInt(8 * least.size - 1)) least = ofSize("i", least.size);
        return known ? promote(known, least) : least;
      },
      promoted(arrays.map((o) => o.dtype)),
    ) ?? float64
  );
}
