/** Requirements of quantized operators on their scales and zero points. Follows src/relay/qnn/utils.h. */
import { type Dim, type TensorType, type Type, tensorType, typeText } from "@relayscope/ir";
import type { RelationReporter } from "../typeRelation.ts";
import { multiplyDims } from "./dimArithmetic.ts";
import { tensorOf } from "./guards.ts";
import { demand, refuse } from "./refusal.ts";

/** Scales are float32, zero points int32. */
export type Quantity = "scale" | "zero point";

function dtypeOf(quantity: Quantity): string {
  return quantity === "scale" ? "float32" : "int32";
}

/** Refuses an argument that is not a scalar of its quantity's dtype. Returns whether its type is known. */
export function demandScalarQuantity(types: readonly Type[], index: number, quantity: Quantity): boolean {
  const tensor = tensorOf(types, index, "InternalError");
  if (!tensor) return false;
  const isFit = tensor.shape.length === 0 && tensor.dtype === dtypeOf(quantity);
  if (!isFit) refuse(`Argument ${index + 1}, a ${quantity}, must be a \`${dtypeOf(quantity)}\` scalar, not \`${typeText(tensor)}\`.`);
  return true;
}

/**
 * Whether scale and zero point of the data and of the result, arguments 1 to 4, are all known. Then refuses those that
 * are not scalars of their dtype.
 */
export function demandFourQuantities(types: readonly Type[]): boolean {
  if (types.slice(1, 5).some((type) => type.kind === "IncompleteType")) return false;
  for (const i of [1, 2, 3, 4]) demandScalarQuantity(types, i, i % 2 === 1 ? "scale" : "zero point");
  return true;
}

/**
 * Refuses an argument of another dtype than its quantity's; where it is not a scalar, says that it is a vector of
 * `size` elements.
 */
export function assignQuantity(
  types: readonly Type[],
  index: number,
  quantity: Quantity,
  size: Dim | undefined,
  reporter: RelationReporter,
): boolean {
  const tensor = tensorOf(types, index, "InternalError");
  if (!tensor) return false;
  const dtype = dtypeOf(quantity);
  demand(tensor.dtype === dtype, `Argument ${index + 1}, a ${quantity}, must be \`${dtype}\`, not \`${tensor.dtype}\`.`);
  if (tensor.shape.length > 0) {
    const length = size ?? refuse(`Argument ${index + 1}, a ${quantity}, is a vector, but the number of channels is not given.`);
    reporter.assign(index, tensorType([length], dtype));
  }
  return true;
}

/** Whether a tensor holds one element, whatever its rank. Refuses an unknown size. */
export function isSingleElement(tensor: TensorType): boolean {
  const count = tensor.shape.reduce<Dim>(multiplyDims, 1);
  if (typeof count === "number") return count === 1;
  return typeof count === "object" && count.kind === "LongDim"
    ? count.value === 1
    : refuse(`The number of elements of \`${typeText(tensor)}\` is unknown.`);
}

/** Refuses a tensor whose dtype is not among those that the operator quantizes with. */
export function demandDtype(tensor: TensorType, allowed: readonly string[], what: string): void {
  demand(allowed.includes(tensor.dtype), `The ${what} must be one of \`${allowed.join("`, `")}\`, not \`${tensor.dtype}\`.`);
}
