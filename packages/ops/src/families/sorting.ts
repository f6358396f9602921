/** Operators that sort and search. Follows src/relay/op/algorithm. */
import { at, dimValue, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, dtypeField, intField, objectField, stringField } from "../fields.ts";
import { dimAttr, intAttr, textAttr } from "../relations/attributes.ts";
import { axisWithin, knownTensorOf, mayEqual, relationOver, tensorOf } from "../relations/guards.ts";
import { demand, refuse } from "../relations/refusal.ts";
import { topKResult } from "../relations/topk.ts";
import type { TypeRelation } from "../typeRelation.ts";

const indexDtype = dtypeField("dtype", "", "The indices' data type.");
const sortAttrs = defineAttrs("ArgsortAttrs", [
  intField("axis", -1, "The axis to sort along."),
  boolField("is_ascend", true, "Whether small elements come first."),
  indexDtype,
]);

/** Fields of `topk` and of its dynamic form. */
export const topkAttrs = defineAttrs("TopkAttrs", [
  objectField("k", undefined, "How many elements to keep; below 1: all."),
  intField("axis", -1, "The axis to search along."),
  stringField("ret_type", "both", "What to return: `values`, `indices` or `both`."),
  boolField("is_ascend", false, "Whether the smallest elements are kept, not the largest."),
  indexDtype,
]);

const argsort: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  return tensor && tensorType(tensor.shape, textAttr(attrs, "dtype"));
};

const topk = relationOver(1, ([tensor], attrs) => {
  const axis = axisWithin(intAttr(attrs, "axis"), tensor);
  const count = dimAttr(attrs, "k") ?? refuse("The attribute `k` must be given.");
  const size = (dimValue(count) ?? 0) < 1 ? at(tensor.shape, axis) : count;
  return topKResult(tensor, tensor.shape.with(axis, size), attrs);
});

const searchSorted: TypeRelation = (types, attrs) => {
  const [sequence, values] = [knownTensorOf(types, 0), knownTensorOf(types, 1)];
  demand(values.shape.length > 0, "`values` must have at least one dimension.");
  if (sequence.shape.length > 1) {
    demand(sequence.shape.length === values.shape.length, "`sorted_sequence` and `values` must have the same number of dimensions.");
    demand(
      values.shape.slice(0, -1).every((dim, i) => mayEqual(dim, at(sequence.shape, i))),
      "`sorted_sequence` and `values` differ in an outer dimension.",
    );
  }
  return tensorType(values.shape, textAttr(attrs, "dtype"));
};

export const sortingOperators: readonly OperatorDefinition[] = [
  defineOperator("argsort", "The indices that sort the tensor along an axis.", {
    args: ["data"],
    attrs: sortAttrs,
    fusionKind: "opaque",
    relation: argsort,
  }),
  defineOperator("sort", "The tensor, sorted along an axis.", {
    args: ["data"],
    attrs: sortAttrs,
    fusionKind: "opaque",
    relation: (types) => tensorOf(types, 0, "InternalError"),
  }),
  defineOperator("topk", "The largest elements along an axis, with their indices.", {
    args: ["data"],
    attrs: topkAttrs,
    fusionKind: "opaque",
    relation: topk,
  }),
  defineOperator("searchsorted", "Where values would be in a sorted sequence.", {
    args: ["sorted_sequence", "values"],
    attrs: defineAttrs("SearchSortedAttrs", [
      boolField("right", false, "Whether an equal element is passed."),
      dtypeField("dtype", "int32", "The indices' data type."),
    ]),
    fusionKind: "opaque",
    relation: searchSorted,
  }),
];
