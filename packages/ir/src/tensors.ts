/** Constant data: a typed array in row-major order with its dtype and shape. */
import { present } from "./at.ts";

/** float16 and bfloat16 keep their bits in a Uint16Array; bool is one byte an element, 0 or 1. */
export type TensorArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array;

export interface TensorData {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly values: TensorArray;
}

/** A tensor whose values are computed when they are first asked for. */
export function lazyTensor(dtype: string, shape: readonly number[], compute: () => TensorArray): TensorData {
  let values: TensorArray | undefined;
  return {
    dtype,
    shape,
    get values() {
      values ??= compute();
      return values;
    },
  };
}

/** How many elements a shape holds. */
export function elementCount(shape: readonly number[]): number {
  return shape.reduce((n, d) => n * d, 1);
}

const arrays: Readonly<Record<string, (n: number) => TensorArray>> = {
  float16: (n) => new Uint16Array(n),
  bfloat16: (n) => new Uint16Array(n),
  float32: (n) => new Float32Array(n),
  float64: (n) => new Float64Array(n),
  int8: (n) => new Int8Array(n),
  int16: (n) => new Int16Array(n),
  int32: (n) => new Int32Array(n),
  int64: (n) => new BigInt64Array(n),
  uint8: (n) => new Uint8Array(n),
  uint16: (n) => new Uint16Array(n),
  uint32: (n) => new Uint32Array(n),
  uint64: (n) => new BigUint64Array(n),
  bool: (n) => new Uint8Array(n),
};

/** An array of `n` zeros for a dtype; undefined for dtypes that have no array here (`int4`, `handle`, custom ones). */
export function emptyArray(dtype: string, n: number): TensorArray | undefined {
  return Object.hasOwn(arrays, dtype) ? arrays[dtype]?.(n) : undefined;
}

const bytesOf: ReadonlyMap<string, number> = new Map(Object.entries(arrays).map(([dtype, make]) => [dtype, make(0).BYTES_PER_ELEMENT]));

/** Bytes an element takes; undefined for dtypes that have no array here. */
export function bytesPerElement(dtype: string): number | undefined {
  return bytesOf.get(dtype);
}

/** A scalar of a dtype; integers wrap as typed arrays do. */
export function scalarTensor(value: number | bigint, dtype: string): TensorData | undefined {
  const values = emptyArray(dtype, 1);
  if (!values) return undefined;
  setElement({ dtype, shape: [], values }, 0, value);
  return { dtype, shape: [], values };
}

/** Element `i` as a number (bigint for 64-bit integers). */
export function elementOf(tensor: TensorData, i: number): number | bigint {
  const raw = present(tensor.values[i]);
  if (typeof raw === "bigint") return raw;
  if (tensor.dtype === "float16") return halfToNumber(raw);
  if (tensor.dtype === "bfloat16") return bitsToFloat(raw << 16);
  return raw;
}

/** Sets element `i`, rounding to the dtype. */
export function setElement(tensor: TensorData, i: number, value: number | bigint): void {
  const { values, dtype } = tensor;
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
    values[i] = typeof value === "bigint" ? value : BigInt(Math.trunc(value));
  } else if (dtype === "float16") {
    values[i] = numberToHalf(Number(value));
  } else if (dtype === "bfloat16") {
    values[i] = numberToBfloat(Number(value));
  } else {
    values[i] = Number(value);
  }
}

/** Whether two tensors hold the same bits. */
export function tensorsEqual(a: TensorData, b: TensorData): boolean {
  if (a === b) return true;
  if (a.dtype !== b.dtype || a.shape.length !== b.shape.length || a.values.length !== b.values.length) return false;
  if (!a.shape.every((d, i) => d === b.shape[i])) return false;
  for (let i = 0; i < a.values.length; i++) {
    if (!Object.is(a.values[i], b.values[i])) return false;
  }
  return true;
}

const scratch = new DataView(new ArrayBuffer(4));

function bitsToFloat(bits: number): number {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}

function floatToBits(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
}

function numberToBfloat(value: number): number {
  const bits = floatToBits(value);
  if (Number.isNaN(value)) return 0x7fc0;
  const rounding = 0x7fff + ((bits >>> 16) & 1);
  return ((bits + rounding) >>> 16) & 0xffff;
}

/** The number that half-precision bits mean. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Half-precision bits of a number, rounded to nearest even. */
export function numberToHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | roundHalfEven(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const scaled = roundHalfEven((size / 2 ** exponent) * 1024);
  return sign | (((exponent + 15) << 10) + (scaled - 1024));
}

function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}
