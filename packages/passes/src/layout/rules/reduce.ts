/** Layout rules of reductions. Follows ReduceInferCorrectLayout (src/relay/op/tensor/reduce.cc). */
import { attrOf, intOf } from "@relayscope/ir";
import { layoutProblems } from "../diagnostics.ts";
import { type Layout, layoutNamed, primalOf } from "../layout.ts";
import {
  answer,
  axisAt,
  changedAttrs,
  type LayoutQuestion,
  type LayoutRule,
  type LayoutRules,
  listAttr,
  ruleFor,
  shapeOf,
} from "../layoutRule.ts";

/** The axes that a reduction takes away, in order. */
function reducedAxes(question: LayoutQuestion, rank: number, excludes: boolean): readonly number[] {
  const all = Array.from({ length: rank }, (_, i) => i);
  const given = listAttr(question, "axis") ?? [];
  if (given.length === 0) return all;
  const axes = given.map((value) => {
    const axis = intOf(value) ?? 0;
    return axis < 0 ? axis + rank : axis;
  });
  if (axes.some((axis) => axis < 0 || axis >= rank)) question.refuse(layoutProblems.reductionOutside);
  return excludes ? all.filter((axis) => !axes.includes(axis)) : axes;
}

interface ReducedLayout {
  readonly input: string;
  readonly output: string;
  /** The attribute `axis` in that layout. */
  readonly axes: readonly number[];
}

function reducedLayout(layout: Layout, reduced: ReadonlySet<string>, keepsAxes: boolean, excludes: boolean): ReducedLayout {
  const axes: number[] = [];
  let [input, output] = ["", ""];
  for (const [i, { letter, factor }] of layout.axes.entries()) {
    const isListed = reduced.has(primalOf(letter)) !== excludes;
    if (isListed) axes.push(i);
    const text = `${factor ?? ""}${letter}`;
    input += text;
    if (factor === undefined) output += !reduced.has(letter) || keepsAxes ? letter : "";
    // With `exclude`, the reference keeps the pieces of both kept and reduced axes.
    else if (!isListed || excludes) output += text;
    else if (keepsAxes) output += `1${letter}`;
  }
  return { input, output, axes };
}

const reduction: LayoutRule = (question) => {
  const excludes = Boolean(attrOf(question.attrs, "exclude"));
  const axes = reducedAxes(question, shapeOf(question).length, excludes);
  const old = question.oldLayouts[0];
  const adapts = question.newLayouts !== undefined && axes.length > 0;
  const layout = adapts ? question.newLayouts?.[0] : old;
  const spread = <T>(item: T) => (question.oldLayouts.length === 2 ? [item, item] : [item]);
  if (!layout) return answer(question, spread(undefined), [undefined]);
  const letters = new Set(axes.map((axis) => axisAt(question, old, axis).letter));
  const found = reducedLayout(layout, letters, Boolean(attrOf(question.attrs, "keepdims")), excludes);
  return {
    inputs: spread(layoutNamed(found.input)),
    outputs: [layoutNamed(found.output)],
    attrs: adapts ? changedAttrs(question, { axis: found.axes }) : question.attrs,
  };
};

export const reduceRules: LayoutRules = ruleFor(["all", "argmax", "argmin", "max", "mean", "min", "prod", "sum", "variance"], reduction);
