/**
 * Convolutions and transposed convolutions in one, two and three spatial dimensions. Follows
 * src/relay/op/nn/convolution.cc.
 */
import type { AttrField, AttrSchema } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intField, intsField, objectField, stringField } from "../fields.ts";
import { convolutionRelation, type Spatial, transposedConvolutionRelation } from "../relations/convolution.ts";

const dimensionWord: Readonly<Record<Spatial, string>> = { W: "one", HW: "two", DHW: "three" };

function ones(spatial: Spatial): number[] {
  return Array.from({ length: spatial.length }, () => 1);
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

/** The attribute fields that every plain convolution has, in the reference's order. */
export function convolutionFields(spatial: Spatial): readonly AttrField[] {
  return [
    intsField("strides", ones(spatial), "Steps of the window along each spatial axis."),
    intsField(
      "padding",
      zeros(spatial === "W" ? 2 : spatial.length),
      "Zeros added: one for all sides, one a pair of sides, or front sides then back sides.",
    ),
    intsField("dilation", ones(spatial), "Distance between neighboring kernel elements."),
    intField("groups", 1, "Into how many independent groups the channels are divided."),
    objectField("channels", null, "Number of output channels."),
    intsField("kernel_size", null, "Spatial size of the kernel."),
    stringField("data_layout", `NC${spatial}`, "Order of the data's axes."),
    stringField("kernel_layout", `OI${spatial}`, "Order of the weight's axes."),
    stringField("out_layout", "", "Order of the output's axes; the data's where empty."),
    dtypeField("out_dtype", "", "Element type of the output; the data's where empty."),
  ];
}

const conv1dAttrs: AttrSchema = defineAttrs("Conv1DAttrs", convolutionFields("W"));
export const conv2dAttrs: AttrSchema = defineAttrs("Conv2DAttrs", convolutionFields("HW"));
const conv3dAttrs: AttrSchema = defineAttrs("Conv3DAttrs", convolutionFields("DHW"));

function transposedFields(spatial: Spatial): readonly AttrField[] {
  return [
    objectField("channels", null, "Number of output channels."),
    intsField("kernel_size", null, "Spatial size of the kernel."),
    intsField("strides", ones(spatial), "How far apart the input's elements land in the output."),
    intsField("output_padding", zeros(spatial.length), "Rows and columns added to the output's far sides."),
    intsField("padding", zeros(spatial.length), "How much is cut off the output's sides."),
    intsField("dilation", ones(spatial), "Distance between neighboring kernel elements."),
    intField("groups", 1, "Into how many independent groups the channels are divided."),
    stringField("data_layout", `NC${spatial}`, "Order of the data's axes."),
    stringField("kernel_layout", `IO${spatial}`, "Order of the weight's axes."),
    stringField("out_layout", "", "Order of the output's axes; the data's where empty."),
    dtypeField("out_dtype", "", "Element type of the output; the data's where empty."),
  ];
}

const conv1dTransposeAttrs: AttrSchema = defineAttrs("Conv1DTransposeAttrs", transposedFields("W"));
export const conv2dTransposeAttrs: AttrSchema = defineAttrs("Conv2DTransposeAttrs", transposedFields("HW"));
const conv3dTransposeAttrs: AttrSchema = defineAttrs("Conv3DTransposeAttrs", transposedFields("DHW"));

function convolution(name: string, spatial: Spatial, attrs: AttrSchema): OperatorDefinition {
  return defineOperator(name, `Convolution over ${dimensionWord[spatial]} spatial ${spatial === "W" ? "dimension" : "dimensions"}.`, {
    args: ["data", "weight"],
    attrs,
    fusionKind: "out_elemwise_fusable",
    relation: convolutionRelation(spatial, name),
  });
}

function transposedConvolution(name: string, spatial: Spatial, attrs: AttrSchema): OperatorDefinition {
  return defineOperator(
    name,
    `Transposed convolution (the gradient of a convolution) over ${dimensionWord[spatial]} spatial ${spatial === "W" ? "dimension" : "dimensions"}.`,
    {
      args: ["data", "weight"],
      attrs,
      fusionKind: "out_elemwise_fusable",
      relation: transposedConvolutionRelation(spatial, name),
    },
  );
}

export const nnConvolutionOperators: readonly OperatorDefinition[] = [
  convolution("nn.conv1d", "W", conv1dAttrs),
  convolution("nn.conv2d", "HW", conv2dAttrs),
  convolution("nn.conv3d", "DHW", conv3dAttrs),
  transposedConvolution("nn.conv1d_transpose", "W", conv1dTransposeAttrs),
  transposedConvolution("nn.conv2d_transpose", "HW", conv2dTransposeAttrs),
  transposedConvolution("nn.conv3d_transpose", "DHW", conv3dTransposeAttrs),
];
