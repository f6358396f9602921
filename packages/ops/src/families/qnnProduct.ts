/**
 * Quantized convolutions, matrix products and pooling. Follows
 * src/relay/qnn/op/{convolution,convolution_transpose,dense,batch_matmul,avg_pool2d}.cc.
 */
import { type Attrs, at, type Dim, dimsEqual, type TensorType, type Type, tensorType } from "@relayscope/ir";
import { defineOperator, type OperatorDefinition } from "../definition.ts";
import { dimAttr, dtypeAttr, intAttr, textAttr } from "../relations/attributes.ts";
import { convolutionRelation, transposedConvolutionRelation } from "../relations/convolution.ts";
import { multiplyDims } from "../relations/dimArithmetic.ts";
import { dimOf, relationOver, tensorOf } from "../relations/guards.ts";
import { batchMatmulRelation, matmulRelation } from "../relations/matmul.ts";
import { pooledType } from "../relations/pooling.ts";
import { assignQuantity, demandDtype, demandFourQuantities, demandScalarQuantity, isSingleElement } from "../relations/quantized.ts";
import { demand } from "../relations/refusal.ts";
import type { RelationReporter } from "../typeRelation.ts";
import { conv2dAttrs, conv2dTransposeAttrs } from "./nnConvolution.ts";
import { batchMatmulAttrs, denseAttrs, densePackAttrs } from "./nnDense.ts";
import { avgPool2dAttrs } from "./nnPooling.ts";

interface Allowed {
  readonly data: readonly string[];
  readonly weight: readonly string[];
  readonly output: readonly string[];
}

/** Data and weight as tensors of allowed dtypes; undefined while either, or one of arguments 3 to 5, is a hole. */
function operands(types: readonly Type[], attrs: Attrs | undefined, allowed: Allowed): readonly [TensorType, TensorType] | undefined {
  const data = tensorOf(types, 0);
  const weight = tensorOf(types, 1);
  if (!data || !weight) return undefined;
  demandDtype(data, allowed.data, "data");
  demandDtype(weight, allowed.weight, "weight");
  const output = dtypeAttr(attrs, "out_dtype") ?? "void";
  demand(allowed.output.includes(output), `\`out_dtype\` must be one of \`${allowed.output.join("`, `")}\`, not \`${output}\`.`);
  return [2, 3, 4].some((i) => types[i]?.kind === "IncompleteType") ? undefined : [data, weight];
}

/** The size of the weight's axis at the place of `letter` in its layout; undefined if the layout lacks it. */
function sizeAlong(tensor: TensorType, layout: string, letter: string): Dim {
  const index = layout.indexOf(letter);
  demand(index >= 0, `The layout \`${layout}\` has no axis \`${letter}\`.`);
  return dimOf(tensor, index, "weight");
}

const conv2d = convolutionRelation("HW", "qnn.conv2d");

function convolution(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const pair = operands(types, attrs, {
    data: ["int8", "uint8", "int16"],
    weight: ["int8", "uint8", "int16"],
    output: ["int16", "int32", "int64"],
  });
  if (!pair) return undefined;
  const [data, weight] = pair;
  demandScalarQuantity(types, 2, "zero point");
  demandScalarQuantity(types, 4, "scale");
  const groups = intAttr(attrs, "groups");
  const kernelLayout = textAttr(attrs, "kernel_layout");
  let outputs: Dim | undefined;
  if (groups === 1) {
    outputs = sizeAlong(weight, kernelLayout, "O");
  } else {
    outputs = dimAttr(attrs, "channels");
    const inputs = sizeAlong(data, textAttr(attrs, "data_layout"), "C");
    if (outputs !== undefined && inputs === groups) {
      const multiplier = sizeAlong(weight, kernelLayout, "I");
      if (dimsEqual(outputs, multiplier)) outputs = multiplyDims(multiplier, sizeAlong(weight, kernelLayout, "O"));
    }
  }
  if (!assignQuantity(types, 5, "scale", outputs, reporter)) return undefined;
  return conv2d(types, attrs, reporter);
}

const conv2dTranspose = transposedConvolutionRelation("HW", "qnn.conv2d_transpose");

function transposedConvolution(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const pair = operands(types, attrs, {
    data: ["int8", "uint8", "int16", "uint16"],
    weight: ["int8", "uint8"],
    output: ["int16", "int32", "int64"],
  });
  const inputZeroPoint = tensorOf(types, 2);
  const weightZeroPoint = tensorOf(types, 3);
  const inputScale = tensorOf(types, 4);
  if (!pair || !inputZeroPoint || !weightZeroPoint || !inputScale) return undefined;
  const [, weight] = pair;
  demandDtype(weightZeroPoint, ["int32"], "weight's zero point");
  demand(isSingleElement(inputZeroPoint) && isSingleElement(inputScale), "The data's scale and zero point must have one element.");
  assignQuantity(types, 2, "zero point", 1, reporter);
  assignQuantity(types, 4, "scale", 1, reporter);
  const kernelLayout = textAttr(attrs, "kernel_layout");
  const outputs = sizeAlong(weight, kernelLayout, "O");
  const channels = intAttr(attrs, "groups") === 1 ? outputs : multiplyDims(sizeAlong(weight, kernelLayout, "I"), outputs);
  if (!assignQuantity(types, 5, "scale", channels, reporter)) return undefined;
  return conv2dTranspose(types, attrs, reporter);
}

function dense(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const allowed = { data: ["int8", "uint8", "int16", "uint16"], weight: ["int8", "uint8"], output: ["int32", "int64"] };
  if (!operands(types, attrs, allowed)) return undefined;
  demandScalarQuantity(types, 2, "zero point");
  demandScalarQuantity(types, 4, "scale");
  if (!assignQuantity(types, 5, "scale", dimAttr(attrs, "units"), reporter)) return undefined;
  return matmulRelation(types, attrs, reporter);
}

const densePack = relationOver(2, ([data, weight], attrs) => {
  demand(data.shape.length === 2, `The data has ${data.shape.length} dimensions, not 2.`);
  demand(weight.shape.length === 4, `The weight has ${weight.shape.length} dimensions, not 4.`);
  const dtype = dtypeAttr(attrs, "out_dtype");
  demand(dtype !== undefined, "`out_dtype` must be given.");
  return tensorType([at(data.shape, 0), multiplyDims(at(weight.shape, 0), at(weight.shape, 2))], dtype);
});

function batchMatmul(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  if (!operands(types, attrs, { data: ["int8", "uint8"], weight: ["int8", "uint8"], output: ["int32"] })) return undefined;
  const areKnown = [2, 3, 4, 5].map((i) => demandScalarQuantity(types, i, i < 4 ? "zero point" : "scale"));
  return areKnown.every(Boolean) ? batchMatmulRelation(types, attrs, reporter) : undefined;
}

function averagePool(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const data = tensorOf(types, 0);
  if (!data) return undefined;
  demandDtype(data, ["int8", "uint8"], "data");
  return demandFourQuantities(types) ? pooledType(data, attrs, "HW") : undefined;
}

const productArguments = ["data", "weight", "input_scale", "input_zero_point", "weight_scale", "weight_zero_point"];

export const qnnProductOperators: readonly OperatorDefinition[] = [
  defineOperator("qnn.conv2d", "Quantized convolution over two spatial dimensions; gives wide integers.", {
    args: productArguments,
    attrs: conv2dAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: convolution,
  }),
  defineOperator("qnn.conv2d_transpose", "Quantized transposed convolution over two spatial dimensions; gives wide integers.", {
    args: productArguments,
    attrs: conv2dTransposeAttrs,
    relation: transposedConvolution,
  }),
  defineOperator("qnn.dense", "Quantized fully connected layer; gives wide integers.", {
    args: productArguments,
    attrs: denseAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: dense,
  }),
  defineOperator("qnn.contrib_dense_pack", "Quantized fully connected layer whose weight was packed into tiles.", {
    args: productArguments,
    attrs: densePackAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: densePack,
  }),
  defineOperator("qnn.batch_matmul", "Quantized matrix products, batch by batch; gives wide integers.", {
    args: ["x", "y", "x_scale", "x_zero_point", "y_scale", "y_zero_point"],
    attrs: batchMatmulAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: batchMatmul,
  }),
  defineOperator("qnn.avg_pool2d", "Quantized average pooling over two spatial dimensions.", {
    args: ["data", "input_scale", "input_zero_point", "output_scale", "output_zero_point"],
    attrs: avgPool2dAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: averagePool,
  }),
];
