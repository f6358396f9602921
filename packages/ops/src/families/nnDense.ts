/** Matrix products. Follows src/relay/op/nn/nn.cc. */
import { type AttrSchema, at, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, dtypeField, objectField, stringField } from "../fields.ts";
import { dtypeAttr } from "../relations/attributes.ts";
import { multiplyDims } from "../relations/dimArithmetic.ts";
import { relationOver } from "../relations/guards.ts";
import { batchMatmulRelation, matmulRelation } from "../relations/matmul.ts";
import { demand } from "../relations/refusal.ts";

const units = objectField("units", undefined, "Number of output features; None: from the weight.");
const outDtype = dtypeField("out_dtype", "", "Element type of the output; the data's where empty.");
const transposeA = boolField("transpose_a", false, "Whether the first operand is stored transposed.");
const transposeB = boolField("transpose_b", false, "Whether the second operand is stored transposed.");

export const denseAttrs: AttrSchema = defineAttrs("DenseAttrs", [units, outDtype]);
export const densePackAttrs: AttrSchema = defineAttrs("DensePackAttrs", [
  units,
  outDtype,
  stringField("weight_layout", "NC", "Order of the weight's axes."),
]);
export const batchMatmulAttrs: AttrSchema = defineAttrs("BatchMatmulAttrs", [outDtype, transposeA, transposeB]);

const densePackRelation = relationOver(2, ([data, weight], attrs) => {
  demand(data.shape.length === 2, `The data has ${data.shape.length} dimensions, not 2.`);
  demand(weight.shape.length === 3 || weight.shape.length === 4, `The weight has ${weight.shape.length} dimensions, not 3 or 4.`);
  const features = multiplyDims(at(weight.shape, 0), at(weight.shape, 2));
  return tensorType([at(data.shape, 0), features], dtypeAttr(attrs, "out_dtype") ?? data.dtype);
});

export const nnDenseOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.dense", "Product of the data with a transposed weight: a fully connected layer without its bias.", {
    args: ["data", "weight"],
    attrs: denseAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: matmulRelation,
  }),
  defineOperator("nn.matmul", "Product of a tensor with a matrix, either stored transposed or not.", {
    args: ["tensor_a", "tensor_b"],
    attrs: defineAttrs("MatmulAttrs", [units, outDtype, transposeA, transposeB]),
    fusionKind: "out_elemwise_fusable",
    relation: matmulRelation,
  }),
  defineOperator("nn.batch_matmul", "Matrix products, batch by batch.", {
    args: ["tensor_a", "tensor_b"],
    attrs: batchMatmulAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: batchMatmulRelation,
  }),
  defineOperator("nn.contrib_dense_pack", "Fully connected layer whose weight was packed into tiles.", {
    args: ["data", "weight"],
    // registered with the attributes of `nn.dense`, but made and printed with its own
    attrs: densePackAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: densePackRelation,
  }),
];
