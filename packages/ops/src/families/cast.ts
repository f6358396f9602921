/** Operators that change the data type, not the shape. Follows src/relay/op/tensor/transform.cc. */
import { tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField } from "../fields.ts";
import { textAttr } from "../relations/attributes.ts";
import { tensorOf, tensorsOf } from "../relations/guards.ts";
import type { TypeRelation } from "../typeRelation.ts";

const castAttrs = defineAttrs("CastAttrs", [dtypeField("dtype", undefined, "The new data type.")]);

const cast: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  return tensor && tensorType(tensor.shape, textAttr(attrs, "dtype"));
};

const castLike: TypeRelation = (types) => {
  const [tensor, like] = tensorsOf(types, 2, "InternalError") ?? [];
  return tensor && like && tensorType(tensor.shape, like.dtype);
};

export const castOperators: readonly OperatorDefinition[] = [
  defineOperator("cast", "Each element, converted to another data type.", {
    args: ["data"],
    attrs: castAttrs,
    fusionKind: "elemwise",
    relation: cast,
  }),
  defineOperator("cast_like", "Each element, converted to the data type of another tensor.", {
    args: ["data", "dtype_like"],
    fusionKind: "elemwise",
    relation: castLike,
  }),
  defineOperator("reinterpret", "The same bits, read as another data type.", {
    args: ["data"],
    attrs: castAttrs,
    fusionKind: "elemwise",
    relation: cast,
  }),
];
