/** Operators that cut a piece out of a tensor, or set it. Follows src/relay/op/tensor/transform.cc. */
import { type Dim, dimValue, tensorType, typeText } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intField, intsField, stringField } from "../fields.ts";
import { dimsAttr, elementAt, intAttr, optionalIntListAttr } from "../relations/attributes.ts";
import { addDims, floorDivideDims, subtractDims } from "../relations/dimArithmetic.ts";
import { dimOf, relationOver } from "../relations/guards.ts";
import { sameAs } from "../relations/identity.ts";
import { demand, refuse } from "../relations/refusal.ts";
import { slicedShape } from "../relations/slice.ts";

/** Fields of `strided_slice` and of its dynamic form, whose attributes the arguments overrule. */
export const stridedSliceAttrs = defineAttrs("StridedSliceAttrs", [
  intsField("begin", undefined, "Where each axis starts; included."),
  intsField("end", undefined, "Where each axis ends; not included."),
  intsField("strides", undefined, "The step along each axis; negative: backwards."),
  stringField("slice_mode", "end", "`end`: as above; `size`: `end` holds sizes, and steps are 1."),
  intsField("axes", undefined, "The axes that the lists refer to; None: all, from the first."),
]);

const stridedSlice = relationOver(1, ([tensor], attrs) => tensorType(slicedShape(tensor, attrs), tensor.dtype));

const sliceLike = relationOver(2, ([tensor, like], attrs) => {
  const axes = optionalIntListAttr(attrs, "axes");
  demand(axes === undefined || axes.length > 0, "`axes` is empty.");
  const shape = [...tensor.shape];
  for (const given of axes ?? shape.map((_, i) => i).slice(0, like.shape.length)) {
    const axis = given < 0 ? given + shape.length : given;
    const whole = shape[axis] ?? refuse(`\`axes\` has \`${given}\`, which is outside the dimensions of \`${typeText(tensor)}\`.`);
    const size = like.shape[axis] ?? refuse(`\`axes\` has \`${given}\`, which is outside the dimensions of \`${typeText(like)}\`.`);
    const [most, least] = [dimValue(whole), dimValue(size)];
    demand(most === undefined || least === undefined || least <= most, `Axis ${axis} ends at \`${most}\`, before \`${least}\`.`);
    shape[axis] = size;
  }
  return tensorType(shape, tensor.dtype);
});

/** Axes after the windows are dropped, as the reference drops them. */
const slidingWindow = relationOver(1, ([tensor], attrs) => {
  const axis = intAttr(attrs, "axis");
  const window = dimsAttr(attrs, "window_shape");
  const strides = dimsAttr(attrs, "strides");
  const kept = Array.from({ length: Math.max(axis, 0) }, (_, i) => dimOf(tensor, i, "data"));
  const places = window.map((size, i): Dim => {
    const stride = elementAt(strides, i, "strides");
    const free = subtractDims(dimOf(tensor, axis + i, "data"), subtractDims(size, 1));
    return floorDivideDims(subtractDims(addDims(free, stride), 1), stride);
  });
  return tensorType([...kept, ...places, ...window], tensor.dtype);
});

export const sliceOperators: readonly OperatorDefinition[] = [
  defineOperator("strided_slice", "A piece of the tensor, with a step along each axis.", {
    args: ["data"],
    attrs: stridedSliceAttrs,
    fusionKind: "injective",
    relation: stridedSlice,
  }),
  defineOperator("strided_set", "The tensor with a piece of it replaced.", {
    args: ["data", "v", "begin", "end", "strides"],
    attrs: stridedSliceAttrs,
    fusionKind: "injective",
    relation: sameAs(0),
  }),
  defineOperator("slice_like", "The start of the tensor, as large as another tensor.", {
    args: ["data", "shape_like"],
    attrs: defineAttrs("SliceLikeAttrs", [intsField("axes", undefined, "The axes to cut; None: all that both have.")]),
    fusionKind: "injective",
    relation: sliceLike,
  }),
  defineOperator("sliding_window", "All places of a window that slides over the tensor's last axes.", {
    args: ["data"],
    attrs: defineAttrs("SlidingWindowAttrs", [
      intField("axis", undefined, "The first axis that the window slides over."),
      intsField("window_shape", undefined, "The window's size."),
      intsField("strides", undefined, "The window's step along each axis."),
    ]),
    fusionKind: "opaque",
    relation: slidingWindow,
  }),
];
