/**
 * Tuples of indices along a tensor's first axis. Follows GatherNDRel and ScatterNDRel
 * (src/relay/op/tensor/transform.cc).
 */
import { dimValue, type TensorType } from "@relayscope/ir";
import { dimOf } from "./guards.ts";
import { demand, refuse } from "./refusal.ts";

/** How long a tuple of `indices` is. Refuses an unknown length, and one beyond the dimensions of `data`. */
export function indexDepth(indices: TensorType, data: TensorType): number {
  const depth = dimValue(dimOf(indices, 0, "indices")) ?? refuse("The first dimension of `indices` must be known.");
  demand(depth <= data.shape.length, `\`indices\` counts along ${depth} axes, but \`data\` has ${data.shape.length}.`);
  return depth;
}
