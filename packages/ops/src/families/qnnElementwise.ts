/**
 * Quantized operators element by element, on one or two tensors. Follows
 * src/relay/qnn/op/{op_common.h,unary_elementwise_op,add,subtract,mul,leaky_relu,softmax}.cc.
 */
import { type AttrSchema, type Attrs, at, type Dim, type FusionKind, type TensorType, type Type } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intField } from "../fields.ts";
import { intAttr } from "../relations/attributes.ts";
import { broadcast } from "../relations/broadcast.ts";
import { tensorOf } from "../relations/guards.ts";
import { assignQuantity, demandDtype, demandFourQuantities, demandScalarQuantity } from "../relations/quantized.ts";
import { demand } from "../relations/refusal.ts";
import type { RelationReporter, TypeRelation } from "../typeRelation.ts";
import { demandSlope, leakyReluAttrs, softmaxAttrs } from "./nnActivation.ts";

/** Data of one of the given dtypes, then four scalars: scale and zero point of the data and of the result. */
function unaryRelation(dtypes: readonly string[], demandAttrs: UnaryParts["demandAttrs"]): TypeRelation {
  return (types, attrs) => {
    demandAttrs?.(attrs);
    const data = tensorOf(types, 0);
    if (!data) return undefined;
    demandDtype(data, dtypes, "data");
    return demandFourQuantities(types) ? data : undefined;
  };
}

function channelSize(operand: TensorType, attrs: Attrs | undefined, name: string): Dim {
  const rank = operand.shape.length;
  const axis = intAttr(attrs, name);
  if (rank === 0) return 1;
  const index = rank === 1 ? 0 : axis < 0 ? rank + axis : axis;
  demand(index >= 0 && index < rank, `\`${name}=${axis}\` is outside the ${rank} dimensions of its operand.`);
  return at(operand.shape, index);
}

function binaryRelation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  if (types.slice(0, 8).some((type) => type.kind === "IncompleteType")) return undefined;
  const lhs = tensorOf(types, 0);
  const rhs = tensorOf(types, 1);
  if (!lhs || !rhs) return undefined;
  const left = channelSize(lhs, attrs, "lhs_axis");
  const right = channelSize(rhs, attrs, "rhs_axis");
  assignQuantity(types, 2, "scale", left, reporter);
  assignQuantity(types, 3, "zero point", left, reporter);
  assignQuantity(types, 4, "scale", right, reporter);
  assignQuantity(types, 5, "zero point", right, reporter);
  demandScalarQuantity(types, 6, "scale");
  demandScalarQuantity(types, 7, "zero point");
  return broadcast(types.slice(0, 2), attrs, reporter);
}

const binaryArguments = [
  "lhs",
  "rhs",
  "lhs_scale",
  "lhs_zero_point",
  "rhs_scale",
  "rhs_zero_point",
  "output_scale",
  "output_zero_point",
  "lhs_axis",
  "rhs_axis",
];

const broadcastAttrs = defineAttrs("BroadcastAttrs", [
  intField("lhs_axis", -1, "The channel axis of the left operand's scale and zero point."),
  intField("rhs_axis", -1, "The channel axis of the right operand's scale and zero point."),
]);

function binary(name: string, description: string): OperatorDefinition {
  return defineOperator(name, description, {
    args: binaryArguments,

    attrs: broadcastAttrs,
    fusionKind: "broadcast",
    inputCount: 8,
    relation: binaryRelation,
  });
}

interface UnaryParts {
  readonly scaleName?: string;
  readonly attrs?: AttrSchema;
  readonly demandAttrs?: (attrs: Attrs | undefined) => void;
  readonly fusionKind?: FusionKind;
  readonly dtypes?: readonly string[];
}

function unary(name: string, description: string, parts: UnaryParts = {}): OperatorDefinition {
  const prefix = parts.scaleName ?? "";
  return defineOperator(name, description, {
    args: ["data", `${prefix}scale`, `${prefix}zero_point`, "output_scale", "output_zero_point"],
    ...(parts.attrs ? { attrs: parts.attrs } : {}),
    ...(parts.fusionKind ? { fusionKind: parts.fusionKind } : {}),
    relation: unaryRelation(parts.dtypes ?? ["int8", "uint8"], parts.demandAttrs),
  });
}

export const qnnElementwiseOperators: readonly OperatorDefinition[] = [
  binary("qnn.add", "Quantized sum of two tensors, with broadcasting."),
  binary("qnn.subtract", "Quantized difference of two tensors, with broadcasting."),
  binary("qnn.mul", "Quantized product of two tensors, with broadcasting."),
  unary("qnn.abs", "Quantized absolute value."),
  unary("qnn.erf", "Quantized Gauss error function."),
  unary("qnn.exp", "Quantized exponential."),
  unary("qnn.hardswish", "Quantized piecewise approximation of the swish activation."),
  unary("qnn.leaky_relu", "Quantized leaky rectifier.", { scaleName: "input_", attrs: leakyReluAttrs, demandAttrs: demandSlope }),
  unary("qnn.log", "Quantized natural logarithm."),
  unary("qnn.rsqrt", "Quantized reciprocal square root."),
  unary("qnn.sigmoid", "Quantized logistic function."),
  unary("qnn.softmax", "Quantized softmax.", { attrs: softmaxAttrs, dtypes: ["int8"] }),
  unary("qnn.sqrt", "Quantized square root."),
  unary("qnn.tanh", "Quantized hyperbolic tangent.", { fusionKind: "elemwise" }),
];
