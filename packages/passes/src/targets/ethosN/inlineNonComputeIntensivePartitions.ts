/**
 * InlineNonComputeIntensivePartitions: inlines regions of ethos-n without multiply-accumulate work. Follows
 * src/relay/backend/contrib/ethosn/inline_partitions.cc of 0.18.0.
 */
import { calledOp, type Expr, type Func } from "@relayscope/ir";
import { compositeOf } from "../../byoc/compilerFunctions.ts";
import { inlineFunctions } from "../../byoc/inlineCompilerFunctionsBoundTo.ts";
import { holdsBelow } from "../../core/functionBodies.ts";
import { modulePass } from "../../core/modulePass.ts";
import { noHeavyWork } from "../noHeavyWork.ts";
import { compilerOption, refusedFunctions } from "../regionPruning.ts";

/** Composites, without the compiler's name, that make a region worth its call. */
const composites = ["qnn_conv2d", "qnn_conv2d_transpose", "qnn_avg_pool2d", "qnn_sigmoid", "qnn_fc", "qnn_mean", "qnn_resize"];
/** An operator that does. */
const pooling = "nn.max_pool2d";

export const inlineNonComputeIntensivePartitions = modulePass({
  name: "InlineNonComputeIntensivePartitions",
  infoName: "relay.backend.contrib.ethos-n.InlineNonComputeIntensivePartitions",
  summary: "Returns ethos-n regions without heavy work to the host.",
  upstream: ["src/relay/backend/contrib/ethosn/inline_partitions.cc@0.18.0"],
  options: { compiler: compilerOption("ethos-n") },
  run({ module, options: { compiler }, lineage, decide }) {
    const names = new Set(composites.map((name) => `${compiler}.${name}`));
    const isIntensive = (expr: Expr) => calledOp(expr) === pooling || (expr.kind === "Call" && names.has(compositeOf(expr.op) ?? ""));
    const refusal = (f: Func) => (holdsBelow(f.body, isIntensive) ? undefined : noHeavyWork);
    return inlineFunctions(module, refusedFunctions({ module, decide }, compiler, refusal), lineage);
  },
});
