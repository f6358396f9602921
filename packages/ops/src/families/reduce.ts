/** Operators that reduce axes of a tensor. Follows src/relay/op/tensor/reduce.cc. */
import { at, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, intsField } from "../fields.ts";
import { relationOver } from "../relations/guards.ts";
import { reducedShape } from "../relations/reduce.ts";
import { demand } from "../relations/refusal.ts";

const axis = intsField("axis", null, "The axes to reduce; None: all.");
const keepdims = boolField("keepdims", false, "Whether reduced axes stay, with size 1.");
const exclude = boolField("exclude", false, "Whether `axis` lists the axes to keep instead.");

const reduceAttrs = defineAttrs("ReduceAttrs", [axis, keepdims, exclude]);
const argReduceAttrs = defineAttrs("ArgReduceAttrs", [
  axis,
  keepdims,
  boolField("select_last_index", false, "Whether the last of equal elements is taken, not the first."),
  exclude,
]);

const reduction = relationOver(1, ([tensor], attrs) => tensorType(reducedShape(tensor, attrs), tensor.dtype));

/** Indices have the dtype in which the first dimension is written. */
const indexReduction = relationOver(1, ([tensor], attrs) => {
  demand(tensor.shape.length > 0, "A scalar has no axis to search along.");
  const first = at(tensor.shape, 0);
  return tensorType(reducedShape(tensor, attrs), typeof first === "object" && first.kind === "LongDim" ? "int64" : "int32");
});

const varianceRelation = relationOver(2, ([tensor, mean], attrs) => {
  demand(tensor.shape.length > 0, "A scalar has no variance.");
  demand(tensor.shape.length === mean.shape.length, "`data` and `mean` must have the same number of dimensions.");
  return tensorType(reducedShape(tensor, attrs), tensor.dtype);
});

function reduce(name: string, description: string): OperatorDefinition {
  return defineOperator(name, description, { args: ["data"], attrs: reduceAttrs, fusionKind: "comm_reduce", relation: reduction });
}

function argReduce(name: string, description: string): OperatorDefinition {
  return defineOperator(name, description, { args: ["data"], attrs: argReduceAttrs, fusionKind: "comm_reduce", relation: indexReduction });
}

export const reduceOperators: readonly OperatorDefinition[] = [
  argReduce("argmax", "The index of the largest element along the axes."),
  argReduce("argmin", "The index of the smallest element along the axes."),
  reduce("sum", "Sum over axes."),
  reduce("all", "Whether all elements along axes are true."),
  reduce("any", "Whether any element along axes is true."),
  reduce("max", "Largest element along axes."),
  reduce("min", "Smallest element along axes."),
  reduce("prod", "Product over axes."),
  reduce("mean", "Mean over axes."),
  defineOperator("variance", "Variance over axes, around a given mean.", {
    args: ["data", "mean"],
    attrs: defineAttrs("VarianceAttrs", [
      axis,
      keepdims,
      exclude,
      boolField("unbiased", false, "Whether the sum is divided by one less than the count."),
    ]),
    fusionKind: "comm_reduce",
    relation: varianceRelation,
  }),
];
