/**
 * To and from quantized numbers. Follows
 * src/relay/qnn/op/{quantize,dequantize,requantize,simulated_quantize,simulated_dequantize}.cc.
 */
import { type AttrSchema, type Attrs, at, type Dim, type TensorType, type Type, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intField, stringField } from "../fields.ts";
import { dtypeAttr, intAttr } from "../relations/attributes.ts";
import { tensorOf } from "../relations/guards.ts";
import { assignQuantity, demandDtype, demandScalarQuantity, isSingleElement } from "../relations/quantized.ts";
import { demand } from "../relations/refusal.ts";
import type { RelationReporter } from "../typeRelation.ts";

const axisField = intField("axis", -1, "The channel axis of scales and zero points that are vectors.");

const dequantizeAttrs: AttrSchema = defineAttrs("DequantizeAttrs", [
  dtypeField("out_dtype", undefined, "`float16` or `float32`."),
  axisField,
]);

/** The axis from the front as the reference counts it: a scalar has axis 0. */
function channelAxis(data: TensorType, attrs: Attrs | undefined): number {
  const axis = intAttr(attrs, "axis");
  const rank = data.shape.length;
  if (axis >= 0) return axis;
  return rank > 0 ? rank + axis : 0;
}

function demandAxis(data: TensorType, attrs: Attrs | undefined): number {
  const axis = channelAxis(data, attrs);
  const rank = data.shape.length;
  demand(axis >= 0 && axis < Math.max(rank, 1), `\`axis=${intAttr(attrs, "axis")}\` is outside the ${rank} dimensions of the data.`);
  return axis;
}

function result(data: TensorType, attrs: Attrs | undefined, allowed: readonly string[]): TensorType {
  const dtype = dtypeAttr(attrs, "out_dtype") ?? "void";
  demand(allowed.includes(dtype), `\`out_dtype\` must be one of \`${allowed.join("`, `")}\`, not \`${dtype}\`.`);
  return tensorType(data.shape, dtype);
}

function quantizeRelation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const data = tensorOf(types, 0);
  if (!data) return undefined;
  demandDtype(data, ["float32"], "data");
  const scale = tensorOf(types, 1, "InternalError");
  const zeroPoint = tensorOf(types, 2, "InternalError");
  if (!scale || !zeroPoint) return undefined;
  const needsAxis = data.shape.length > 0 || scale.shape.length > 0 || zeroPoint.shape.length > 0;
  const size = needsAxis ? (data.shape[demandAxis(data, attrs)] ?? 1) : 1;
  assignQuantity(types, 1, "scale", size, reporter);
  assignQuantity(types, 2, "zero point", size, reporter);
  return result(data, attrs, ["int8", "uint8", "int16", "uint16", "int32"]);
}

function dequantizeRelation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const data = tensorOf(types, 0);
  if (!data) return undefined;
  demandDtype(data, ["int8", "uint8", "int16", "uint16", "int32"], "data");
  const scale = tensorOf(types, 1);
  const zeroPoint = tensorOf(types, 2);
  if (!scale || !zeroPoint) return undefined;
  const isScalar = isSingleElement(scale) && isSingleElement(zeroPoint);
  let size: Dim = 1;
  if (!isScalar) {
    const axis = demandAxis(data, attrs);
    demand(data.shape.length > 0, "The data is a scalar, but its scale or zero point is not.");
    size = at(data.shape, axis);
  }
  assignQuantity(types, 1, "scale", size, reporter);
  assignQuantity(types, 2, "zero point", size, reporter);
  return result(data, attrs, ["float16", "float32"]);
}

function requantizeRelation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const data = tensorOf(types, 0);
  if (!data || types[3]?.kind === "IncompleteType" || types[4]?.kind === "IncompleteType") return undefined;
  demandDtype(data, ["int8", "uint8", "int16", "int32", "int64"], "data");
  const size = data.shape[demandAxis(data, attrs)] ?? 1;
  const isScaleKnown = assignQuantity(types, 1, "scale", size, reporter);
  const isZeroPointKnown = assignQuantity(types, 2, "zero point", size, reporter);
  if (!isScaleKnown || !isZeroPointKnown) return undefined;
  demandScalarQuantity(types, 3, "scale");
  demandScalarQuantity(types, 4, "zero point");
  return result(data, attrs, ["int8", "uint8", "int16", "int32"]);
}

function simulatedRelation(types: readonly Type[]): Type | undefined {
  const data = tensorOf(types, 0);
  return data && tensorOf(types, 1) && data;
}

export const qnnConvertOperators: readonly OperatorDefinition[] = [
  defineOperator("qnn.quantize", "Turns real numbers into integers by a scale and a zero point.", {
    args: ["data", "output_scale", "output_zero_point"],
    attrs: defineAttrs("QuantizeAttrs", [dtypeField("out_dtype", undefined, "Element type of the output."), axisField]),
    fusionKind: "elemwise",
    relation: quantizeRelation,
  }),
  defineOperator("qnn.dequantize", "Turns quantized integers back into real numbers.", {
    args: ["data", "input_scale", "input_zero_point"],
    attrs: dequantizeAttrs,
    fusionKind: "elemwise",
    relation: dequantizeRelation,
  }),
  defineOperator("qnn.requantize", "Moves quantized integers to another scale and zero point.", {
    args: ["data", "input_scale", "input_zero_point", "output_scale", "output_zero_point"],
    attrs: defineAttrs("RequantizeAttrs", [
      axisField,
      stringField("rounding", "None", "`UPWARD` or `TONEAREST`: where the midpoints go."),
      stringField("compute_dtype", "None", "`int64`, `float32` or `float64`: what TVM computes in."),
      dtypeField("out_dtype", "", "Element type of the output."),
    ]),
    fusionKind: "elemwise",
    relation: requantizeRelation,
  }),
  defineOperator("qnn.simulated_quantize", "Rounds real numbers as quantizing would, without leaving them.", {
    args: ["data", "out_dtype", "output_scale", "output_zero_point"],
    attrs: defineAttrs("SimulatedQuantizeAttrs", [axisField]),
    fusionKind: "elemwise",
    relation: simulatedRelation,
  }),
  defineOperator("qnn.simulated_dequantize", "Scales simulated quantized numbers back.", {
    args: ["data", "in_dtype", "input_scale", "input_zero_point"],
    attrs: dequantizeAttrs,
    fusionKind: "elemwise",
    relation: simulatedRelation,
  }),
];
