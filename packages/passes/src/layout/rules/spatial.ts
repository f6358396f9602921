/**
 * Layout rules of pooling, resizing and regions of interest, which have a `layout` attribute. Follows
 * src/relay/op/nn/{pooling_common,upsampling}.h, src/relay/op/dyn/nn/upsampling.h, src/relay/op/image/resize.cc,
 * src/relay/op/vision/rcnn_op.cc and src/relay/qnn/op/avg_pool2d.cc.
 */
import { layoutProblems } from "../diagnostics.ts";
import { indexOfAxis, layoutNamed, type MaybeLayout, sameLayout } from "../layout.ts";
import { answer, changedAttrs, type LayoutQuestion, type LayoutRule, type LayoutRules, ruleFor, textAttr } from "../layoutRule.ts";

/** An answer for a data layout, which is also set in the attributes, then arguments of fixed layouts. */
function inLayout(question: LayoutQuestion, name: string, extra: readonly MaybeLayout[] = []) {
  const layout = layoutNamed(name);
  return { inputs: [layout, ...extra], outputs: [layout], attrs: changedAttrs(question, { layout: name }) };
}

/** Follows its input, unless an attribute gives the result's layout. */
const pooling: LayoutRule = (question) => {
  const [layout, output] = [textAttr(question, "layout"), textAttr(question, "out_layout")];
  if (output === "") return inLayout(question, question.newLayouts ? nameOf(question.newLayouts[0]) : layout);
  if (output !== layout) question.refuse(layoutProblems.poolingTurns(layout, output));
  return inLayout(question, layout);
};

function nameOf(layout: MaybeLayout): string {
  return layout?.name ?? "__undef__";
}

const quantizedPooling: LayoutRule = (question) => {
  const plain = pooling(question);
  return { ...plain, inputs: [...plain.inputs, ...Array.from({ length: 4 }, () => layoutNamed("C"))], attrs: question.attrs };
};

/** Follows its input if the stretched axes stay whole and in place. */
function upsampling(extra: readonly string[]): LayoutRule {
  return (question) => {
    const own = textAttr(question, "layout");
    const raw = layoutNamed(own);
    const input = question.newLayouts?.[0];
    const stays = (letter: string) =>
      indexOfAxis(input, letter) === indexOfAxis(raw, letter) && indexOfAxis(input, letter.toLowerCase()) === -1;
    const follows = question.newLayouts && stays("W") && stays("H") && (indexOfAxis(input, "D") === -1 || stays("D"));
    return inLayout(question, follows ? nameOf(input) : own, extra.map(layoutNamed));
  };
}

/** Follows its input if the input's old layout equals the attribute and its number of axes is kept. */
const resizing: LayoutRule = (question) => {
  const own = textAttr(question, "layout");
  if (!question.newLayouts) return inLayout(question, own);
  const [before, now] = [question.oldLayouts[0], question.newLayouts[0]];
  const follows = !sameLayout(now, before) && sameLayout(layoutNamed(own), before) && now?.axes.length === before?.axes.length;
  return inLayout(question, follows ? nameOf(now) : own);
};

/** Data in its own layout; the regions are a matrix. */
const regions: LayoutRule = (question) => {
  const data = layoutNamed(textAttr(question, "layout"));
  return answer(question, [data, layoutNamed("N5")], [data]);
};

const poolings = ["avg", "max"].flatMap((kind) => [
  ...["1d", "2d", "3d"].flatMap((rank) => [`nn.${kind}_pool${rank}`, `nn.adaptive_${kind}_pool${rank}`]),
  `nn.global_${kind}_pool2d`,
]);

export const spatialRules: LayoutRules = {
  ...ruleFor(poolings, pooling),
  "qnn.avg_pool2d": quantizedPooling,
  ...ruleFor(["nn.upsampling", "nn.upsampling3d"], upsampling([])),
  // The reference gives both dynamic ones two factors, which is one too few for `dyn.nn.upsampling3d`: converting it
  // raises.
  ...ruleFor(["dyn.nn.upsampling", "dyn.nn.upsampling3d"], upsampling(["NCHW", "NCHW"])),
  ...ruleFor(["image.resize1d", "image.resize2d"], resizing),
  ...ruleFor(["vision.roi_align", "vision.roi_pool"], regions),
};
