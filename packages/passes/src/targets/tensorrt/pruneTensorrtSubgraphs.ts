/**
 * PruneTensorrtSubgraphs: inlines regions that TensorRT can't run. Follows prune_tensorrt_subgraphs in
 * python/tvm/relay/op/contrib/tensorrt.py.
 */
import type { Func, Type } from "@relayscope/ir";
import { inlineFunctions } from "../../byoc/inlineCompilerFunctionsBoundTo.ts";
import { modulePass } from "../../core/modulePass.ts";
import { flag } from "../../core/options.ts";
import { noHeavyWork } from "../noHeavyWork.ts";
import { callsAnyOf, compilerOption, refusedFunctions } from "../regionPruning.ts";

const heavyOperators: ReadonlySet<string> = new Set([
  "nn.conv1d",
  "nn.conv2d",
  "nn.conv2d_transpose",
  "nn.conv3d",
  "nn.conv3d_transpose",
  "nn.dense",
  "nn.batch_matmul",
  "sum",
  "prod",
  "max",
  "min",
  "mean",
]);

export const pruneTensorrtSubgraphs = modulePass({
  name: "PruneTensorrtSubgraphs",
  summary: "Returns regions that TensorRT can't run to the host.",
  upstream: ["python/tvm/relay/op/contrib/tensorrt.py"],
  options: {
    use_implicit_batch: flag(true, "Whether inputs must have one batch size in common, and none may be a scalar."),
    remove_no_mac_subgraphs: flag(false, "Whether regions without heavy work go too."),
    compiler: compilerOption("tensorrt"),
  },
  infersTypes: true,
  run({ module, options, lineage, decide }) {
    const { use_implicit_batch: isImplicitBatch, remove_no_mac_subgraphs: isHeavyOnly } = options;
    const refusal = (f: Func) => {
      const batches = isImplicitBatch ? differingBatches(f.params.map((p) => p.checkedType)) : undefined;
      if (batches !== undefined) return `its inputs have ${batches}, and use_implicit_batch is True`;
      return isHeavyOnly && !callsAnyOf(f.body, heavyOperators) ? `${noHeavyWork}, and remove_no_mac_subgraphs is True` : undefined;
    };
    return inlineFunctions(module, refusedFunctions({ module, decide }, options.compiler, refusal), lineage);
  },
});

/**
 * Why tensors, including fields of tuples, do not share one size along their first axis: `batch sizes 1 and 2`. `?`
 * agrees with all; a scalar has none. Undefined if they agree.
 */
function differingBatches(types: readonly (Type | undefined)[]): string | undefined {
  const sizes = new Set<unknown>();
  const tensors = types.flatMap((type): readonly (Type | undefined)[] => (type?.kind === "TupleType" ? type.fields : [type]));
  for (const type of tensors) {
    if (type?.kind !== "TensorType") continue;
    const [batch] = type.shape;
    if (batch === undefined) return "a scalar among them, which has no batch";
    if (batch !== "?") sizes.add(typeof batch === "object" ? (batch.kind === "LongDim" ? batch.value : batch.name) : batch);
  }
  return sizes.size <= 1 ? undefined : `batch sizes ${[...sizes].join(" and ")}`;
}
