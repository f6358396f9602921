/**
 * Requirements on the arguments of operators that make dense tensors of sparse values. Follows SparseToDenseRel
 * (src/relay/op/tensor/transform.cc).
 */
import type { TensorType } from "@relayscope/ir";
import { demandScalar, isSignedDtype } from "./guards.ts";
import { demand } from "./refusal.ts";

/** Refuses indices that are not signed integers, and ranks that do not fit. */
export function demandSparse(indices: TensorType, values: TensorType, fallback: TensorType): void {
  demand(isSignedDtype(indices.dtype), `\`sparse_indices\` must hold signed integers, not \`${indices.dtype}\`.`);
  demand(indices.shape.length <= 3, "`sparse_indices` has too many dimensions.");
  demand(values.shape.length <= 2, "`sparse_values` has too many dimensions.");
  demandScalar(fallback, "default_value");
}
