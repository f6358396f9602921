/** Values of weights as plain copies, for the page and the browser's storage. */
import { bytesPerElement, elementCount, type TensorData } from "@relayscope/ir";
import type { SentValues } from "./contract.ts";
import type { FileImported } from "./importFile.ts";

/** The most bytes of values that the page accepts. Larger weights get only types. */
const mostBytes = 64 * 1024 * 1024;

/** Copies of the values, the smallest weights first, up to the limit. Scales and shapes are small and decide most. */
export function plainValues({ constants, parameters }: FileImported["values"]): SentValues {
  const entries = [...[...constants].map(([key, data]) => ({ key, data })), ...[...parameters].map(([key, data]) => ({ key, data }))];
  // Values may be made when they are asked for: those that are left out are not.
  const bytesOf = ({ dtype, shape }: TensorData) => elementCount(shape) * (bytesPerElement(dtype) ?? 0);
  entries.sort((a, b) => bytesOf(a.data) - bytesOf(b.data));
  const kept = { constants: new Map<number, TensorData>(), parameters: new Map<string, TensorData>() };
  let bytes = 0;
  let left = 0;
  for (const { key, data } of entries) {
    bytes += bytesOf(data);
    if (bytes > mostBytes) {
      left++;
      continue;
    }
    const copy: TensorData = { dtype: data.dtype, shape: data.shape, values: data.values.slice() };
    if (typeof key === "number") kept.constants.set(key, copy);
    else kept.parameters.set(key, copy);
  }
  return { values: kept, left };
}
