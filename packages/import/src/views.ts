/** Bytes of a file as the numbers that they are. */
import { emptyArray, type TensorArray } from "@relayscope/ir";

type View = new (buffer: ArrayBufferLike, offset: number, length: number) => TensorArray;

/**
 * Little-endian bytes as numbers of a dtype: a view if they are aligned to the element's size, else a copy. Undefined
 * for dtypes without an array type. Bytes beyond the last whole number are left out.
 */
export function viewAs(dtype: string, bytes: Uint8Array): TensorArray | undefined {
  const empty = emptyArray(dtype, 0);
  if (!empty) return undefined;
  const { BYTES_PER_ELEMENT: size, constructor } = empty;
  // Every array of tensors can be made over a buffer.
  const view = constructor as View;
  const count = Math.floor(bytes.length / size);
  if (bytes.byteOffset % size === 0) return new view(bytes.buffer, bytes.byteOffset, count);
  return new view(new Uint8Array(bytes).buffer, 0, count);
}

/**
 * The same memory as unsigned numbers, so that elements can be moved whatever they are. An element of eight bytes is
 * two of them.
 */
export function bitsOf(values: TensorArray): { readonly bits: Uint8Array | Uint16Array | Uint32Array; readonly width: 1 | 2 } {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: size } = values;
  if (size === 1) return { bits: new Uint8Array(buffer, byteOffset, byteLength), width: 1 };
  if (size === 2) return { bits: new Uint16Array(buffer, byteOffset, byteLength / 2), width: 1 };
  return { bits: new Uint32Array(buffer, byteOffset, byteLength / 4), width: size === 8 ? 2 : 1 };
}
