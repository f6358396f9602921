/**
 * CombineParallelDense: makes one product of several dense layers that share their input: a batched product, or one
 * wider dense layer. Follows src/relay/transforms/combine_parallel_dense.cc and combine_parallel_op_batch.cc.
 */
import {
  at,
  attrOf,
  attrValuesEqual,
  type Call,
  type Dim,
  dimsEqual,
  dimValue,
  type Expr,
  eachOf,
  present,
  tuple,
  tupleGetItem,
} from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import { functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { type OperatorCalls, operatorCalls } from "../../core/operatorCalls.ts";
import { flag } from "../../core/options.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { dynamicUnits, noOutputAxis } from "../diagnostics.ts";
import { combineParallel, fewestBranches, type ParallelRules } from "./branches.ts";

export const combineParallelDense = functionPass({
  name: "CombineParallelDense",
  summary: "Combines dense layers that share their input into one.",
  upstream: ["src/relay/transforms/combine_parallel_dense.cc", "src/relay/transforms/combine_parallel_op_batch.cc"],
  optLevel: 4,
  requires: [inferType],
  options: {
    min_num_branches: fewestBranches,
    to_batch: flag(true, "Combine into a batched product; else into one wider dense layer."),
  },
  runFunction({ f, options: { min_num_branches: fewest, to_batch: isBatched }, context, lineage }) {
    const calls = operatorCalls(context.operators);
    return combineParallel(f, isBatched ? toBatch(calls, fewest) : toOneDense(calls, fewest), context.operators, lineage);
  },
});

/** The products stacked along a new first axis. */
function toBatch(calls: OperatorCalls, fewestBranches: number): ParallelRules {
  const stacked = (values: readonly Expr[]) => calls("stack", [tuple(values)], { axis: 0 });
  return {
    operator: "nn.dense",
    fewestBranches,
    isSupported: () => true,
    canCombine: (a, b) =>
      haveSameOutputType(a, b) && areSame(weightDim(a, 0), weightDim(b, 0)) && areSame(weightDim(a, 1), weightDim(b, 1)),
    areCompatible(a, b, index) {
      const [type, other] = [tensorOf(a.args[index]), tensorOf(b.args[index])];
      return (
        type.dtype === other.dtype && type.shape.length === other.shape.length && type.shape.every((d, i) => areSame(d, other.shape[i]))
      );
    },
    combine(group) {
      const [data, weight] = eachOf([0, 1], (i) => stacked(group.map((branch) => present(branch[0]?.args[i]))));
      const outDtype = attrOf(group[0][0]?.attrs, "out_dtype") ?? "";
      return calls("nn.batch_matmul", [data, weight], { out_dtype: outDtype, transpose_a: false, transpose_b: true });
    },
    follow(data, group, depth, parent) {
      const call = at(group[0], depth);
      const widened = (arg: Expr) => (tensorOf(arg).shape.length === 1 ? calls("expand_dims", [arg], { axis: 0, num_newaxis: 1 }) : arg);
      const args = call.args.map((_, i) =>
        i === parent ? data : stacked(group.map((branch) => widened(present(branch[depth]?.args[i])))),
      );
      return { ...call, checkedType: undefined, span: undefined, args, typeArgs: [] };
    },
    parts(data, group) {
      const split = calls("split", [data], { indices_or_sections: group.length, axis: 0 });
      return group.map((_, i) => calls("squeeze", [tupleGetItem(split, i)], { axis: [0] }));
    },
  };
}

/** One dense layer with all output units. */
function toOneDense(calls: OperatorCalls, fewestBranches: number): ParallelRules {
  const joined = (values: readonly Expr[], axis: number) => calls("concatenate", [tuple(values)], { axis });
  return {
    operator: "nn.dense",
    fewestBranches,
    isSupported: () => true,
    canCombine: (a, b) => haveSameOutputType(a, b) && areSame(weightDim(a, 1), weightDim(b, 1)),
    areCompatible(a, b, index) {
      const [type, other] = [tensorOf(a.args[index]), tensorOf(b.args[index])];
      if (type.dtype !== other.dtype || type.shape.length !== other.shape.length) return false;
      if (tensorOf(a).shape.length < type.shape.length || tensorOf(b).shape.length < other.shape.length) return false;
      return type.shape.slice(0, -1).every((d, i) => areSame(d, other.shape[i]));
    },
    combine(group) {
      const first = at(group[0], 0);
      const weights = group.map((branch) => present(branch[0]?.args[1]));
      const units = group.reduce((sum, branch) => sum + known(weightDim(at(branch, 0), 0), at(branch, 0)), 0);
      return calls("nn.dense", [argumentAt(first, 0), joined(weights, 0)], { units, out_dtype: attrOf(first.attrs, "out_dtype") ?? "" });
    },
    follow(data, group, depth, parent) {
      const call = at(group[0], depth);
      const args = call.args.map((arg, i) => {
        if (i === parent) return data;
        const rank = tensorOf(arg).shape.length;
        const axis = Math.max(0, rank - 1);
        return joined(
          group.map((branch) => {
            const [own, before] = [present(branch[depth]?.args[i]), present(branch[depth]?.args[parent])];
            const units = known(tensorOf(before).shape.at(-1), before);
            if (rank === 0) return calls("repeat", [calls("expand_dims", [own], { axis: -1, num_newaxis: 1 })], { repeats: units, axis });
            const last = known(tensorOf(own).shape.at(-1), own);
            return units > 1 && last === 1 ? calls("repeat", [own], { repeats: units, axis }) : own;
          }),
          axis,
        );
      });
      return { ...call, checkedType: undefined, span: undefined, args, typeArgs: [] };
    },
    parts(data, group, depth) {
      let start = 0;
      return group.map((branch) => {
        const end = at(branch, depth);
        const units = known(tensorOf(branch[0]).shape[1], end);
        const { shape } = tensorOf(end);
        const axis = shape.findLastIndex((d) => dimValue(d) === units);
        if (axis < 0) throw noOutputAxis(end);
        const begin = shape.map((_, i) => (i === axis ? start : 0));
        start += units;
        return calls("strided_slice", [data], {
          begin,
          end: shape.map((_, i) => (i === axis ? units : -1)),
          strides: shape.map(() => 1),
          slice_mode: "size",
        });
      });
    },
  };
}

function haveSameOutputType(a: Call, b: Call): boolean {
  return attrValuesEqual(attrOf(a.attrs, "out_dtype") ?? null, attrOf(b.attrs, "out_dtype") ?? null);
}

function weightDim(dense: Call, axis: number): Dim | undefined {
  return tensorOf(dense.args[1]).shape[axis];
}

function areSame(a: Dim | undefined, b: Dim | undefined): boolean {
  return a !== undefined && b !== undefined && dimsEqual(a, b);
}

function known(dim: Dim | undefined, at: Expr): number {
  const size = dim === undefined ? undefined : dimValue(dim);
  if (size === undefined) throw dynamicUnits(at);
  return size;
}
