/** Joining quantized tensors. Follows src/relay/qnn/op/concatenate.cc. */
import type { Attrs, Type } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intField } from "../fields.ts";
import { tupleOf } from "../relations/guards.ts";
import { demandScalarQuantity, type Quantity } from "../relations/quantized.ts";
import type { RelationReporter } from "../typeRelation.ts";
import { concatenate } from "./join.ts";

/** Whether all of a tuple's quantities are known scalars. */
function areScalars(types: readonly Type[], index: number, quantity: Quantity): boolean {
  const tuple = tupleOf(types, index);
  return tuple?.fields.every((_, i) => demandScalarQuantity(tuple.fields, i, quantity)) ?? false;
}

function relation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const areKnown =
    areScalars(types, 1, "scale") &&
    areScalars(types, 2, "zero point") &&
    demandScalarQuantity(types, 3, "scale") &&
    demandScalarQuantity(types, 4, "zero point");
  return areKnown ? concatenate(types.slice(0, 1), attrs, reporter) : undefined;
}

export const qnnConcatenateOperators: readonly OperatorDefinition[] = [
  defineOperator("qnn.concatenate", "Quantized tensors, one after the other along an axis, moved to one scale.", {
    args: ["data", "input_scales", "input_zero_points", "output_scale", "output_zero_point"],
    attrs: defineAttrs("ConcatenateAttrs", [intField("axis", 0, "The axis along which tensors are joined.")]),
    fusionKind: "injective",
    relation,
  }),
];
