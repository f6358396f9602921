/** Arrays of a host's data. */
import { PyArray } from "./array.ts";
import { halfFromBits } from "./bytes.ts";
import { dtypeNamed, dtypes, type Storage } from "./dtype.ts";
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
