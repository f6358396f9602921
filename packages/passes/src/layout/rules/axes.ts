/**
 * Layout rules of operators with axis attributes: these follow their axes into the new layout.
 * Follows src/relay/op/nn/nn.cc, src/relay/op/algorithm/topk.cc and src/relay/op/tensor/transform.{h,cc}.
 */
import { type AttrValue, attrOf, dimValue, intOf, isAttrList, present } from "@relayscope/ir";
import { layoutProblems } from "../diagnostics.ts";
import { intLike } from "../intLike.ts";
import { factorOf, indexOfAxis, isLayoutName, isPrimal, type Layout, type LayoutAxis, layoutNamed, layoutOf } from "../layout.ts";
import {
  answer,
  axisAt,
  changedAttrs,
  type LayoutAnswer,
  type LayoutQuestion,
  type LayoutRule,
  type LayoutRules,
  listAttr,
  ruleFor,
  shapeOf,
} from "../layoutRule.ts";

/** The new index of the axis at an index of the old layout; -1 if it is gone. */
function followed(question: LayoutQuestion, index: number): number {
  return indexOfAxis(question.newLayouts?.[0], axisAt(question, question.oldLayouts[0], index).letter);
}

/** The attribute `axis`, counted from the front. */
function axisAttr(question: LayoutQuestion, rank: number): number {
  const axis = intOf(attrOf(question.attrs, "axis")) ?? 0;
  return axis < 0 ? axis + rank : axis;
}

/** One axis; then arguments and results along the channels, or results like the first. */
function alongAxis(extraInputs: number, extraOutputs: readonly ("channels" | "same")[]): LayoutRule {
  return (question) => {
    const axis = axisAttr(question, shapeOf(question).length);
    const layout = question.newLayouts ? question.newLayouts[0] : question.oldLayouts[0];
    const channels = layoutNamed("C");
    return {
      inputs: [layout, ...Array.from({ length: extraInputs }, () => channels)],
      outputs: [layout, ...extraOutputs.map((kind) => (kind === "same" ? layout : channels))],
      attrs: question.newLayouts ? changedAttrs(question, { axis: followed(question, axis) }) : question.attrs,
    };
  };
}

const l2Normalize: LayoutRule = (question) => {
  const rank = shapeOf(question).length;
  if (!question.newLayouts) return answer(question, [question.oldLayouts[0]], [question.oldLayouts[0]]);
  const axes = (listAttr(question, "axis") ?? []).map((value) => {
    const axis = intOf(value) ?? 0;
    return followed(question, axis < 0 ? axis + rank : axis);
  });
  const layout = question.newLayouts[0];
  return { inputs: [layout], outputs: [layout], attrs: changedAttrs(question, { axis: axes }) };
};

/** Keeps the old layout: the reference does not determine where the axis would go. */
const prelu: LayoutRule = (question) => answer(question, [question.oldLayouts[0], layoutNamed("C")], [question.oldLayouts[0]]);

/**
 * Takes the new layout if all of its `count` tensors have it; else the first known one if the axis is a whole one
 * there.
 */
function joined(question: LayoutQuestion, count: number): LayoutAnswer {
  const type = question.types[0];
  if (type?.kind !== "TupleType") return question.refuse(layoutProblems.notATuple);
  const first = type.fields[0];
  const axis = axisAttr(question, first?.kind === "TensorType" ? first.shape.length : 0);
  const [before, now] = [question.oldLayouts.slice(0, count), question.newLayouts?.slice(0, count)];
  if (now) {
    const place = followed(question, axis);
    if (now.every((layout) => layout?.name === now[0]?.name)) {
      return { inputs: before.map(() => now[0]), outputs: [now[0]], attrs: changedAttrs(question, { axis: place }) };
    }
  }
  const layout = before.find((l) => l !== undefined);
  const isWhole = isPrimal(layout?.axes[axis]?.letter ?? "");
  return answer(question, isWhole ? before.map(() => layout) : [undefined], [isWhole ? layout : undefined]);
}

const concatenate: LayoutRule = (question) => joined(question, question.oldLayouts.length);

const quantizedConcatenate: LayoutRule = (question) => {
  const type = question.types[0];
  const count = type?.kind === "TupleType" ? type.fields.length : 0;
  const plain = joined(question, count);
  return { ...plain, inputs: [...plain.inputs, ...Array.from({ length: 2 * count + 2 }, () => layoutNamed("C"))] };
};

/** As in the reference, the axis moves even if the pieces don't fit the new layout and the old one is kept. */
const split: LayoutRule = (question) => {
  const axis = axisAttr(question, shapeOf(question).length);
  const sections = attrOf(question.attrs, "indices_or_sections") ?? null;
  const indices = isAttrList(sections) ? sections : undefined;
  const count = indices ? indices.length + 1 : (intOf(sections) ?? 0);
  const every = (layout: LayoutAnswer["inputs"][number]) => Array.from({ length: count }, () => layout);
  const [before, now] = [question.oldLayouts[0], question.newLayouts?.[0]];
  if (!now) return answer(question, [before], every(before));
  const letter = axisAt(question, before, axis).letter;
  const factor = factorOf(now, letter) ?? 1;
  const fits = factor <= 1 || !indices || indices.every((index) => (intOf(index) ?? 0) % factor === 0);
  const moved: AttrValue =
    indices && factor > 1 && fits ? indices.map((index) => intLike(index, Math.trunc((intOf(index) ?? 0) / factor))) : sections;
  const layout = fits ? now : before;
  return {
    inputs: [layout],
    outputs: every(layout),
    attrs: changedAttrs(question, { axis: indexOfAxis(now, letter), indices_or_sections: moved }),
  };
};

/**
 * The result's layout is spelled from the letters of the input's name, as the reference does: with pieces, that need
 * not be a layout.
 */
const transpose: LayoutRule = (question) => {
  const old = question.oldLayouts[0];
  if (!old) return answer(question, [undefined], [undefined]);
  const given = listAttr(question, "axes") ?? [];
  const axes =
    given.length === 0
      ? old.axes.map((_, i) => old.axes.length - 1 - i)
      : given.map((value) => {
          const axis = intOf(value) ?? 0;
          return axis < 0 ? old.axes.length + axis : axis;
        });
  const now = question.newLayouts?.[0];
  const moved = now && axes.map((axis) => followed(question, axis));
  const adapts = now !== undefined && moved !== undefined && !moved.includes(-1) && moved.length === now.axes.length;
  const [input, order] = adapts ? [now, moved] : [old, axes];
  let name = "";
  for (const axis of order) {
    name += input.name[axis] ?? question.refuse(layoutProblems.noAxis(input.name, axis));
  }
  if (!isLayoutName(input.name) || !isLayoutName(name)) return answer(question, [undefined], [undefined]);
  return { inputs: [layoutNamed(input.name)], outputs: [layoutNamed(name)], attrs: changedAttrs(question, { axes: order }) };
};

const squeeze: LayoutRule = (question) => {
  const shape = shapeOf(question);
  const ones = shape.flatMap((dim, i) => (dimValue(dim) === 1 ? [i] : []));
  const given = listAttr(question, "axis")?.map((value) => intOf(value) ?? 0) ?? ones;
  const input = question.newLayouts ? question.newLayouts[0] : question.oldLayouts[0];
  if (!input) return answer(question, [undefined], [undefined]);
  const axes = question.newLayouts ? given.map((axis) => followed(question, axis)) : given;
  const gone = new Set(axes.map((axis) => (axis < 0 ? axis + input.axes.length : axis)));
  const output = layoutOf(input.axes.filter((_: LayoutAxis, i: number) => !gone.has(i)));
  return { inputs: [input], outputs: [output], attrs: question.newLayouts ? changedAttrs(question, { axis: axes }) : question.attrs };
};

const sliceLike: LayoutRule = (question) => {
  const [first, second] = question.oldLayouts;
  if (!question.newLayouts) return answer(question, [first, second], [second]);
  const [now, other] = question.newLayouts;
  if (now?.name !== other?.name || first?.name !== second?.name) {
    question.refuse(layoutProblems.slicesDiffer);
  }
  const axes = (listAttr(question, "axes") ?? []).map((value) => followed(question, intOf(value) ?? 0));
  if (axes.length === 0 || axes.includes(-1)) return answer(question, [first, second], [second]);
  return { inputs: [now, now], outputs: [now], attrs: changedAttrs(question, { axes }) };
};

/** The per-channel factors are split like their axes. */
const multiplyPerAxis: LayoutRule = (question) => {
  const axes = (listAttr(question, "axes") ?? []).map((value) => intOf(value) ?? 0);
  const old = question.oldLayouts[0];
  const spread = (layout: Layout, channels: string) => {
    const along = layoutNamed(channels);
    return [layout, along, along, along];
  };
  if (!question.newLayouts) {
    if (question.oldLayouts.length !== 4 || axes.length !== 1) {
      question.refuse(layoutProblems.notOneAxis);
    }
    if (!old) return answer(question, [undefined, undefined, undefined, undefined], [undefined]);
    return answer(question, spread(old, axisAt(question, old, axes[0] ?? 0).letter), [old]);
  }
  const now = present(question.newLayouts[0]);
  const letters = new Set(axes.map((axis) => axisAt(question, old, axis).letter));
  const kept = now.axes.flatMap((axis, i) => (letters.has(axis.letter.toUpperCase()) ? [i] : []));
  const channels = kept.map((i) => `${now.axes[i]?.factor ?? ""}${now.axes[i]?.letter ?? ""}`).join("");
  return { inputs: spread(now, channels), outputs: [now], attrs: changedAttrs(question, { axes: kept }) };
};

export const axisRules: LayoutRules = {
  "nn.batch_norm": alongAxis(4, ["channels", "channels"]),
  ...ruleFor(["nn.instance_norm", "nn.layer_norm"], alongAxis(2, [])),
  topk: alongAxis(0, ["same"]),
  "nn.l2_normalize": l2Normalize,
  "nn.prelu": prelu,
  concatenate,
  "qnn.concatenate": quantizedConcatenate,
  split,
  transpose,
  squeeze,
  slice_like: sliceLike,
  fixed_point_multiply_per_axis: multiplyPerAxis,
};
