/**
 * Layout rules of quantized arithmetic. Quantized convolutions, products, pooling and concatenation are in the files of
 * their unquantized forms. Follows src/relay/qnn/op/{op_common.h,requantize.cc} and src/relay/quantize/realize.cc.
 */
import { attrOf, intOf, present } from "@relayscope/ir";
import { layoutProblems } from "../diagnostics.ts";
import { layoutNamed } from "../layout.ts";
import { answer, axisAt, changedAttrs, type LayoutRule, type LayoutRules, ruleFor, shapeOf } from "../layoutRule.ts";
import { broadcastLayouts } from "./elementwise.ts";

function channels(count: number) {
  return Array.from({ length: count }, () => layoutNamed("C"));
}

const binary: LayoutRule = (question) => {
  const { inputs, output } = broadcastLayouts(question);
  return answer(question, [...inputs, ...channels(6)], [output]);
};

/** Split axes are followed only if the input's scale and zero point are scalars. */
const requantize: LayoutRule = (question) => {
  const rank = shapeOf(question).length;
  const old = question.oldLayouts[0];
  if (!question.newLayouts) return answer(question, [old, ...channels(4)], [old]);
  const given = intOf(attrOf(question.attrs, "axis")) ?? -1;
  const letter = axisAt(question, old, given === -1 ? rank - 1 : given).letter;
  const now = present(question.newLayouts[0]);
  const hasPieces = now.axes.some((axis) => axis.factor !== undefined);
  const areScalars = hasPieces && shapeOf(question, 1).length === 0 && shapeOf(question, 2).length === 0;
  const kept = now.axes.filter((axis) => axis.factor === undefined || areScalars);
  const place = kept.findIndex((axis) => axis.letter === letter);
  if (place === -1) question.refuse(layoutProblems.noAxisToRequantize(now.name, letter));
  const layout = layoutNamed(kept.map((axis) => `${axis.factor ?? ""}${axis.letter}`).join(""));
  return { inputs: [layout, ...channels(4)], outputs: [layout], attrs: changedAttrs(question, { axis: place }) };
};

const simulated: LayoutRule = (question) => {
  const layout = question.newLayouts ? question.newLayouts[0] : question.oldLayouts[0];
  return answer(question, [layout, ...channels(3)], [layout]);
};

export const quantizedRules: LayoutRules = {
  ...ruleFor(["qnn.add", "qnn.mul", "qnn.subtract"], binary),
  "qnn.requantize": requantize,
  "relay.op.annotation.simulated_quantize": simulated,
};
