/** Arrays of a host's data. */
import { PyArray } from "./array.ts";
import { dtypeNamed, dtypes, half, type Storage } from "./dtype.ts";
import { fillNumpy } from "./methods.ts";

/**
 * A host's data as an array: float16 comes as bits or as numbers, ints and floats as they are. The program need not
 * import numpy for it.
 */
export function arrayOf(dtype: string, shape: readonly number[], data: Storage): PyArray {
  fillNumpy();
  const known = dtypeNamed(dtype);
  if (!known) throw new Error(`numpy has no dtype ${dtype} here.`);
  if (known === dtypes.float16 && data instanceof Uint16Array) return new PyArray(known, shape, Float32Array.from(data, halfFromBits));
  return new PyArray(known, shape, data);
}

function halfFromBits(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return half(sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)));
}
