/**
 * CombineParallelBatchMatmul: makes one batched product of several that share their left side.
 * Follows src/relay/transforms/combine_parallel_batch_matmul.cc.
 */
import { at, attrOf, attrValuesEqual, type Call, dimsEqual, dimValue, type Expr, present, raise, tuple } from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import { functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import { type OperatorCalls, operatorCalls } from "../../core/operatorCalls.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { dynamicFeatures } from "../diagnostics.ts";
import { combineParallel, fewestBranches, type ParallelRules } from "./branches.ts";

export const combineParallelBatchMatmul = functionPass({
  name: "CombineParallelBatchMatmul",
  summary: "Combines batched products that share their left side into one.",
  upstream: ["src/relay/transforms/combine_parallel_batch_matmul.cc"],
  optLevel: 4,
  requires: [inferType],
  options: { min_num_branches: fewestBranches },
  runFunction: ({ f, options, context, lineage }) =>
    combineParallel(f, products(operatorCalls(context.operators), options.min_num_branches), context.operators, lineage),
});

function products(calls: OperatorCalls, fewestBranches: number): ParallelRules {
  const joined = (values: readonly Expr[], axis: number) => calls("concatenate", [tuple(values)], { axis });
  const isPlain = (call: Call) => attrOf(call.attrs, "transpose_a") === false && attrOf(call.attrs, "transpose_b") === true;
  return {
    operator: "nn.batch_matmul",
    fewestBranches,
    isSupported: () => true,
    canCombine(a, b) {
      if (!isPlain(a) || !isPlain(b)) return false;
      const [right, otherRight] = [tensorOf(a.args[1]), tensorOf(b.args[1])];
      const [batch, otherBatch] = [right.shape[0], otherRight.shape[0]];
      return (
        right.dtype === otherRight.dtype &&
        tensorOf(a).dtype === tensorOf(b).dtype &&
        right.shape.length === 3 &&
        otherRight.shape.length === 3 &&
        batch !== undefined &&
        otherBatch !== undefined &&
        dimsEqual(batch, otherBatch) &&
        attrValuesEqual(attrOf(a.attrs, "out_dtype") ?? null, attrOf(b.attrs, "out_dtype") ?? null)
      );
    },
    areCompatible: () => true,
    combine(group) {
      const first = at(group[0], 0);
      const right = joined(
        group.map((branch) => present(branch[0]?.args[1])),
        1,
      );
      const kept = Object.fromEntries(["out_dtype", "transpose_a", "transpose_b"].map((name) => [name, attrOf(first.attrs, name) ?? null]));
      return calls("nn.batch_matmul", [argumentAt(first, 0), right], kept);
    },
    follow(data, group, depth, parent) {
      const call = at(group[0], depth);
      const args = call.args.map((_, i) =>
        i === parent
          ? data
          : joined(
              group.map((branch) => present(branch[depth]?.args[i])),
              -1,
            ),
      );
      return { ...call, checkedType: undefined, span: undefined, args, typeArgs: [] };
    },
    parts(data, group) {
      let start = 0;
      return group.map((branch) => {
        const features = dimValue(tensorOf(branch[0]?.args[1]).shape[1] ?? "?") ?? raise(dynamicFeatures(branch[0]));
        const begin = [0, 0, start];
        start += features;
        return calls("strided_slice", [data], { begin, end: [-1, -1, features], strides: [1, 1, 1], slice_mode: "size" });
      });
    },
  };
}
