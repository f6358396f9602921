/** Pooling: sliding windows, global, adaptive, and gradients. Follows src/relay/op/nn/pooling.cc. */
import type { AttrField, AttrSchema } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, intsField, stringField } from "../fields.ts";
import type { Spatial } from "../relations/convolution.ts";
import { tensorOf } from "../relations/guards.ts";
import { adaptivePoolRelation, globalPoolRelation, poolRelation } from "../relations/pooling.ts";

function windowFields(spatial: Spatial): readonly AttrField[] {
  const all = (value: number): number[] => Array.from({ length: spatial.length }, () => value);
  return [
    intsField("pool_size", undefined, "Size of the window."),
    intsField("strides", all(1), "Steps of the window along each spatial axis."),
    intsField("dilation", all(1), "Distance between neighboring elements of the window."),
    intsField("padding", all(0), "Elements added: one for all sides, one a pair of sides, or front sides then back sides."),
    stringField("layout", `NC${spatial}`, "Order of the data's axes."),
    stringField("out_layout", "", "Order of the output's axes; the data's where empty."),
    boolField("ceil_mode", false, "Whether the output size is rounded up."),
  ];
}

const includePadding = boolField("count_include_pad", false, "Whether padded zeros count in the average.");

export const avgPool2dAttrs: AttrSchema = defineAttrs("AvgPool2DAttrs", [...windowFields("HW"), includePadding]);
const maxPool2dAttrs = defineAttrs("MaxPool2DAttrs", windowFields("HW"));
const globalPoolAttrs = defineAttrs("GlobalPool2DAttrs", [
  stringField("layout", "NCHW", "Order of the data's axes."),
  stringField("out_layout", "", "Order of the output's axes; the data's where empty."),
]);

function adaptiveAttrs(spatial: Spatial): AttrSchema {
  return defineAttrs(`AdaptivePool${spatial.length}DAttrs`, [
    intsField("output_size", [], "Spatial size of the output; empty keeps the input's."),
    stringField("layout", `NC${spatial}`, "Order of the data's axes."),
    stringField("out_layout", "", "Order of the output's axes; the data's where empty."),
  ]);
}

function pool(kind: "max" | "avg", spatial: Spatial, attrs: AttrSchema): OperatorDefinition {
  const what = kind === "max" ? "The largest element" : "The average of the elements";
  return defineOperator(`nn.${kind}_pool${spatial.length}d`, `${what} under each position of a window.`, {
    args: ["data"],
    attrs,
    fusionKind: "out_elemwise_fusable",
    relation: poolRelation(spatial),
  });
}

function globalPool(kind: "max" | "avg"): OperatorDefinition {
  return defineOperator(`nn.global_${kind}_pool2d`, `The ${kind === "max" ? "largest element" : "average"} of each channel.`, {
    args: ["data"],
    attrs: globalPoolAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: globalPoolRelation,
  });
}

function adaptivePool(kind: "max" | "avg", spatial: Spatial): OperatorDefinition {
  return defineOperator(
    `nn.adaptive_${kind}_pool${spatial.length}d`,
    `${kind === "max" ? "Maximum" : "Average"} pooling whose windows follow from the output's size.`,
    {
      args: ["data"],
      attrs: adaptiveAttrs(spatial),
      fusionKind: "out_elemwise_fusable",
      relation: adaptivePoolRelation(spatial),
    },
  );
}

/** The gradient of the average is registered with the attributes of the other, but made and printed with its own. */
function poolGradient(kind: "max" | "avg"): OperatorDefinition {
  return defineOperator(
    `nn.${kind}_pool2d_grad`,
    `Gradient of ${kind === "max" ? "maximum" : "average"} pooling over two spatial dimensions.`,
    {
      args: ["data", "grad"],
      attrs: kind === "max" ? maxPool2dAttrs : avgPool2dAttrs,
      fusionKind: "out_elemwise_fusable",
      relation: (types) => tensorOf(types, 1),
    },
  );
}

const spatials: readonly Spatial[] = ["W", "HW", "DHW"];

export const nnPoolingOperators: readonly OperatorDefinition[] = [
  pool("max", "W", defineAttrs("MaxPool1DAttrs", windowFields("W"))),
  pool("max", "HW", maxPool2dAttrs),
  pool("max", "DHW", defineAttrs("MaxPool3DAttrs", windowFields("DHW"))),
  pool("avg", "W", defineAttrs("AvgPool1DAttrs", [...windowFields("W"), includePadding])),
  pool("avg", "HW", avgPool2dAttrs),
  pool("avg", "DHW", defineAttrs("AvgPool3DAttrs", [...windowFields("DHW"), includePadding])),
  globalPool("max"),
  globalPool("avg"),
  ...spatials.flatMap((spatial) => [adaptivePool("max", spatial), adaptivePool("avg", spatial)]),
  poolGradient("max"),
  poolGradient("avg"),
];
