/** Operators that change a tensor's layout, and its reversals. Follows src/relay/op/tensor/transform.cc. */
import { at, type Dim, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { objectField, stringField } from "../fields.ts";
import { intAttr, textAttr } from "../relations/attributes.ts";
import { axisWithin, isSignedDtype, knownTensorOf, mayEqual, tensorOf, tensorsOf } from "../relations/guards.ts";
import { requireConversion } from "../relations/layout.ts";
import { demand } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";

const layoutFields = [
  stringField("src_layout", undefined, "The layout that the tensor has."),
  stringField("dst_layout", undefined, "The layout that it gets."),
];

const layoutTransform: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (!tensor) return undefined;
  const [from, to] = [textAttr(attrs, "src_layout"), textAttr(attrs, "dst_layout")];
  return tensorType(requireConversion("layout_transform", "a source", from, to).forward(tensor.shape), tensor.dtype);
};

/** The sizes are in the target layout's name, `1N32C112H112W`; the source is not looked at. */
const autoSchedulerLayoutTransform: TypeRelation = (types, attrs) => {
  const tensor = knownTensorOf(types, 0, "TVMError");
  const layout = textAttr(attrs, "dst_layout");
  demand(/^[\dA-z]*$/u.test(layout), `\`${layout}\` is not a layout.`);
  const sizes = [...layout.matchAll(/(?<!\d)(\d+)[A-z]/gu)].map((match): Dim => Number(match[1]));
  return tensorType(
    sizes.filter((size) => size !== 0),
    tensor.dtype,
  );
};

const reverse: TypeRelation = (types, attrs) => {
  const tensor = tensorOf(types, 0, "InternalError");
  if (tensor) axisWithin(intAttr(attrs, "axis"), tensor);
  return tensor;
};

const reverseSequence: TypeRelation = (types, attrs) => {
  const [tensor, lengths] = tensorsOf(types, 2, "InternalError") ?? [];
  if (!tensor || !lengths) return undefined;
  demand(lengths.shape.length === 1, "`seq_lengths` must be a vector.");
  demand(isSignedDtype(lengths.dtype), `\`seq_lengths\` must hold signed integers, not \`${lengths.dtype}\`.`);
  const batch = axisWithin(intAttr(attrs, "batch_axis"), tensor, "batch_axis");
  demand(mayEqual(at(lengths.shape, 0), at(tensor.shape, batch)), "`seq_lengths` must have as many values as the batch axis.");
  axisWithin(intAttr(attrs, "seq_axis"), tensor, "seq_axis");
  return tensor;
};

export const layoutTransformOperators: readonly OperatorDefinition[] = [
  defineOperator("layout_transform", "The tensor in another layout, such as `NCHW` to `NHWC` or `NCHW4c`.", {
    args: ["data"],
    attrs: defineAttrs("LayoutTransformAttrs", layoutFields),
    fusionKind: "injective",
    relation: layoutTransform,
  }),
  defineOperator("auto_scheduler_layout_transform", "The tensor in a layout that the auto-scheduler chose.", {
    args: ["data"],
    attrs: defineAttrs("AutoSchedulerLayoutTransformAttrs", layoutFields),
    fusionKind: "injective",
    relation: autoSchedulerLayoutTransform,
  }),
  // its shape depends on an index map that text does not show: it keeps the type of the text
  defineOperator("meta_schedule_layout_transform", "The tensor in a layout that the meta-schedule chose.", {
    args: ["data"],
    attrs: defineAttrs("MetaScheduleLayoutTransformAttrs", [objectField("index_map", undefined, "Where each element goes.")]),
    fusionKind: "injective",
  }),
  defineOperator("reverse", "The tensor, reversed along an axis.", {
    args: ["data"],
    attrs: defineAttrs("ReverseAttrs", [objectField("axis", null, "The axis to reverse.")]),
    fusionKind: "injective",
    relation: reverse,
  }),
  defineOperator("reverse_sequence", "The tensor with the start of each sequence reversed.", {
    args: ["data", "seq_lengths"],
    attrs: defineAttrs("ReverseSequenceAttrs", [
      objectField("seq_axis", 1, "The axis along which sequences run."),
      objectField("batch_axis", 0, "The axis that counts sequences."),
    ]),
    fusionKind: "injective",
    relation: reverseSequence,
  }),
];
