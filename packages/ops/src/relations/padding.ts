/**
 * Padding as operators write it: one value for all, one a side pair, or all of the front sides followed by all of the
 * back sides. Follows src/relay/op/op_common.h.
 */
import { at, type Dim } from "@relayscope/ir";
import { addDims, multiplyDims } from "./dimArithmetic.ts";

/**
 * The total padding of each of `rank` axes; undefined where the list has another length than 1, `rank` or `2 * rank`.
 */
export function totalPadding(padding: readonly Dim[], rank: number): readonly Dim[] | undefined {
  const axes = Array.from({ length: rank }, (_, i) => i);
  if (padding.length === 2 * rank) return axes.map((i) => addDims(at(padding, i), at(padding, i + rank)));
  if (padding.length === 1) return axes.map(() => multiplyDims(at(padding, 0), 2));
  return padding.length === rank ? padding.map((p) => multiplyDims(p, 2)) : undefined;
}
