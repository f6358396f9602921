/**
 * Layout rules of operators that work element by element. Follows ElemwiseArbitraryLayout and BinaryBroadcastLayout
 * (src/relay/transforms/infer_layout_utils.{h,cc}).
 */
import { present } from "@relayscope/ir";
import { layoutProblems } from "../diagnostics.ts";
import type { MaybeLayout } from "../layout.ts";
import { primalRankOf, subLayout } from "../layout.ts";
import { answer, type LayoutAnswer, type LayoutQuestion, type LayoutRule, type LayoutRules, ruleFor, shapeOf } from "../layoutRule.ts";
import { changedLike, withBroadcastPieces } from "../similarLayout.ts";

/**
 * Accepts any layout: all arguments and the result get the layout of the first argument, or of the first one that is
 * known.
 */
const anyLayout: LayoutRule = (question) => {
  const { newLayouts, oldLayouts } = question;
  if (newLayouts && newLayouts.length === 0) question.refuse(layoutProblems.noArguments);
  const layout = newLayouts ? newLayouts[0] : oldLayouts.find((l) => l !== undefined);
  return answer(
    question,
    oldLayouts.map(() => layout),
    [layout],
  );
};

interface BroadcastLayouts {
  readonly inputs: readonly [MaybeLayout, MaybeLayout];
  readonly output: MaybeLayout;
}

const unknown: BroadcastLayouts = { inputs: [undefined, undefined], output: undefined };

/** The layouts of two tensors that broadcast: the smaller one follows the larger one. */
export function broadcastLayouts(question: LayoutQuestion): BroadcastLayouts {
  const shapes = [shapeOf(question, 0), shapeOf(question, 1)] as const;
  const larger = shapes[0].length >= shapes[1].length ? 0 : 1;
  const { newLayouts, oldLayouts } = question;
  if (!newLayouts) return fromKnown([oldLayouts[0], oldLayouts[1]], [shapes[0].length, shapes[1].length], larger);
  const large = primalRankOf(newLayouts[0]) >= primalRankOf(newLayouts[1]) ? 0 : 1;
  const small = large === 0 ? 1 : 0;
  const [oldSmall, oldLarge, newLarge] = [present(oldLayouts[small]), present(oldLayouts[large]), present(newLayouts[large])];
  const wanted = changedLike(oldSmall, oldLarge, newLarge);
  if (wanted === "mismatch") question.refuse(layoutProblems.cannotFollow(oldSmall.name, oldLarge.name, newLarge.name));
  if (!wanted) return unknown;
  const followed = withBroadcastPieces(wanted, oldSmall, shapes[small]);
  return { inputs: large === 0 ? [newLarge, followed] : [followed, newLarge], output: newLayouts[larger] };
}

function fromKnown(layouts: readonly [MaybeLayout, MaybeLayout], ranks: readonly [number, number], larger: 0 | 1): BroadcastLayouts {
  const [left, right] = layouts;
  if (left && right) return { inputs: layouts, output: layouts[larger] };
  const known = left ?? right;
  if (!known) return unknown;
  const at = left ? 0 : 1;
  const [knownRank, otherRank] = at === 0 ? ranks : [ranks[1], ranks[0]];
  if (knownRank < otherRank) return unknown;
  const other = subLayout(known, knownRank - otherRank, otherRank);
  return { inputs: at === 0 ? [known, other] : [other, known], output: known };
}

const broadcast: LayoutRule = (question): LayoutAnswer => {
  const { inputs, output } = broadcastLayouts(question);
  return answer(question, [...inputs, ...question.oldLayouts.slice(2)], [output]);
};

/** Only the first argument has a layout. */
const unaryOperators = [
  "abs acos acosh asin asinh atan atanh bitwise_not cast ceil clip copy cos cosh erf exp fast_erf fast_exp fast_tanh",
  "fixed_point_multiply floor isfinite isinf isnan log log10 log2 logical_not ndarray_size negative ones_like reinterpret round rsqrt",
  "sigmoid sign sin sinh sqrt tan tanh trunc zeros_like nn.dropout nn.leaky_relu nn.relu",
].flatMap((line) => line.split(" "));

/** Other operators that the reference handles like elementwise ones. */
const otherOperators = [
  "cast_like sparse_to_dense dyn.sparse_to_dense call_lowered device_copy on_device memory.alloc_storage memory.alloc_tensor memory.kill",
  "vm.invoke_tvm_op vm.reshape_tensor vm.shape_of annotation.bitpack_end annotation.bitpack_start annotation.cast_hint",
  "annotation.checkpoint annotation.compiler_begin annotation.compiler_end annotation.stop_fusion",
].flatMap((line) => line.split(" "));

const broadcastOperators = [
  "add bitwise_and bitwise_or bitwise_xor divide equal floor_divide floor_mod greater greater_equal left_shift less less_equal",
  "logical_and logical_or logical_xor maximum minimum mod multiply not_equal power right_shift subtract trunc_divide trunc_mod",
].flatMap((line) => line.split(" "));

export const elementwiseRules: LayoutRules = {
  ...ruleFor([...unaryOperators, ...otherOperators], anyLayout),
  ...ruleFor(broadcastOperators, broadcast),
};
