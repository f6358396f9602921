/** Layout rule of `nn.pad`. Follows PadInferCorrectLayout (src/relay/op/nn/pad.cc). */
import { type AttrValue, intOf, isAttrList, present } from "@relayscope/ir";
import { layoutProblems } from "../diagnostics.ts";
import { layoutNamed, primalOf } from "../layout.ts";
import { answer, changedAttrs, type LayoutRule, type LayoutRules, listAttr } from "../layoutRule.ts";

/**
 * Follows its input if no padded axis is split. The value is a scalar, for which the reference writes the layout `1`.
 */
const pad: LayoutRule = (question) => {
  const old = question.oldLayouts[0];
  const scalar = layoutNamed("1");
  const unchanged = answer(question, [old, scalar], [old]);
  if (!question.newLayouts || !old) return unchanged;
  const given = listAttr(question, "pad_width") ?? [];
  const widths = new Map<string, AttrValue>();
  for (const [i, axis] of old.axes.entries()) if (!widths.has(axis.letter)) widths.set(axis.letter, given[i] ?? null);
  const now = present(question.newLayouts[0]);
  const moved: AttrValue[] = [];
  let isPaddedSplit = false;
  for (const axis of now.axes) {
    const isKept = axis.factor === undefined && widths.has(axis.letter);
    const width = widths.get(isKept ? axis.letter : primalOf(axis.letter));
    if (width === undefined) return question.refuse(layoutProblems.missesAxis(old.name, primalOf(axis.letter)));
    moved.push(width);
    if (!isKept && !(isAttrList(width) && width.every((w) => intOf(w) === 0))) isPaddedSplit = true;
  }
  if (isPaddedSplit) return unchanged;
  return { inputs: [now, scalar], outputs: [now], attrs: changedAttrs(question, { pad_width: moved }) };
};

export const padRules: LayoutRules = { "nn.pad": pad };
