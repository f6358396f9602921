/** Arrays as bytes, and bytes as elements of another dtype. */
import { PyBytes } from "../model/containers.ts";
import { valueError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import { build, PyArray } from "./array.ts";
import { type Dtype, dtypes, half } from "./dtype.ts";
import { copied } from "./shapes.ts";

/** A half-precision float from its bits: its storage holds numbers. */
export function halfFromBits(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return half(sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)));
}

function bitsOfHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(size)) return 0x7e00;
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | (size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | ((size / 2 ** exponent - 1) * 1024);
}

/** The array with the bits of its elements: itself but for float16. */
function bits(m: Runtime, array: PyArray): PyArray {
  if (array.dtype !== dtypes.float16) return array;
  const flat = array.flat(m);
  return build(m, dtypes.uint16, array.shape, (at) => bitsOfHalf(Number(flat[at] ?? 0)));
}

/** `array.tobytes()`. */
export function bytesOf(m: Runtime, array: PyArray): PyBytes {
  const { buffer, byteOffset, byteLength } = copied(m, bits(m, array)).data;
  return new PyBytes(new Uint8Array(buffer, byteOffset, byteLength));
}

/** `np.frombuffer`. */
export function fromBytes(m: Runtime, { bytes }: PyBytes, dtype: Dtype, start: number, count: number): PyArray {
  const rest = bytes.length - start;
  if (count < 0 && rest % dtype.size !== 0) throw valueError("buffer size must be a multiple of element size");
  if (count * dtype.size > rest) throw valueError("buffer is smaller than requested size");
  const size = (count < 0 ? rest / dtype.size : count) * dtype.size;
  const data = dtypes.uint8.make(size);
  for (let at = 0; at < size; at++) data[at] = bytes[start + at] ?? 0;
  return viewOf(m, new PyArray(dtypes.uint8, [size], data), dtype);
}

/** `array.view(dtype)`: shares the data, but for float16, whose storage is other than its bits. */
export function viewOf(m: Runtime, array: PyArray, dtype: Dtype): PyArray {
  if (dtype === array.dtype) return new PyArray(dtype, array.shape, array.data, array.strides, array.offset);
  const from = bits(m, array);
  if (dtype === dtypes.float16) {
    const made = viewOf(m, from, dtypes.uint16);
    const flat = made.flat(m);
    return build(m, dtype, made.shape, (at) => halfFromBits(Number(flat[at] ?? 0)));
  }
  const [size, wanted] = [from.dtype.size, dtype.size];
  if (size === wanted) return new PyArray(dtype, from.shape, dtype.over(from.data), from.strides, from.offset);
  const [last, step] = [from.shape.at(-1), from.strides.at(-1)];
  if (last === undefined) throw valueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
  if (step !== 1 && last !== 1) throw valueError("To change to a dtype of a different size, the last axis must be contiguous");
  if ((last * size) % wanted !== 0) {
    throw valueError(
      "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.",
    );
  }
  const scale = size / wanted;
  const isEven = [from.offset, from.data.length, ...from.strides.slice(0, -1)].every((n) => Number.isInteger(n * scale));
  const whole = isEven ? from : copied(m, from);
  const strides = [...whole.strides.slice(0, -1).map((n) => n * scale), 1];
  return new PyArray(dtype, [...whole.shape.slice(0, -1), last * scale], dtype.over(whole.data), strides, whole.offset * scale);
}
