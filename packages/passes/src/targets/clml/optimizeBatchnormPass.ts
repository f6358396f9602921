/**
 * OptimizeBatchnormPass: folds a batch norm of constants after a convolution into its weight and a sum. Follows
 * OptimizeBatchnorm in python/tvm/relay/op/contrib/clml.py, which looks at the arguments of calls alone and at any item
 * of the norm.
 */
import {
  at,
  attrOf,
  type Call,
  type Constant,
  call,
  childrenOf,
  constant,
  type Expr,
  type Func,
  firstOf,
  isCallOf,
  keptIn,
  type LineageRecorder,
  numberOf,
  present,
  type Rewriter,
  rewriter,
  type TensorData,
  tensorType,
} from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import { holdsBelow } from "../../core/functionBodies.ts";
import { functionPass } from "../../core/functionPass.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { type OperatorCalls, operatorCalls } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { calledAndUsed, itemOfNoCall, kernelLayoutNotFolded, normNotConstant, normOfNoOperator } from "./diagnostics.ts";

export const optimizeBatchnormPass = functionPass({
  name: "OptimizeBatchnormPass",
  summary: "Folds a batch norm after a convolution into its weight and a sum.",
  upstream: ["python/tvm/relay/op/contrib/clml.py"],
  runFunction: ({ f, context, lineage }) => foldNorms(f, context, lineage),
});

function foldNorms(f: Func, context: PassContext, lineage: LineageRecorder): Func {
  const calls = operatorCalls(context.operators);
  /** The replacement of an argument: a folded convolution of its own if it is an item of a foldable norm. */
  const standIn = (arg: Expr): Expr => {
    const norm = arg.kind === "TupleGetItem" ? normOf(arg.tuple) : undefined;
    const conv = norm && convolutionOf(norm);
    if (!conv) return arg;
    const made = fold(norm, conv, calls);
    const [scaled, shift] = made.args as readonly [Call, Constant];
    lineage.record(made, arg, conv);
    lineage.record(scaled, conv);
    lineage.record(at(scaled.args, 1), ...conv.args.slice(1, 2));
    lineage.record(shift, ...norm.args.slice(1));
    return made;
  };
  const standIns = new Map<Call, readonly Expr[]>();
  const argumentsOf = (e: Call): readonly Expr[] =>
    keptIn(standIns, e, () => e.args.map((arg) => leftAlone(context, () => standIn(arg), arg)));
  const called = new Set<Func>();
  const visited = new Set<Func>();
  const folder: Rewriter = rewriter({
    lineage,
    // The callee stays unchanged, even if it is a function.
    children: (e) => {
      if (e.kind === "Call" && e.op.kind === "Function") called.add(e.op);
      return e.kind === "Call" ? argumentsOf(e) : childrenOf(e);
    },
    post: (original, rebuilt) => {
      if (original.kind === "Function") visited.add(original);
      if (original.kind !== "Call") return rebuilt;
      const args = argumentsOf(original).map((arg) => present(folder.rewritten(arg)));
      if (args.every((arg, i) => arg === original.args[i])) return original;
      return call(original.op, args, original.attrs);
    },
  });
  const folded = folder.rewriteFunction(f);
  const twice = [...called].find((g) => visited.has(g) && g.params.length > 0 && holdsBelow(g.body, (e) => e.kind === "Call"));
  if (twice) {
    throw calledAndUsed(twice);
  }
  return folded;
}

/** The batch norm that an item belongs to; undefined if it belongs to another call. */
function normOf(tuple: Expr): Call | undefined {
  if (tuple.kind !== "Call") {
    throw itemOfNoCall(tuple);
  }
  return isCallOf(tuple, "nn.batch_norm") ? tuple : undefined;
}

/** The convolution before a batch norm; undefined if its input is not a convolution. */
function convolutionOf(norm: Call): Call | undefined {
  const data = argumentAt(norm, 0);
  if (data.kind === "Var" || data.kind === "Constant") return undefined;
  if (data.kind !== "Call" || data.op.kind !== "Op") {
    throw normOfNoOperator(norm);
  }
  return data.op.name === "nn.conv2d" ? data : undefined;
}

/** The convolution with a scaled weight, plus the shift of the norm. */
function fold(norm: Call, conv: Call, calls: OperatorCalls): Call {
  const epsilon = numberOf(attrOf(norm.attrs, "epsilon")) ?? 0;
  const [gamma, beta, mean, variance] = firstOf(norm.args.slice(1).map(constantArgument), 4);
  const weight = constantArgument(argumentAt(conv, 1));
  const layout = attrOf(conv.attrs, "kernel_layout");
  if (layout !== "OIHW" && layout !== "IOHW") {
    throw kernelLayoutNotFolded(conv, String(layout));
  }
  const channels = tensorOf(gamma).shape[0];
  const { shape, dtype } = tensorOf(weight);
  const parts = [gamma, beta, mean, variance, weight].map((c) => c.data);
  const known = parts.every((p) => p !== undefined)
    ? computed(parts as readonly TensorData[], epsilon, layout === "OIHW" ? 0 : 1)
    : undefined;
  const scaled = constant(known?.weight, tensorType(shape, dtype));
  const shift = constant(known?.shift, tensorType([1, channels ?? "?", 1, 1], tensorOf(beta).dtype));
  return calls("add", [call(conv.op, [argumentAt(conv, 0), scaled, ...conv.args.slice(2)], conv.attrs), shift]);
}

function constantArgument(e: Expr): Constant {
  if (e.kind === "Constant") return e;
  throw normNotConstant(e);
}

/**
 * Weight and shift in single precision: gamma / sqrt(variance + epsilon) along the output channels, and beta - mean *
 * that.
 */
function computed(parts: readonly TensorData[], epsilon: number, axis: number): { weight: TensorData; shift: TensorData } | undefined {
  if (parts.some((p) => p.dtype !== "float32")) return undefined;
  const [gamma, beta, mean, variance, weight] = firstOf(parts, 5);
  const channels = gamma.values.length;
  const at = (t: TensorData, i: number) => t.values[i] as number;
  const scale = Float32Array.from(
    { length: channels },
    (_, i) => at(gamma, i) / Math.fround(Math.sqrt(Math.fround(at(variance, i) + epsilon))),
  );
  const shift = Float32Array.from({ length: channels }, (_, i) => at(beta, i) - Math.fround(at(mean, i) * present(scale[i])));
  const inner = weight.shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const values = Float32Array.from(
    { length: weight.values.length },
    (_, i) => at(weight, i) * present(scale[Math.floor(i / inner) % channels]),
  );
  return {
    weight: { dtype: "float32", shape: weight.shape, values },
    shift: { dtype: "float32", shape: [1, channels, 1, 1], values: shift },
  };
}
