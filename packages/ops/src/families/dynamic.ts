/** Operators whose shape is an argument, known at run time. Follows src/relay/op/dyn. */
import { at, dimValue, type TensorType, tensorType, typeText } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intField } from "../fields.ts";
import { dtypeAttr, intAttr, textAttr } from "../relations/attributes.ts";
import { axisWithin, demandScalar, dimOf, knownTensorOf, relationOver, tensorsOf } from "../relations/guards.ts";
import { oneHotShape } from "../relations/oneHot.ts";
import { unknownDims } from "../relations/rank.ts";
import { demand, type Manner, refuse, refusedBy } from "../relations/refusal.ts";
import { demandSparse } from "../relations/sparse.ts";
import { topKResult } from "../relations/topk.ts";
import type { TypeRelation } from "../typeRelation.ts";
import { oneHotAttrs } from "./indexing.ts";
import { reshapeAttrs, squeezeAttrs } from "./reshape.ts";
import { stridedSliceAttrs } from "./slice.ts";
import { topkAttrs } from "./sorting.ts";
import { initOpAttrs, tileAttrs } from "./stretch.ts";

/** How many values a vector has. Refuses an unknown length. */
function lengthOf(vector: TensorType, name: string): number {
  return dimValue(dimOf(vector, 0, name)) ?? refuse(`\`${name}\` must have a known length.`);
}

/** The data's type with unknown dimensions, as many as the second argument has values. */
function shapedBy(name: string, manner?: Manner): TypeRelation {
  return (types) => {
    const [tensor, shape] = tensorsOf(types, 2, manner) ?? [];
    return tensor && shape && tensorType(unknownDims(lengthOf(shape, name)), tensor.dtype);
  };
}

const filled = relationOver(1, ([shape], attrs) => tensorType(unknownDims(lengthOf(shape, "shape")), textAttr(attrs, "dtype")));

const full = relationOver(2, ([value, shape], attrs) => {
  demandScalar(value, "fill_value");
  return tensorType(unknownDims(lengthOf(shape, "shape")), dtypeAttr(attrs, "dtype") ?? value.dtype);
});

const tile: TypeRelation = (types) => {
  const [tensor, counts] = tensorsOf(types, 2, "InternalError") ?? [];
  return tensor && counts && tensorType(unknownDims(Math.max(tensor.shape.length, lengthOf(counts, "reps"))), tensor.dtype);
};

const oneHot: TypeRelation = (types, attrs) => {
  return oneHotShape(knownTensorOf(types, 0), attrs, "?");
};

const topk: TypeRelation = (types, attrs) => {
  const [tensor, k] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!tensor || !k) return undefined;
  const isSingle = k.shape.length === 0 || (k.shape.length === 1 && dimValue(at(k.shape, 0)) === 1);
  demand(isSingle, `\`k\` must be a single number, not \`${typeText(k)}\`.`);
  const axis = axisWithin(intAttr(attrs, "axis"), tensor);
  return topKResult(tensor, tensor.shape.with(axis, "?"), attrs);
};

/** Only the axes that the vectors are about become unknown. */
const stridedSlice = relationOver(2, ([tensor, begin]) => {
  const count = lengthOf(begin, "begin");
  demand(count <= tensor.shape.length, `\`begin\` is about ${count} axes, but the tensor has ${tensor.shape.length}.`);
  return tensorType([...unknownDims(count), ...tensor.shape.slice(count)], tensor.dtype);
});

const sparseToDense = relationOver(4, ([indices, values, fallback, shape]) => {
  refusedBy("TVMError", () => demandSparse(indices, values, fallback));
  return tensorType(unknownDims(lengthOf(shape, "output_shape")), values.dtype);
});

const expandDims: TypeRelation = (types, attrs) => {
  const [tensor, axis] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!tensor || !axis) return undefined;
  demandScalar(axis, "axis");
  const count = intAttr(attrs, "num_newaxis");
  demand(count >= 0, `\`num_newaxis=${count}\` is negative.`);
  return tensorType(unknownDims(tensor.shape.length + count), tensor.dtype);
};

const squeeze = relationOver(2, ([tensor, axes]) => {
  demand(axes.shape.length === 1, `\`axes\` must be a vector, not \`${typeText(axes)}\`.`);
  const rank = tensor.shape.length - lengthOf(axes, "axes");
  demand(rank >= 0, "`axes` lists more axes than the tensor has.", [], "TVMError");
  return tensorType(unknownDims(rank), tensor.dtype);
});

export const dynamicOperators: readonly OperatorDefinition[] = [
  defineOperator("dyn.reshape", "The same elements in a shape known at run time.", {
    args: ["data", "newshape"],
    attrs: reshapeAttrs,
    fusionKind: "injective",
    relation: shapedBy("newshape", "InternalError"),
  }),
  defineOperator("dyn.tile", "Copies of the tensor, their number known at run time.", {
    args: ["data", "reps"],
    attrs: tileAttrs,
    fusionKind: "injective",
    relation: tile,
  }),
  defineOperator("dyn.broadcast_to", "The tensor, stretched to a shape known at run time.", {
    args: ["data", "shape"],
    attrs: initOpAttrs,
    fusionKind: "broadcast",
    relation: shapedBy("shape"),
  }),
  defineOperator("dyn.zeros", "Zeros, in a shape known at run time.", {
    args: ["shape"],
    attrs: initOpAttrs,
    fusionKind: "elemwise",
    relation: filled,
  }),
  defineOperator("dyn.ones", "Ones, in a shape known at run time.", {
    args: ["shape"],
    attrs: initOpAttrs,
    fusionKind: "elemwise",
    relation: filled,
  }),
  defineOperator("dyn.full", "One value throughout, in a shape known at run time.", {
    args: ["fill_value", "shape"],
    attrs: initOpAttrs,
    fusionKind: "elemwise",
    relation: full,
  }),
  defineOperator("dyn.one_hot", "A value at each index, another everywhere else, along a new axis whose size is known at run time.", {
    args: ["indices", "on_value", "off_value", "depth"],
    attrs: oneHotAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: oneHot,
  }),
  defineOperator("dyn.topk", "The largest elements along an axis, their number known at run time, with their indices.", {
    args: ["data", "k"],
    attrs: topkAttrs,
    fusionKind: "opaque",
    relation: topk,
  }),
  defineOperator("dyn.strided_slice", "A piece of the tensor whose place is known at run time.", {
    args: ["data", "begin", "end", "strides", "slice_mode"],
    inputCount: 4,
    attrs: stridedSliceAttrs,
    fusionKind: "injective",
    relation: stridedSlice,
  }),
  defineOperator("dyn.sparse_to_dense", "A dense tensor of sparse values, in a shape known at run time.", {
    args: ["sparse_indices", "sparse_values", "default_value", "output_shape"],
    fusionKind: "opaque",
    isStateful: false,
    relation: sparseToDense,
  }),
  defineOperator("dyn.expand_dims", "The tensor with new axes, their place known at run time.", {
    args: ["data", "axis"],
    attrs: defineAttrs("DynExpandDimsAttrs", [intField("num_newaxis", 1, "How many axes are added.")]),
    fusionKind: "injective",
    relation: expandDims,
  }),
  defineOperator("dyn.squeeze", "The tensor without axes of size 1, which ones known at run time.", {
    args: ["data", "axes"],
    attrs: squeezeAttrs,
    fusionKind: "injective",
    relation: squeeze,
  }),
];
