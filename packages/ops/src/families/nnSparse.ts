/** Sparse matrices against dense tensors. Follows src/relay/op/nn/sparse.cc. */
import { type Attrs, type Dim, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, intsField, stringField } from "../fields.ts";
import { flagAttr, textAttr } from "../relations/attributes.ts";
import { multiplyDims, subtractDims } from "../relations/dimArithmetic.ts";
import { dimOf, relationOver, tensorOf } from "../relations/guards.ts";
import { demand } from "../relations/refusal.ts";

/** The rows of a sparse matrix: one less than its row pointers, times the block's height where elements are blocks. */
function rowsOf(data: TensorType, pointers: TensorType, hasBlocks: boolean): Dim {
  const blockRows = subtractDims(dimOf(pointers, 0, "indptr"), 1);
  return hasBlocks ? multiplyDims(blockRows, dimOf(data, 1, "sparse data")) : blockRows;
}

function sparseDenseRelation(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const dense = tensorOf(types, 0);
  const sparse = tensorOf(types, 1);
  const pointers = tensorOf(types, 3, "InternalError");
  if (!dense || !sparse || !pointers) return undefined;
  const rank = sparse.shape.length;
  demand(rank === 1 || rank === 3, `The sparse data has ${rank} dimensions; it takes 1 (elements) or 3 (blocks).`);
  const rows = rowsOf(sparse, pointers, rank === 3);
  const others = dimOf(dense, 0, "dense data");
  return tensorType(flagAttr(attrs, "sparse_lhs") ? [rows, others] : [others, rows], dense.dtype);
}

const sparseTransposeRelation = relationOver(3, ([data, indices, pointers]) => {
  demand(data.shape.length === 1 && indices.shape.length === 1, "The sparse data and its indices must be vectors.");
  return tupleType([data, indices, pointers].map((t) => tensorType(t.shape, t.dtype)));
});

const sparseAddRelation = relationOver(3, ([dense, data, indices]) => {
  demand(data.dtype === dense.dtype, `The sparse data holds \`${data.dtype}\`, the dense data \`${dense.dtype}\`.`);
  demand(data.shape.length === 1 && indices.shape.length === 1, "The sparse data and its indices must be vectors.");
  return tensorType(dense.shape, dense.dtype);
});

function sparseConvolutionRelation(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const data = tensorOf(types, 0);
  const weight = tensorOf(types, 1);
  const pointers = tensorOf(types, 3, "TVMError");
  if (!data || !weight || !pointers) return undefined;
  const rank = weight.shape.length;
  demand(rank > 0 && rank <= 3, `The sparse data has ${rank} dimensions; it takes 2 or 3 (blocks).`);
  demand(rank > 1, "The sparse data has 1 dimension; it takes 2 or 3 (blocks).", [], "TVMError");
  const layout = textAttr(attrs, "layout");
  demand(layout === "NHWC" || layout === "NCHW", `\`layout\` must be \`NHWC\` or \`NCHW\`, not \`${layout}\`.`, [], "TVMError");
  const outputs = rowsOf(weight, pointers, true);
  const size = (i: number): Dim => dimOf(data, i, "dense data");
  const shape = layout === "NHWC" ? [size(0), size(1), size(2), outputs] : [size(0), outputs, size(2), size(3)];
  return tensorType(shape, data.dtype);
}

const sparseArguments = ["dense_data", "sparse_data", "sparse_indices", "sparse_indptr"];
const sparseDenseAttrs = defineAttrs("SparseDenseAttrs", [boolField("sparse_lhs", false, "Whether the left operand is the sparse one.")]);

export const nnSparseOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.sparse_dense", "Product of a dense and a sparse matrix.", {
    args: sparseArguments,
    attrs: sparseDenseAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: sparseDenseRelation,
  }),
  defineOperator(
    "nn.internal.sparse_dense_padded",
    "Product of a dense and a sparse matrix whose rows are padded for graphics processors.",
    {
      args: ["data", "weight_data", "weight_indices", "weight_indptr"],
      attrs: sparseDenseAttrs,
      fusionKind: "out_elemwise_fusable",
      relation: sparseDenseRelation,
    },
  ),
  defineOperator("nn.sparse_transpose", "Transposes a square sparse matrix; gives its data, indices and row pointers.", {
    args: ["sparse_data", "sparse_indices", "sparse_indptr"],
    attrs: defineAttrs("SparseTransposeAttrs", []),
    fusionKind: "out_elemwise_fusable",
    relation: sparseTransposeRelation,
  }),
  defineOperator("nn.sparse_add", "Sum of a dense and a sparse matrix.", {
    args: sparseArguments,
    fusionKind: "opaque",
    relation: sparseAddRelation,
  }),
  defineOperator("nn.sparse_conv2d", "Convolution with a sparse weight of blocks.", {
    args: sparseArguments,
    attrs: defineAttrs("SparseConv2DAttrs", [
      stringField("layout", "NHWC", "Order of the data's axes."),
      intsField("kernel_size", [1, 1], "Spatial size of the kernel."),
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: sparseConvolutionRelation,
  }),
];
