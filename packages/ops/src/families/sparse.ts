/** Operators on sparse tensors: indices, values and a shape. Follows src/relay/op/tensor/transform.cc. */
import { tensorType, tupleType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intsField } from "../fields.ts";
import { dimsAttr } from "../relations/attributes.ts";
import { dimOf, isSignedDtype, relationOver } from "../relations/guards.ts";
import { demand } from "../relations/refusal.ts";
import { demandSparse } from "../relations/sparse.ts";

const sparseToDense = relationOver(3, ([places, elements, fallback], attrs) => {
  demandSparse(places, elements, fallback);
  return tensorType(dimsAttr(attrs, "output_shape"), elements.dtype);
});

const sparseFillEmptyRows = relationOver(1, ([places]) => {
  const columns = dimOf(places, 1, "sparse_indices");
  return tupleType([tensorType(["?", columns], "int64"), tensorType(["?"], "int64"), tensorType(["?"], "int64")]);
});

const sparseReshape = relationOver(3, ([places, before, after]) => {
  for (const tensor of [places, before, after]) {
    demand(isSignedDtype(tensor.dtype), `Indices and shapes must be signed integers, not \`${tensor.dtype}\`.`, [], "TVMError");
  }
  demand(places.shape.length === 2, "`sparse_indices` must have 2 dimensions.");
  demand(before.shape.length === 1 && after.shape.length === 1, "`prev_shape` and `new_shape` must be vectors.");
  return tupleType([tensorType([dimOf(places, 0, "sparse_indices"), dimOf(after, 0, "new_shape")], places.dtype), after]);
});

export const sparseOperators: readonly OperatorDefinition[] = [
  defineOperator("sparse_to_dense", "A dense tensor of sparse values.", {
    args: ["sparse_indices", "sparse_values", "default_value"],
    attrs: defineAttrs("SparseToDenseAttrs", [intsField("output_shape", undefined, "The dense shape.")]),
    fusionKind: "opaque",
    isStateful: false,
    relation: sparseToDense,
  }),
  defineOperator(
    "sparse_fill_empty_rows",
    "Sparse values with a default put into every empty row: indices, values, and which rows were empty.",
    {
      args: ["sparse_indices", "sparse_values", "dense_shape", "default_value"],
      fusionKind: "opaque",
      relation: sparseFillEmptyRows,
    },
  ),
  defineOperator("sparse_reshape", "The indices of sparse values after a reshape, and the new shape.", {
    args: ["sparse_indices", "prev_shape", "new_shape"],
    fusionKind: "injective",
    relation: sparseReshape,
  }),
];
