/**
 * Deformable and bit-serial convolution, a convolution's gradient, correlation. Follows
 * src/relay/op/nn/{convolution,bitserial,correlation}.cc.
 */
import { type Attrs, at, type Dim, dimValue, eachOf, firstOf, type Type, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, dtypeField, intField, intsField, objectField, stringField } from "../fields.ts";
import { dimAttr, dimsAttr, dtypeAttr, elementAt, intAttr, optionalDimsAttr, textAttr } from "../relations/attributes.ts";
import { convolutionLayouts, dilatedSize } from "../relations/convolution.ts";
import { addDims, floorDivideDims, isAny, productOfDims, subtractDims, truncateDivideDims } from "../relations/dimArithmetic.ts";
import { dimOf, knownTensorOf, relationOver, tensorOf } from "../relations/guards.ts";
import { requireConversion } from "../relations/layout.ts";
import { totalPadding } from "../relations/padding.ts";
import { demand, refuse } from "../relations/refusal.ts";
import type { RelationReporter } from "../typeRelation.ts";
import { conv2dAttrs, convolutionFields } from "./nnConvolution.ts";

function padding2d(attrs: Attrs | undefined): readonly [Dim, Dim] {
  const padding = totalPadding(dimsAttr(attrs, "padding"), 2) ?? refuse("`padding` must have 1, 2 or 4 values.");
  return [at(padding, 0), at(padding, 1)];
}

function deformableRelation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const data = knownTensorOf(types, 0);
  const weight = tensorOf(types, 2);
  const layouts = convolutionLayouts(attrs, "nn.deformable_conv2d", "NCHW", "OIHW", "report");
  const shape = firstOf(layouts.data.forward(data.shape), 4);
  const groups = intAttr(attrs, "groups");
  const dilation = dimsAttr(attrs, "dilation");
  const given = optionalDimsAttr(attrs, "kernel_size");
  let channels = dimAttr(attrs, "channels");
  demand(given === undefined || given.length === 2, "`kernel_size` must have 2 values.");
  let kernel = given;
  if (kernel && channels !== undefined) {
    demand(dilation.length === 2, "`dilation` must have 2 values.");
    const plain = [channels, floorDivideDims(shape[1], groups), ...kernel];
    reporter.assign(2, tensorType(layouts.weight.backward(plain), data.dtype));
  } else {
    if (!weight) return undefined;
    const plain = firstOf(layouts.weight.forward(weight.shape), 4);
    const isSizeEqual = !kernel || kernel.every((size, i) => reporter.canEqual(size, at(plain, i + 2)));
    demand(isSizeEqual, "The weight's shape does not agree with `kernel_size`.");
    demand(channels === undefined || reporter.canEqual(channels, plain[0]), "The weight's first dimension is not `channels`.");
    const isOpen = isAny(shape[1]) || isAny(plain[1]);
    demand(
      isOpen || reporter.canEqual(floorDivideDims(shape[1], groups), plain[1]),
      "The weight's input channels do not agree with the data's.",
    );
    channels = plain[0];
    kernel = plain.slice(2);
  }
  const padding = padding2d(attrs);
  const strides = dimsAttr(attrs, "strides");
  const [height, width] = eachOf([0, 1], (i) => {
    const window = dilatedSize(elementAt(kernel, i, "kernel_size"), elementAt(dilation, i, "dilation"));
    const slid = subtractDims(addDims(at(shape, i + 2), at(padding, i)), window);
    return addDims(floorDivideDims(slid, elementAt(strides, i, "strides")), 1);
  });
  const offsets = productOfDims([2, ...kernel, intAttr(attrs, "deformable_groups")]);
  reporter.assign(1, tensorType(layouts.data.backward([shape[0], offsets, height, width]), data.dtype));
  return tensorType(layouts.output.backward([shape[0], channels, height, width]), dtypeAttr(attrs, "out_dtype") ?? data.dtype);
}

/** The attributes are a convolution's; the layouts are, in order, the gradient's, the data's and the weight's. */
const backwardWeightRelation = relationOver(2, ([gradient, data], attrs) => {
  const name = "nn.conv2d_backward_weight";
  const kernelSize = optionalDimsAttr(attrs, "kernel_size") ?? refuse("`kernel_size` must be given.");
  const gradientShape = requireConversion(name, "a data", textAttr(attrs, "data_layout"), "NCHW").forward(gradient.shape);
  const dataShape = requireConversion(name, "a data", textAttr(attrs, "kernel_layout"), "NCHW").forward(data.shape);
  const weight = requireConversion(name, "a kernel", textAttr(attrs, "out_layout"), "OIHW");
  const inputs = dimValue(at(dataShape, 1)) ?? refuse("The data's channels must be known.");
  const outputs = dimValue(at(gradientShape, 1)) ?? refuse("The gradient's channels must be known.");
  const groups = intAttr(attrs, "groups");
  const isDepthwise = inputs === outputs && inputs === groups;
  const total: Dim = isDepthwise ? (dimAttr(attrs, "channels") ?? refuse("`channels` must be given for a depthwise convolution.")) : inputs;
  const size = [elementAt(kernelSize, 0, "kernel_size"), elementAt(kernelSize, 1, "kernel_size")];
  const shape = weight.backward([outputs, floorDivideDims(total, groups), ...size]);
  return tensorType(shape, dtypeAttr(attrs, "out_dtype") ?? gradient.dtype);
});

const correlationRelation = relationOver(2, ([first, second], attrs) => {
  demand(textAttr(attrs, "layout") === "NCHW", "`layout` must be `NCHW`.");
  const [padHeight, padWidth] = padding2d(attrs);
  const radius = Math.trunc((intAttr(attrs, "kernel_size") - 1) / 2);
  const reach = intAttr(attrs, "max_displacement");
  const stride2 = intAttr(attrs, "stride2");
  demand(stride2 !== 0, "`stride2` must not be 0.");
  const neighbors = 2 * Math.trunc(reach / stride2) + 1;
  const stride1 = intAttr(attrs, "stride1");
  const slid = (padded: Dim): Dim => {
    const inner = subtractDims(padded, 2 * (reach + radius));
    return floorDivideDims(subtractDims(addDims(inner, stride1), 1), stride1);
  };
  const height = slid(addDims(dimOf(first, 2, "data1"), padHeight));
  const width = slid(addDims(dimOf(second, 3, "data2"), padWidth));
  return tensorType([at(first.shape, 0), neighbors * neighbors, height, width], first.dtype);
});

const bitserialConvolutionRelation = relationOver(1, ([data], attrs) => {
  const layout = requireConversion("nn.bitserial_conv2d", "a data", textAttr(attrs, "data_layout"), "NCHW");
  const shape = firstOf(layout.forward(data.shape), 4);
  const channels = dimAttr(attrs, "channels") ?? refuse("`channels` must be given.");
  const kernel = dimsAttr(attrs, "kernel_size");
  const strides = dimsAttr(attrs, "strides");
  const padding = padding2d(attrs);
  const spatial = [0, 1].map((i) => {
    const slid = subtractDims(addDims(at(shape, i + 2), at(padding, i)), elementAt(kernel, i, "kernel_size"));
    return addDims(truncateDivideDims(slid, elementAt(strides, i, "strides")), 1);
  });
  return tensorType(layout.backward([shape[0], channels, ...spatial]), dtypeAttr(attrs, "out_dtype") ?? "void");
});

const bitserialDenseRelation = relationOver(1, ([data], attrs) => {
  demand(data.shape.length > 0, "The data is a scalar.");
  const units = dimAttr(attrs, "units") ?? refuse("`units` must be given.");
  return tensorType([...data.shape.slice(0, -1), units], dtypeAttr(attrs, "out_dtype") ?? data.dtype);
});

function bitsOf(dtype: string): number {
  return dtype === "bool" ? 1 : Number(/\d+/u.exec(dtype)?.[0] ?? 0);
}

function bitpackRelation(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const data = knownTensorOf(types, 0);
  const packType = dtypeAttr(attrs, "pack_type") ?? "";
  const bits = intAttr(attrs, "bits");
  const bitAxis = intAttr(attrs, "bit_axis");
  const packAxis = intAttr(attrs, "pack_axis");
  const shape = data.shape.flatMap((size, i) => {
    const packed = i === packAxis ? floorDivideDims(size, bitsOf(packType)) : size;
    return i === bitAxis ? [bits, packed] : [packed];
  });
  return tensorType(bitAxis === data.shape.length ? [...shape, bits] : shape, packType);
}

const [strides, padding, dilation, groups, ...otherFields] = convolutionFields("HW");
const bitFields = (data: string) => [
  intField(data, 1, "Bits of an element of the data."),
  intField("weight_bits", 1, "Bits of an element of the weight."),
];
const packDtype = dtypeField("pack_dtype", "", "Element type that bits are packed into.");
const unipolar = boolField("unipolar", true, "Whether bits represent 0 and 1 instead of -1 and 1.");

export const nnConvolutionSpecialOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.deformable_conv2d", "Convolution whose window's elements are moved by learned offsets.", {
    args: ["data", "offset", "weight"],
    attrs: defineAttrs(
      "DeformableConv2DAttrs",
      [
        strides,
        padding,
        dilation,
        intField("deformable_groups", 1, "Into how many groups the offsets are divided."),
        groups,
        ...otherFields,
      ].filter((f) => f !== undefined),
    ),
    fusionKind: "out_elemwise_fusable",
    relation: deformableRelation,
  }),
  defineOperator("nn.conv2d_backward_weight", "Gradient of a convolution with respect to its weight.", {
    args: ["grad", "data"],
    attrs: conv2dAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: backwardWeightRelation,
  }),
  defineOperator("nn.correlation", "Compares patches of two feature maps within a neighborhood.", {
    args: ["data1", "data2"],
    attrs: defineAttrs("CorrelationAttrs", [
      intField("kernel_size", 1, "Side of a patch."),
      intField("max_displacement", 1, "How far apart compared patches are at most."),
      intField("stride1", 1, "Steps of patches in the first map."),
      intField("stride2", 1, "Steps of the neighborhood in the second map."),
      intsField("padding", [0, 0], "Zeros added around both maps."),
      boolField("is_multiply", true, "Whether patches are multiplied, not subtracted."),
      stringField("layout", "NCHW", "Order of the data's axes."),
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: correlationRelation,
  }),
  defineOperator("nn.bitserial_conv2d", "Convolution on numbers of a few bits, bit by bit.", {
    args: ["data", "weight"],
    attrs: defineAttrs("BinaryConv2DAttrs", [
      intsField("strides", [1, 1], "Steps of the window along each spatial axis."),
      intsField("padding", [0, 0], "Zeros added: one for all sides, one a pair of sides, or front sides then back sides."),
      intsField("kernel_size", [3, 3], "Spatial size of the kernel."),
      objectField("channels", null, "Number of output channels."),
      ...bitFields("activation_bits"),
      stringField("data_layout", "NCHW", "Order of the data's axes."),
      stringField("kernel_layout", "OIHW", "Order of the weight's axes."),
      packDtype,
      dtypeField("out_dtype", "", "Element type of the output."),
      unipolar,
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: bitserialConvolutionRelation,
  }),
  defineOperator("nn.bitserial_dense", "Fully connected layer on numbers of a few bits, bit by bit.", {
    args: ["data", "weight"],
    attrs: defineAttrs("BinaryDenseAttrs", [
      objectField("units", undefined, "Number of output features."),
      ...bitFields("data_bits"),
      packDtype,
      dtypeField("out_dtype", "", "Element type of the output; the data's where empty."),
      unipolar,
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: bitserialDenseRelation,
  }),
  defineOperator("nn.bitpack", "Packs the bits of elements along an axis into wider elements.", {
    args: ["data"],
    attrs: defineAttrs("BitPackAttrs", [
      intField("bits", 1, "Bits of an element."),
      intField("pack_axis", 1, "The axis whose elements are packed together."),
      intField("bit_axis", -1, "Where the new axis of bits goes."),
      dtypeField("pack_type", "", "Element type that bits are packed into."),
      stringField("name", "BitPack", "Name of the operation."),
    ]),
    fusionKind: "injective",
    relation: bitpackRelation,
  }),
];
