/**
 * SimplifyInference: spells normalizations out for inference and removes dropout.
 * Follows src/relay/transforms/simplify_inference.cc.
 */
import {
  attrOf,
  type Call,
  dimValue,
  type Expr,
  type Func,
  intOf,
  intsOf,
  numberOf,
  rewriteFunction,
  type TensorType,
} from "@relayscope/ir";
import { argumentAt, firstArguments } from "../core/callArguments.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { leftAlone } from "../core/leftAlone.ts";
import { expandBiasToAxis, type OperatorCalls, operatorCalls, scalarConstant } from "../core/operatorCalls.ts";
import { recordMade } from "../core/recordMade.ts";
import { tensorOf } from "../core/tensorOf.ts";
import { dynamicGroupNorm } from "./diagnostics.ts";

export const simplifyInference = functionPass({
  name: "SimplifyInference",
  summary: "Spells normalizations out as arithmetic and removes dropout.",
  upstream: ["src/relay/transforms/simplify_inference.cc"],
  requires: [inferType],
  runFunction,
});

function runFunction({ f, context, lineage }: FunctionRun): Func {
  const calls = operatorCalls(context.operators);
  const post = (original: Expr, rebuilt: Expr): Expr => {
    if (original.kind === "TupleGetItem" && rebuilt.kind === "TupleGetItem") {
      if (rebuilt.index !== 0 || rebuilt.tuple.kind !== "Call" || rebuilt.tuple.op.kind !== "Op") return rebuilt;
      if (rebuilt.tuple.op.name === "nn.dropout") return argumentAt(rebuilt.tuple, 0);
      if (rebuilt.tuple.op.name !== "nn.batch_norm" || original.tuple.kind !== "Call") return rebuilt;
      return recordMade(spellBatchNorm(rebuilt.tuple, tensorOf(original.tuple.args[0]), calls), rebuilt.tuple.args, lineage, original);
    }
    if (original.kind !== "Call" || rebuilt.kind !== "Call" || original.op.kind !== "Op") return rebuilt;
    const spell = Object.hasOwn(spellings, original.op.name) ? spellings[original.op.name] : undefined;
    return spell ? recordMade(spell(rebuilt, original, calls), rebuilt.args, lineage, original) : rebuilt;
  };
  return rewriteFunction(f, { post: (original, rebuilt) => leftAlone(context, () => post(original, rebuilt), rebuilt), lineage });
}

type Spelling = (rebuilt: Call, original: Call, calls: OperatorCalls) => Expr;

const spellings: Readonly<Record<string, Spelling>> = {
  "nn.layer_norm": (rebuilt, original, calls) => {
    const type = tensorOf(original.args[0]);
    return normalize(rebuilt, type, [intOf(attrOf(rebuilt.attrs, "axis")) ?? -1], calls);
  },
  "nn.instance_norm": (rebuilt, original, calls) => {
    const type = tensorOf(original.args[0]);
    const axis = axisOf(rebuilt, type.shape.length);
    return normalize(
      rebuilt,
      type,
      range(1, type.shape.length).filter((i) => i !== axis),
      calls,
    );
  },
  "nn.group_norm": spellGroupNorm,
  "nn.l2_normalize": (rebuilt, _original, calls) => {
    const data = argumentAt(rebuilt, 0);
    const epsilon = scalarConstant(numberOf(attrOf(rebuilt.attrs, "eps")) ?? 0, "float32");
    const sum = calls("sum", [calls("multiply", [data, data])], {
      axis: [...(intsOf(attrOf(rebuilt.attrs, "axis")) ?? [])],
      keepdims: true,
      exclude: false,
    });
    return calls("divide", [data, calls("sqrt", [calls("maximum", [sum, epsilon])])]);
  },
};

function spellBatchNorm(norm: Call, type: TensorType, calls: OperatorCalls): Expr {
  const [data, gamma, beta, mean, variance] = firstArguments(norm, 5);
  const rank = type.shape.length;
  const axis = axisOf(norm, rank);
  const deviation = calls("sqrt", [calls("add", [variance, epsilonOf(norm, type)])]);
  let scale: Expr = calls("divide", [scalarConstant(1, type.dtype), deviation]);
  if (attrOf(norm.attrs, "scale")) scale = calls("multiply", [scale, gamma]);
  let shift: Expr = calls("multiply", [calls("negative", [mean]), scale]);
  if (attrOf(norm.attrs, "center")) shift = calls("add", [shift, beta]);
  return calls("add", [calls("multiply", [data, expandBiasToAxis(scale, rank, axis, calls)]), expandBiasToAxis(shift, rank, axis, calls)]);
}

function spellGroupNorm(rebuilt: Call, original: Call, calls: OperatorCalls): Expr {
  const type = tensorOf(original.args[0]);
  const shape = type.shape.map((d) => {
    const size = dimValue(d);
    if (size === undefined) throw dynamicGroupNorm(original);
    return size;
  });
  const axis = axisOf(rebuilt, shape.length);
  const groups = intOf(attrOf(rebuilt.attrs, "num_groups")) ?? 1;
  const grouped = shape.flatMap((size, i) => (i === axis ? [groups, Math.trunc(size / groups)] : [size]));
  const axes = range(axis, shape.length).map((i) => i + 1);
  const data = calls("reshape", [argumentAt(rebuilt, 0)], { newshape: grouped });
  const standard = calls("reshape", [standardize(data, axes, epsilonOf(rebuilt, type), calls)], { newshape: shape });
  return scaleAndShift(rebuilt, standard, shape.length, axis, calls);
}

function normalize(norm: Call, type: TensorType, axes: readonly number[], calls: OperatorCalls): Expr {
  const rank = type.shape.length;
  return scaleAndShift(norm, standardize(argumentAt(norm, 0), axes, epsilonOf(norm, type), calls), rank, axisOf(norm, rank), calls);
}

/** (data - mean) / sqrt(variance + epsilon), mean and variance over the axes. */
function standardize(data: Expr, axes: readonly number[], epsilon: Expr, calls: OperatorCalls): Expr {
  const over = { axis: [...axes], keepdims: true, exclude: false };
  const mean = calls("mean", [data], over);
  const variance = calls("variance", [data, mean], { ...over, unbiased: false });
  const deviation = calls("sqrt", [calls("add", [variance, epsilon])]);
  return calls("divide", [calls("subtract", [data, mean]), deviation]);
}

function scaleAndShift(norm: Call, data: Expr, rank: number, axis: number, calls: OperatorCalls): Expr {
  let out = data;
  if (attrOf(norm.attrs, "scale")) out = calls("multiply", [out, expandBiasToAxis(argumentAt(norm, 1), rank, axis, calls)]);
  if (attrOf(norm.attrs, "center")) out = calls("add", [out, expandBiasToAxis(argumentAt(norm, 2), rank, axis, calls)]);
  return out;
}

function axisOf(norm: Call, rank: number): number {
  const axis = intOf(attrOf(norm.attrs, "axis")) ?? 1;
  return axis < 0 ? axis + rank : axis;
}

function epsilonOf(norm: Call, type: TensorType): Expr {
  return scalarConstant(Math.fround(numberOf(attrOf(norm.attrs, "epsilon")) ?? 1e-5), type.dtype);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
