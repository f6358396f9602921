/**
 * Convolutions on transformed or packed weights, and the operators that transform weights. Follows
 * src/relay/op/nn/convolution.cc.
 */
import { type AttrSchema, at, type Dim, dimText, dimValue, firstOf, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intField } from "../fields.ts";
import { dtypeAttr, intAttr } from "../relations/attributes.ts";
import { convolutionRelation, preparedConvolutionRelation } from "../relations/convolution.ts";
import { addDims, floorDivideDims, productOfDims, subtractDims } from "../relations/dimArithmetic.ts";
import { relationOver } from "../relations/guards.ts";
import { demand, refuse } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";
import { conv2dAttrs, convolutionFields } from "./nnConvolution.ts";

const tileSize = intField("tile_size", undefined, "Side of an output tile.");
const winogradWeightAttrs = defineAttrs("ConvWinogradWeightTransformAttrs", [tileSize]);

const winogradWeightRelation = relationOver(1, ([weight], attrs) => {
  demand(weight.shape.length === 4, `The weight has ${weight.shape.length} dimensions, not 4.`);
  const [outputs, inputs, height, width] = firstOf(weight.shape, 4);
  const grow = (size: Dim): Dim => subtractDims(addDims(intAttr(attrs, "tile_size"), size), 1);
  return tensorType([grow(height), grow(width), outputs, inputs], weight.dtype);
});

/** The depth is transformed where it is from 3 to 7; otherwise it stays, after height and width. */
const winogradWeight3dRelation = relationOver(1, ([weight], attrs) => {
  demand(weight.shape.length === 5, `The weight has ${weight.shape.length} dimensions, not 5.`);
  const [outputs, inputs, depth, height, width] = firstOf(weight.shape, 5);
  const grow = (size: Dim): Dim => subtractDims(addDims(intAttr(attrs, "tile_size"), size), 1);
  const size = dimValue(depth) ?? refuse("The weight's depth must be known.");
  const spatial = size > 2 && size < 8 ? [grow(depth), grow(height), grow(width)] : [grow(height), grow(width), depth];
  return tensorType([...spatial, outputs, inputs], weight.dtype);
});

const nnpackWeightRelation = relationOver(1, ([weight], attrs) => {
  demand(weight.shape.length === 4, `The weight has ${weight.shape.length} dimensions, not 4.`);
  return tensorType([at(weight.shape, 0), at(weight.shape, 1), 8, 8], dtypeAttr(attrs, "out_dtype") ?? weight.dtype);
});

const gemmWeightRelation = relationOver(1, ([weight], attrs) => {
  demand(weight.shape.length === 4, `The weight has ${weight.shape.length} dimensions, not 4.`);
  const tileColumns = intAttr(attrs, "tile_N");
  const tileRows = intAttr(attrs, "tile_K");
  const rows = roundedUp(productOfDims(weight.shape.slice(0, 3)), 4 * tileRows);
  const columns = roundedUp(at(weight.shape, 3), tileColumns);
  const tile = /^u?int8$/u.test(weight.dtype) ? [tileColumns, tileRows] : [tileRows, tileColumns];
  return tensorType([floorDivideDims(columns, tileColumns), floorDivideDims(rows, tileRows), ...tile], weight.dtype);
});

/**
 * A size rounded up to a multiple of `unit`; of an unknown one, the reference adds a choice that it does not simplify.
 */
function roundedUp(size: Dim, unit: number): Dim {
  demand(unit !== 0, "`tile_N` and `tile_K` must not be 0.");
  if (unit === 1) return size;
  const value = dimValue(size);
  if (value === undefined) return addDims(size, { kind: "SymbolicDim", name: `meta[tir.Call][padding of ${dimText(size)} to ${unit}]` });
  const missing = value - unit * Math.floor(value / unit);
  return missing === 0 ? size : addDims(size, unit - missing);
}

function prepared(name: string, description: string, attrs: AttrSchema, relation: TypeRelation): OperatorDefinition {
  return defineOperator(name, description, { args: ["data", "weight"], attrs, fusionKind: "out_elemwise_fusable", relation });
}

export const nnConvolutionPreparedOperators: readonly OperatorDefinition[] = [
  prepared(
    "nn.contrib_conv2d_winograd_without_weight_transform",
    "Winograd convolution whose weight is transformed already.",
    defineAttrs("Conv2DWinogradAttrs", [tileSize, ...convolutionFields("HW")]),
    preparedConvolutionRelation("NCHW", "OIHW", "nn.contrib_conv2d_winograd_without_weight_transform"),
  ),
  prepared(
    "nn.contrib_conv3d_winograd_without_weight_transform",
    "Winograd convolution over three dimensions whose weight is transformed already.",
    defineAttrs("Conv3DWinogradAttrs", [tileSize, ...convolutionFields("DHW")]),
    preparedConvolutionRelation("NCDHW", "OIDHW", "nn.contrib_conv3d_winograd_without_weight_transform"),
  ),
  prepared(
    "nn.contrib_conv2d_gemm_without_weight_transform",
    "Convolution as a matrix product, on a weight that is tiled already.",
    conv2dAttrs,
    preparedConvolutionRelation("NHWC", "HWIO", "nn.contrib_conv2d_gemm_without_weight_transform"),
  ),
  prepared(
    "nn.contrib_conv2d_NCHWc",
    "Convolution on data and weight whose channels are packed.",
    conv2dAttrs,
    preparedConvolutionRelation("NCHW", "OIHW", "nn.contrib_conv2d_NCHWc"),
  ),
  prepared(
    "nn.contrib_depthwise_conv2d_NCHWc",
    "Depthwise convolution on data and weight whose channels are packed.",
    conv2dAttrs,
    convolutionRelation("HW", "nn.contrib_depthwise_conv2d_NCHWc"),
  ),
  defineOperator("nn.contrib_conv2d_winograd_weight_transform", "Transforms a weight for Winograd convolution.", {
    args: ["weight"],
    attrs: winogradWeightAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: winogradWeightRelation,
  }),
  defineOperator("nn.contrib_conv3d_winograd_weight_transform", "Transforms a weight for Winograd convolution over three dimensions.", {
    args: ["weight"],
    attrs: winogradWeightAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: winogradWeight3dRelation,
  }),
  defineOperator("nn.contrib_conv2d_winograd_nnpack_weight_transform", "Transforms a weight for NNPACK's Winograd convolution.", {
    args: ["weight"],
    attrs: defineAttrs("Conv2DWinogradNNPACKWeightTransformAttrs", [
      intField("convolution_algorithm", undefined, "NNPACK's number of the algorithm."),
      dtypeField("out_dtype", "", "Element type of the output; the weight's where empty."),
    ]),
    fusionKind: "opaque",
    relation: nnpackWeightRelation,
  }),
  defineOperator("nn.contrib_conv2d_gemm_weight_transform", "Tiles a weight for convolution as a matrix product.", {
    args: ["weights"],
    attrs: defineAttrs("ConvGemmWeightTransformAttrs", [
      intField("tile_N", undefined, "Columns of a tile."),
      intField("tile_K", undefined, "Rows of a tile."),
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: gemmWeightRelation,
  }),
];
