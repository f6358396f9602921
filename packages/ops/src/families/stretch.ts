/** Operators that stretch a tensor, repeat it, or sum it back. Follows src/relay/op/tensor/transform.cc. */
import { type Dim, dimValue, type TensorType, type Type, tensorType, typeText } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intsField, objectField } from "../fields.ts";
import { agreeingTensors } from "../relations/agreement.ts";
import { dimsAttr, intAttr, intListAttr, optionalDimsAttr } from "../relations/attributes.ts";
import { broadcastTensors } from "../relations/broadcast.ts";
import { isAny, multiplyDims } from "../relations/dimArithmetic.ts";
import { dimOf, relationOver, tensorOf } from "../relations/guards.ts";
import { unknownDims } from "../relations/rank.ts";
import { demand, isRefusal, refuse } from "../relations/refusal.ts";
import type { RelationReporter, TypeRelation } from "../typeRelation.ts";

/** Target shape and data type, of `full`, `zeros`, `broadcast_to` and their kin. */
export const initOpAttrs = defineAttrs("InitOpAttrs", [
  intsField("shape", undefined, "The target shape."),
  dtypeField("dtype", "", "The data type; the input's where it is open."),
]);

/** Fields of `tile` and of its dynamic form. */
export const tileAttrs = defineAttrs("TileAttrs", [intsField("reps", undefined, "How many copies along each axis, aligned at the last.")]);

/** What a tensor and a target stretch to together. */
function stretched(tensor: TensorType, target: TensorType): TensorType {
  demand(tensor.dtype === target.dtype, `The data types \`${tensor.dtype}\` and \`${target.dtype}\` do not match.`, [], "report");
  return broadcastTensors(tensor, target, tensor.dtype);
}

/**
 * The target's type unchecked, or the result of `check`. The reference checks it only if the call's type is known
 * beforehand, as it is for a function's result from the second inference on.
 */
function checkedWhereKnown(target: TensorType, reporter: RelationReporter, check: () => Type): Type {
  let checked: Type | undefined;
  try {
    checked = check();
  } catch (error) {
    if (!isRefusal(error) || reporter.knownResult?.()) throw error;
    return target;
  }
  return typeText(checked) === typeText(target) || !reporter.knownResult?.() ? target : checked;
}

const broadcastTo: TypeRelation = (types, attrs, reporter) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  const target = tensorType(dimsAttr(attrs, "shape"), tensor.dtype);
  return checkedWhereKnown(target, reporter, () => agreeingTensors(stretched(tensor, target), target));
};

/**
 * The result has the type of the second argument, whatever that is. If both are tensors, the first must stretch to it.
 */
const broadcastToLike: TypeRelation = (types, _attrs, reporter) => {
  const [tensor, like] = types;
  if (tensor?.kind === "IncompleteType" || like?.kind === "IncompleteType") return undefined;
  if (tensor?.kind === "TensorType" && like?.kind === "TensorType") reporter.assign(1, stretched(tensor, like));
  return like;
};

/**
 * The result has the type of the second argument, whatever that is. If both are tensors, it must stretch to the first.
 */
const collapseSumLike: TypeRelation = (types, _attrs, reporter) => {
  const [tensor, like] = types;
  if (tensor?.kind === "IncompleteType" || like?.kind === "IncompleteType") return undefined;
  if (tensor?.kind === "TensorType" && like?.kind === "TensorType") reporter.assign(0, stretched(tensor, like));
  return like;
};

const collapseSumTo = relationOver(2, ([tensor, target], attrs, reporter) => {
  const rank = dimValue(dimOf(target, 0, "shape")) ?? refuse("`shape` must have a known length.");
  const shape = optionalDimsAttr(attrs, "shape") ?? unknownDims(rank);
  const result = tensorType(shape, tensor.dtype);
  return checkedWhereKnown(result, reporter, () => {
    const needed = stretched(tensor, result);
    agreeingTensors(tensor, needed);
    if (typeText(needed) !== typeText(tensor) && reporter.knownResult?.()) reporter.assign(0, needed);
    return result;
  });
});

const repeat: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  const count = intAttr(attrs, "repeats");
  demand(count >= 1, `\`repeats=${count}\` must be at least 1.`);
  const axis = intAttr(attrs, "axis");
  const at = axis < 0 ? axis + tensor.shape.length : axis;
  const dim = tensor.shape[at] ?? refuse(`\`axis=${axis}\` is outside the dimensions of \`${typeText(tensor)}\`.`);
  return tensorType(tensor.shape.with(at, isAny(dim) ? "?" : multiplyDims(dim, count)), tensor.dtype);
};

const tile: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  demand(
    intListAttr(attrs, "reps").every((n) => n > 0),
    "All of `reps` must be above zero.",
  );
  const counts = dimsAttr(attrs, "reps");
  const rank = Math.max(tensor.shape.length, counts.length);
  const shape = Array.from({ length: rank }, (_, i): Dim => {
    const dim = tensor.shape[i - rank + tensor.shape.length] ?? 1;
    return dimValue(dim) === undefined ? "?" : multiplyDims(dim, counts[i - rank + counts.length] ?? 1);
  });
  return tensorType(shape, tensor.dtype);
};

export const stretchOperators: readonly OperatorDefinition[] = [
  defineOperator("broadcast_to", "The tensor, stretched to a shape.", {
    args: ["data"],
    attrs: initOpAttrs,
    fusionKind: "broadcast",
    relation: broadcastTo,
  }),
  defineOperator("broadcast_to_like", "The tensor, stretched to the shape of another.", {
    args: ["data", "broadcast_type"],
    fusionKind: "broadcast",
    relation: broadcastToLike,
  }),
  defineOperator("collapse_sum_like", "The tensor, summed back to the shape of another that stretches to it.", {
    args: ["data", "collapse_type"],
    fusionKind: "comm_reduce",
    relation: collapseSumLike,
  }),
  defineOperator("collapse_sum_to", "The tensor, summed back to a shape that stretches to it.", {
    args: ["data", "shape"],
    attrs: initOpAttrs,
    fusionKind: "comm_reduce",
    relation: collapseSumTo,
  }),
  defineOperator("repeat", "The tensor with each element along an axis repeated.", {
    args: ["data"],
    attrs: defineAttrs("RepeatAttrs", [
      objectField("repeats", undefined, "How often each element is in the result."),
      objectField("axis", null, "The axis along which elements are repeated."),
    ]),
    fusionKind: "broadcast",
    relation: repeat,
  }),
  defineOperator("tile", "Copies of the tensor, side by side along each axis.", {
    args: ["data"],
    attrs: tileAttrs,
    fusionKind: "broadcast",
    relation: tile,
  }),
];
