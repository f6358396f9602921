/** Operators that lay the same elements out in another shape. Follows src/relay/op/tensor/transform.cc. */
import { at, type Dim, dimValue, type TensorType, tensorType, typeText } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, intField, intsField, objectField } from "../fields.ts";
import { dimsAttr, flagAttr, intAttr, intListAttr, optionalIntAttr, optionalIntListAttr } from "../relations/attributes.ts";
import { productOfDims } from "../relations/dimArithmetic.ts";
import { axisWithin, mayEqual, relationOver, tensorOf } from "../relations/guards.ts";
import { demand, refuse } from "../relations/refusal.ts";
import { inferNewShape } from "../relations/reshape.ts";
import type { TypeRelation } from "../typeRelation.ts";

/** Fields of `reshape`, its reverse and its dynamic form. */
export const reshapeAttrs = defineAttrs("ReshapeAttrs", [
  intsField("newshape", undefined, "The new shape: 0 keeps a size, -1 infers one, -2 keeps the rest, -3 joins two, -4 splits one."),
  boolField("allowzero", false, "Whether 0 means a size of zero instead."),
]);

/** Fields of `squeeze` and of its dynamic form. */
export const squeezeAttrs = defineAttrs("SqueezeAttrs", [intsField("axis", null, "The axes to remove; None: all of size 1.")]);

function sizeOf(shape: readonly Dim[]): number | undefined {
  return shape.reduce<number | undefined>((n, dim) => {
    const size = dimValue(dim);
    return n === undefined || size === undefined ? undefined : n * size;
  }, 1);
}

function demandSameSize(from: TensorType, to: TensorType): TensorType {
  const before = sizeOf(from.shape);
  const after = sizeOf(to.shape);
  if (before !== undefined && after !== undefined && before !== after)
    refuse(`\`${typeText(from)}\` can't be reshaped to \`${typeText(to)}\`: it has ${before} elements, not ${after}.`);
  return to;
}

/** Reads the shape from its start or, as the reverse form does, from its end. */
function reshape(isReverse: boolean): TypeRelation {
  const turned = <T>(list: readonly T[]): readonly T[] => (isReverse ? [...list].reverse() : list);
  return (types, attrs) => {
    const tensor = tensorOf(types, 0, "InternalError");
    if (!tensor) return undefined;
    const shape = inferNewShape(turned(tensor.shape), turned(dimsAttr(attrs, "newshape")), flagAttr(attrs, "allowzero"));
    return demandSameSize(tensor, tensorType(turned(shape), tensor.dtype));
  };
}

const reshapeLike = relationOver(2, ([tensor, like], attrs) => {
  const place = (at: number, shape: readonly Dim[]) => (at < 0 ? at + shape.length : at);
  const begin = place(intAttr(attrs, "lhs_begin"), tensor.shape);
  const end = place(optionalIntAttr(attrs, "lhs_end") ?? tensor.shape.length, tensor.shape);
  const likeBegin = place(intAttr(attrs, "rhs_begin"), like.shape);
  const likeEnd = place(optionalIntAttr(attrs, "rhs_end") ?? like.shape.length, like.shape);
  const result = tensorType(
    [
      ...stretch(tensor, 0, begin, "lhs_begin"),
      ...stretch(like, likeBegin, likeEnd, "rhs_begin"),
      ...stretch(tensor, end, tensor.shape.length, "lhs_end"),
    ],
    tensor.dtype,
  );
  const isStatic = tensor.shape.every((dim) => dimValue(dim) !== undefined);
  demand(
    !isStatic || mayEqual(productOfDims(tensor.shape), productOfDims(result.shape)),
    `\`${typeText(tensor)}\` can't be reshaped to \`${typeText(result)}\`: the number of elements differs.`,
  );
  return result;
});

/** Dimensions `begin` up to `end`. Refuses to reach outside of the tensor; nothing where `end` comes first. */
function stretch(tensor: TensorType, begin: number, end: number, name: string): readonly Dim[] {
  if (begin >= end) return [];
  demand(0 <= begin && end <= tensor.shape.length, `\`${name}\` is outside the dimensions of \`${typeText(tensor)}\`.`);
  return tensor.shape.slice(begin, end);
}

const expandDims: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  const rank = tensor.shape.length;
  const axis = intAttr(attrs, "axis");
  const count = intAttr(attrs, "num_newaxis");
  demand(count >= 0, `\`num_newaxis=${count}\` is negative.`);
  demand(-rank - 1 <= axis && axis <= rank, `\`axis=${axis}\` is outside the ${rank} dimensions of \`${typeText(tensor)}\`.`);
  const at = axis < 0 ? rank + axis + 1 : axis;
  return tensorType([...tensor.shape.slice(0, at), ...Array<Dim>(count).fill(1), ...tensor.shape.slice(at)], tensor.dtype);
};

const squeeze = relationOver(1, ([tensor], attrs) => {
  const axes = optionalIntListAttr(attrs, "axis");
  if (!axes) {
    const unknown = "`axis` must be given, since a dimension of the tensor is unknown.";
    const sizes = tensor.shape.map((dim) => dimValue(dim) ?? refuse(unknown, [], "TVMError"));
    return tensorType(
      tensor.shape.filter((_, i) => sizes[i] !== 1),
      tensor.dtype,
    );
  }
  const gone = new Set(axes.map((axis) => axisWithin(axis, tensor)));
  for (const axis of gone) {
    const size = dimValue(at(tensor.shape, axis));
    demand(size === undefined || size === 1, `Axis ${axis} of \`${typeText(tensor)}\` can't be squeezed: its size is not 1.`);
  }
  return tensorType(
    tensor.shape.filter((_, i) => !gone.has(i)),
    tensor.dtype,
  );
});

const transpose: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  if (optionalIntListAttr(attrs, "axes") === undefined) return tensorType([...tensor.shape].reverse(), tensor.dtype);
  const axes = intListAttr(attrs, "axes");
  if (axes.length !== tensor.shape.length)
    refuse(`\`axes\` lists ${axes.length} axes, but \`${typeText(tensor)}\` has ${tensor.shape.length}.`);
  const places = axes.map((axis) => axisWithin(axis, tensor, "axes"));
  demand(new Set(places).size === places.length, "`axes` lists an axis twice.");
  return tensorType(
    places.map((axis) => at(tensor.shape, axis)),
    tensor.dtype,
  );
};

export const reshapeOperators: readonly OperatorDefinition[] = [
  defineOperator("reshape", "The same elements in another shape.", {
    args: ["data"],
    attrs: reshapeAttrs,
    fusionKind: "injective",
    relation: reshape(false),
  }),
  defineOperator("contrib_reverse_reshape", "The same elements in another shape, whose special values are read from the right.", {
    args: ["data"],
    attrs: reshapeAttrs,
    fusionKind: "injective",
    relation: reshape(true),
  }),
  defineOperator("reshape_like", "The same elements, with some dimensions taken from another tensor.", {
    args: ["data", "shape_like"],
    attrs: defineAttrs("ReshapeLikeAttrs", [
      intField("lhs_begin", 0, "The first dimension of the data to replace."),
      objectField("lhs_end", null, "The dimension of the data to stop before; None: the end."),
      intField("rhs_begin", 0, "The first dimension of the other tensor to take."),
      objectField("rhs_end", null, "The dimension of the other tensor to stop before; None: the end."),
    ]),
    fusionKind: "injective",
    relation: reshapeLike,
  }),
  defineOperator("expand_dims", "The tensor with new axes of size 1.", {
    args: ["data"],
    attrs: defineAttrs("ExpandDimsAttrs", [
      intField("axis", undefined, "Where the new axes are; negative: counted from the end."),
      intField("num_newaxis", 1, "How many axes are added."),
    ]),
    fusionKind: "broadcast",
    relation: expandDims,
  }),
  defineOperator("squeeze", "The tensor without axes of size 1.", {
    args: ["data"],
    attrs: squeezeAttrs,
    fusionKind: "injective",
    relation: squeeze,
  }),
  defineOperator("transpose", "The tensor with its axes in another order.", {
    args: ["data"],
    attrs: defineAttrs("TransposeAttrs", [intsField("axes", undefined, "The new order; None: reversed.")]),
    fusionKind: "injective",
    relation: transpose,
  }),
];
