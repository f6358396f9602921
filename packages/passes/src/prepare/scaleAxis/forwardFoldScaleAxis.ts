/**
 * ForwardFoldScaleAxis: moves a per-channel multiplication of a convolution's or dense layer's input into its weight.
 * Follows the forward half of src/relay/transforms/fold_scale_axis.cc and forward_rewrite.cc.
 */
import {
  at,
  type Call,
  calledOp,
  childrenOf,
  type Expr,
  type Func,
  type LineageRecorder,
  postOrderList,
  present,
  type Rewriter,
  rewriter,
  textOf,
  variable,
} from "@relayscope/ir";
import { functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { type OperatorCalls, operatorCalls } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { recordMade } from "../../core/recordMade.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { outstandingScale } from "../diagnostics.ts";
import { convolutions, maker, rectifiers, sums } from "./folding.ts";
import { asScale, broadcastsAlong, convolutionGeometry, type ScaleMessage, scaledWeight, spread } from "./geometry.ts";
import { assumePositiveOption, type PositiveScale, positiveScale } from "./positive.ts";

export const forwardFoldScaleAxis = functionPass({
  name: "ForwardFoldScaleAxis",
  summary: "Moves a scale on a convolution's input into its weight.",
  upstream: ["src/relay/transforms/fold_scale_axis.cc", "src/relay/transforms/forward_rewrite.cc"],
  optLevel: 3,
  requires: [inferType],
  options: { assume_positive: assumePositiveOption },
  runFunction({ f, options, context, lineage, report }) {
    const messages = collectMessages(f, context);
    if (messages.size === 0) return f;
    const positive = positiveScale(options.assume_positive, lineage, report);
    return leftAlone(context, () => fold(f, messages, operatorCalls(context.operators), positive, lineage), f);
  },
});

/** For each node, the scale that all of its consumers could absorb; only nodes that have one. */
function collectMessages(f: Func, context: PassContext): ReadonlyMap<Expr, ScaleMessage> {
  const messages = new Map<Expr, ScaleMessage | undefined>();
  const update = (e: Expr, message: ScaleMessage | undefined) =>
    messages.set(e, messages.has(e) ? intersect(messages.get(e), message) : message);
  update(f, undefined);
  const order = postOrderList(f);
  for (let i = order.length - 1; i >= 0; i--) {
    const e = at(order, i);
    if (e.kind === "Call") {
      const wanted = leftAlone(context, () => wantedFromArguments(e, messages.get(e)), []);
      for (const [k, arg] of e.args.entries()) update(arg, wanted[k]);
    } else if (e.kind === "Function") update(e.body, undefined);
    else if (e.kind === "Let") {
      update(e.value, undefined);
      update(e.body, undefined);
    } else if (e.kind === "Tuple" || e.kind === "If") for (const child of childrenOf(e)) update(child, undefined);
  }
  return new Map([...messages].filter((entry): entry is [Expr, ScaleMessage] => entry[1] !== undefined));
}

function intersect(a: ScaleMessage | undefined, b: ScaleMessage | undefined): ScaleMessage | undefined {
  if (!a || !b) return undefined;
  return { axes: a.axes.filter((axis) => b.axes.includes(axis)), needsPositive: a.needsPositive || b.needsPositive };
}

/** The scale that a call could absorb from each argument, given what its consumers could absorb from it. */
function wantedFromArguments(call: Call, out: ScaleMessage | undefined): readonly (ScaleMessage | undefined)[] {
  const name = calledOp(call) ?? "";
  if (rectifiers.has(name)) return [out && { axes: out.axes, needsPositive: true }];
  if (convolutions.has(name)) {
    const axes = convolutionGeometry(call)?.channelAxes(textOf(call.attrs, "data_layout"));
    return [axes && { axes, needsPositive: false }];
  }
  if (name === "nn.dense") return [{ axes: [1], needsPositive: false }];
  if (!sums.has(name) || !out) return [];
  const [left, right] = call.args;
  if (!left || !right) return [];
  if (broadcastsAlong(left, right, out.axes)) return [out];
  return broadcastsAlong(right, left, out.axes) ? [undefined, out] : [];
}

/** A value whose scale is still to be applied by its consumer. */
interface Scaled {
  readonly value: Expr;
  readonly scale: Expr;
  readonly axes: readonly number[];
}

function fold(
  f: Func,
  messages: ReadonlyMap<Expr, ScaleMessage>,
  calls: OperatorCalls,
  positive: PositiveScale,
  lineage: LineageRecorder,
): Func {
  /** Stand-ins for scaled values, until a consumer takes the scale in. */
  const scaledOf = new Map<Expr, Scaled>();
  const { made, over } = maker(lineage);
  const standIn = (scaled: Scaled, original: Expr): Expr => {
    const e = variable("scaled");
    scaledOf.set(e, scaled);
    return made(e, original);
  };

  const multiply = (call: Call, args: readonly Expr[]): Expr | undefined => {
    const message = messages.get(call);
    if (!message || args.length < 2) return undefined;
    for (const [k, j] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const factor = present(args[j]);
      const scale = asScale(present(call.args[k]), present(call.args[j]), message.axes, factor, calls);
      const usable = scale && (message.needsPositive ? positive(scale) : scale);
      if (usable) return standIn({ value: present(args[k]), scale: recordMade(usable, [factor], lineage, call), axes: message.axes }, call);
    }
    return undefined;
  };
  const addOrSubtract = (call: Call, args: readonly Expr[]): Expr | undefined => {
    const [left, right] = args;
    if (!left || !right) return undefined;
    const k = scaledOf.has(left) ? 0 : 1;
    const scaled = scaledOf.get(k === 0 ? left : right);
    if (!scaled) return undefined;
    const whole = tensorOf(call.args[k]).shape;
    const other = made(calls("divide", [k === 0 ? right : left, made(spread(scaled.scale, whole, scaled.axes, call, calls), call)]), call);
    const value = over(call, k === 0 ? [scaled.value, other] : [other, scaled.value]);
    return standIn({ value, scale: scaled.scale, axes: scaled.axes }, call);
  };
  const convolution = (call: Call, args: readonly Expr[]): Expr | undefined => {
    const [data, kernel] = args;
    const scaled = data && scaledOf.get(data);
    const geometry = scaled && convolutionGeometry(call);
    if (!geometry || !kernel || scaledOf.has(kernel)) return undefined;
    const axes = geometry.isDepthwise ? geometry.outputAxes : geometry.inputAxes;
    const weight = scaledWeight(kernel, scaled.scale, axes, call, calls);
    return over(call, [scaled.value, recordMade(weight, [kernel, scaled.scale], lineage, call)]);
  };
  const rewriteCall = (call: Call, args: readonly Expr[]): Expr | undefined => {
    const name = calledOp(call) ?? "";
    if (name === "multiply") return multiply(call, args);
    if (sums.has(name)) return addOrSubtract(call, args);
    if (convolutions.has(name)) return convolution(call, args);
    const [data, weight] = args;
    const scaled = data && scaledOf.get(data);
    if (!scaled) return undefined;
    if (rectifiers.has(name)) return standIn({ ...scaled, value: over(call, [scaled.value]) }, call);
    if (name === "nn.dense" && weight && !scaledOf.has(weight)) {
      return over(call, [scaled.value, made(calls("multiply", [weight, scaled.scale]), call)]);
    }
    return undefined;
  };
  const folder: Rewriter = rewriter({
    lineage,
    post(original, rebuilt) {
      if (original.kind === "TupleGetItem" && rebuilt.kind === "TupleGetItem" && rebuilt.tuple.kind === "Tuple") {
        return rebuilt.tuple.fields[rebuilt.index] ?? rebuilt;
      }
      if (original.kind !== "Call" || rebuilt.kind !== "Call") return rebuilt;
      const result = rewriteCall(original, rebuilt.args);
      if (!result && rebuilt.args.some((arg) => scaledOf.has(arg))) {
        throw outstandingScale(original);
      }
      return result ?? rebuilt;
    },
  });
  return folder.rewriteFunction(f);
}
