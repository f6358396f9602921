/**
 * PruneTensorrtSubgraphs: puts regions that TensorRT can't run after all back where they were called.
 * Follows prune_tensorrt_subgraphs in python/tvm/relay/op/contrib/tensorrt.py.
 */
import type { Func, Type } from "@relayscope/ir";
import { typedAgain } from "./inferType.ts";
import { inlineFunctions } from "./inlineCompilerFunctionsBoundTo.ts";
import { definePass } from "./pass.ts";
import { booleanOption } from "./passOptions.ts";
import { callsAnyOf, refusedFunctions } from "./regionPruning.ts";

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

export const pruneTensorrtSubgraphs = definePass({
  name: "PruneTensorrtSubgraphs",
  summary: "Puts regions that TensorRT can't run back where they were called.",
  optLevel: 0,
  requires: [],
  options: [
    {
      name: "use_implicit_batch",
      type: "boolean",
      default: true,
      doc: "Whether inputs must have one batch size in common, and none may be a scalar.",
    },
    { name: "remove_no_mac_subgraphs", type: "boolean", default: false, doc: "Whether regions without heavy work go too." },
  ],
  run(module, options, context) {
    const isImplicitBatch = booleanOption(options, "use_implicit_batch", true);
    const isHeavyOnly = booleanOption(options, "remove_no_mac_subgraphs", false);
    const isKept = (f: Func) =>
      (!isImplicitBatch || haveOneBatchSize(f.params.map((p) => p.checkedType))) && (!isHeavyOnly || callsAnyOf(f.body, heavyOperators));
    return typedAgain(inlineFunctions(module, refusedFunctions(module, "tensorrt", isKept)), context, module);
  },
});

/** Whether all tensors, fields of tuples among them, have the same known size along their first axis. `?` agrees with all; a scalar has none. */
function haveOneBatchSize(types: readonly (Type | undefined)[]): boolean {
  const sizes = new Set<unknown>();
  const tensors = types.flatMap((type): readonly (Type | undefined)[] => (type?.kind === "TupleType" ? type.fields : [type]));
  for (const type of tensors) {
    if (type?.kind !== "TensorType") continue;
    const [batch] = type.shape;
    if (batch === undefined) return false;
    if (batch !== "?") sizes.add(typeof batch === "object" ? (batch.kind === "LongDim" ? batch.value : batch.name) : batch);
  }
  return sizes.size <= 1;
}
