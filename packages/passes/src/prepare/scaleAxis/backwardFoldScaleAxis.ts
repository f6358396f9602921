/**
 * BackwardFoldScaleAxis: moves a per-channel multiplication of a convolution's or dense layer's result back into its
 * weight. Follows the backward half of src/relay/transforms/fold_scale_axis.cc.
 */
import {
  at,
  attrOf,
  type Call,
  calledOp,
  dimsEqual,
  type Expr,
  type Func,
  intOf,
  type LineageRecorder,
  postOrder,
  type Rewriter,
  rewriter,
  runTask,
  type Task,
  textOf,
  usersOf,
} from "@relayscope/ir";
import { firstArguments } from "../../core/callArguments.ts";
import { functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { expandBiasToAxis, operatorCalls } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { recordMade } from "../../core/recordMade.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { convolutions, maker, rectifiers, sums } from "./folding.ts";
import { asScale, broadcastsAlong, convolutionGeometry, type ScaleMessage, scaledWeight, spread } from "./geometry.ts";
import { assumePositiveOption, type PositiveScale, positiveScale } from "./positive.ts";

export const backwardFoldScaleAxis = functionPass({
  name: "BackwardFoldScaleAxis",
  summary: "Moves a scale on a convolution's result back into its weight.",
  upstream: ["src/relay/transforms/fold_scale_axis.cc"],
  optLevel: 3,
  requires: [inferType],
  options: { assume_positive: assumePositiveOption },
  runFunction({ f, options, context, lineage, report }) {
    const messages = collectMessages(f, context);
    if (messages.size === 0) return f;
    return fold(f, messages, context, positiveScale(options.assume_positive, lineage, report), lineage);
  },
});

type Messages = ReadonlyMap<Expr, ScaleMessage>;

/** By call with a single use: the scale that it could absorb. */
function collectMessages(f: Func, context: PassContext): Messages {
  const messages = new Map<Expr, ScaleMessage>();
  const users = usersOf(f);
  postOrder(f, (e) => {
    if (e.kind !== "Call" || users.get(e)?.length !== 1) return;
    const message = leftAlone(context, () => messageOf(e, messages), undefined);
    if (message) messages.set(e, message);
  });
  return messages;
}

/** The scale that a call could absorb, given the scales that its arguments could. */
function messageOf(call: Call, messages: Messages): ScaleMessage | undefined {
  const name = calledOp(call) ?? "";
  const [left, right] = call.args.map((arg) => messages.get(arg));
  if (rectifiers.has(name)) return left && { axes: left.axes, needsPositive: true };
  if (convolutions.has(name)) {
    const axes = convolutionGeometry(call)?.channelAxes(textOf(call.attrs, "out_layout") || textOf(call.attrs, "data_layout"));
    return axes && { axes, needsPositive: false };
  }
  if (name === "nn.dense") return { axes: [1], needsPositive: false };
  if (name === "nn.bias_add") return left?.axes.length === 1 && intOf(attrOf(call.attrs, "axis")) === left.axes[0] ? left : undefined;
  if (!sums.has(name)) return undefined;
  const [a, b] = firstArguments(call, 2);
  if (left && broadcastsAlong(a, b, left.axes)) return left;
  if (right && broadcastsAlong(b, a, right.axes)) return right;
  return left && right && haveSameAxes(left, right) && haveSameShape(a, b) ? left : undefined;
}

function haveSameAxes(a: ScaleMessage, b: ScaleMessage): boolean {
  return a.axes.length === b.axes.length && a.axes.every((axis, i) => axis === b.axes[i]);
}

function haveSameShape(a: Expr, b: Expr): boolean {
  const [x, y] = [tensorOf(a).shape, tensorOf(b).shape];
  return x.length === y.length && x.every((d, i) => dimsEqual(d, at(y, i)));
}

/** Only calls have messages. */
function asCall(e: Expr | undefined): Call {
  if (e?.kind !== "Call") throw new Error("A message should be of a call.");
  return e;
}

function fold(f: Func, messages: Messages, context: PassContext, positive: PositiveScale, lineage: LineageRecorder): Func {
  const calls = operatorCalls(context.operators);
  const { made, over } = maker(lineage);
  const plain = (e: Expr): Expr => folder.rewritten(e) ?? e;

  /**
   * Rewrites a call with a message so that it includes the scale: the scale moves down to the weights that it reaches.
   */
  function* scaled(call: Call, message: ScaleMessage, scale: Expr): Task<Expr> {
    const name = calledOp(call) ?? "";
    if (rectifiers.has(name)) return over(call, [yield scaled(asCall(call.args[0]), message, scale)]);
    const [a, b] = firstArguments(call, 2);
    if (convolutions.has(name)) {
      const geometry = convolutionGeometry(call);
      if (geometry) {
        const weight = scaledWeight(plain(b), scale, geometry.outputAxes, call, calls);
        return over(call, [plain(a), recordMade(weight, [plain(b), scale], lineage, call)]);
      }
    }
    if (name === "nn.dense") {
      return over(call, [plain(a), made(calls("multiply", [plain(b), made(expandBiasToAxis(scale, 2, 0, calls), call)]), call)]);
    }
    if (name === "nn.bias_add") {
      const data: Expr = yield scaled(asCall(a), message, scale);
      return over(call, [data, made(calls("multiply", [plain(b), scale]), call)]);
    }
    const spreadOver = (whole: Expr) => made(spread(scale, tensorOf(whole).shape, message.axes, call, calls), call);
    const times = (e: Expr, whole: Expr) => made(calls("multiply", [plain(e), spreadOver(whole)]), call);
    if (messages.has(a) && messages.has(b)) {
      const left: Expr = yield scaled(asCall(a), message, scale);
      return over(call, [left, yield scaled(asCall(b), message, scale)]);
    }
    if (messages.has(a)) return over(call, [yield scaled(asCall(a), message, scale), times(b, a)]);
    return over(call, [times(a, b), yield scaled(asCall(b), message, scale)]);
  }

  /**
   * Replaces a multiplication by its first argument and moves the second into the weights below it; undefined if that
   * is impossible.
   */
  const foldMultiply = (call: Call): Expr | undefined => {
    const [a, b] = firstArguments(call, 2);
    const [whole, factor] = messages.has(a) ? [a, b] : [b, a];
    const message = messages.get(whole);
    if (!message) return undefined;
    const scale = asScale(whole, factor, message.axes, factor, calls);
    const usable = scale && (message.needsPositive ? positive(scale) : scale);
    if (!usable) return undefined;
    recordMade(usable, [factor], lineage, call);
    return runTask(scaled(asCall(whole), message, usable));
  };
  const folder: Rewriter = rewriter({
    lineage,
    post: (original, rebuilt) =>
      original.kind === "Call" && calledOp(original) === "multiply"
        ? (leftAlone(context, () => foldMultiply(original), undefined) ?? rebuilt)
        : rebuilt,
  });
  return folder.rewriteFunction(f);
}
