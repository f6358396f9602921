/**
 * InlineNonComputeIntensivePartitions: inlines regions of ethos-n without multiply-accumulate work. Follows
 * src/relay/backend/contrib/ethosn/inline_partitions.cc of 0.18.0.
 */
import { calledOp, type Expr, type Func } from "@relayscope/ir";
import { compositeOf } from "../../byoc/compilerFunctions.ts";
import { inlineFunctions } from "../../byoc/inlineCompilerFunctionsBoundTo.ts";
import { holdsBelow } from "../../core/functionBodies.ts";
import { modulePass } from "../../core/modulePass.ts";
import { noHeavyWork, refusedFunctions } from "../regionPruning.ts";

/** Operators and composites that make a region worth its call. */
const intensive: ReadonlySet<string> = new Set([
  "ethos-n.qnn_conv2d",
  "ethos-n.qnn_conv2d_transpose",
  "ethos-n.qnn_avg_pool2d",
  "ethos-n.qnn_sigmoid",
  "ethos-n.qnn_fc",
  "ethos-n.qnn_mean",
  "ethos-n.qnn_resize",
  "nn.max_pool2d",
]);

export const inlineNonComputeIntensivePartitions = modulePass({
  name: "InlineNonComputeIntensivePartitions",
  infoName: "relay.backend.contrib.ethos-n.InlineNonComputeIntensivePartitions",
  summary: "Returns ethos-n regions without heavy work to the host.",
  upstream: ["src/relay/backend/contrib/ethosn/inline_partitions.cc@0.18.0"],
  optLevel: 0,
  requires: [],
  options: {},
  run({ module, lineage, decide }) {
    const refusal = (f: Func) => (holdsBelow(f.body, isIntensive) ? undefined : noHeavyWork);
    return inlineFunctions(module, refusedFunctions({ module, decide }, "ethos-n", refusal), lineage);
  },
});

function isIntensive(expr: Expr): boolean {
  const name = calledOp(expr) ?? (expr.kind === "Call" ? compositeOf(expr.op) : undefined);
  return name !== undefined && intensive.has(name);
}
