/**
 * PruneDnnlSubgraphs: puts regions of dnnl without heavy work back into the main function, composites and all.
 * Follows prune_dnnl_subgraphs in python/tvm/relay/op/contrib/dnnl.py: nothing is pruned where there is but one region, and only calls in
 * `@main` count; functions that no call reaches any more go. Types are inferred at the end, which the reference leaves to whoever comes next.
 */
import { type Expr, type Func, lineageRecorder, rewrite, withFunctions } from "@relayscope/ir";
import { wrongArgumentCount } from "./diagnostics.ts";
import { withBody } from "./functionBodies.ts";
import { typedAgain } from "./inferType.ts";
import { mutationOrder } from "./mutationOrder.ts";
import { definePass } from "./pass.ts";
import { callsAnyOf, refusedFunctions } from "./regionPruning.ts";
import { reachedFrom } from "./removeUnusedFunctions.ts";
import { substitute } from "./substitute.ts";
import { withTypeOf } from "./withType.ts";

const heavyOperators: ReadonlySet<string> = new Set([
  "nn.conv1d",
  "nn.conv2d",
  "nn.conv2d_transpose",
  "nn.conv3d",
  "nn.conv3d_transpose",
  "nn.dense",
  "nn.layer_norm",
  "nn.batch_matmul",
  "nn.global_avg_pool2d",
]);

export const pruneDnnlSubgraphs = definePass({
  name: "PruneDnnlSubgraphs",
  summary: "Puts dnnl regions without heavy work back into the main function.",
  optLevel: 0,
  requires: [],
  options: [],
  run(module, _options, context) {
    const lineage = lineageRecorder();
    const nothing = { module, lineage, decisions: [], diagnostics: [] };
    const main = module.functions.get("main");
    if (!main || module.functions.size <= 2) return nothing;
    const pruned = new Set(refusedFunctions(module, "dnnl", (f) => callsAnyOf(f.body, heavyOperators)));
    const body = rewrite(main.body, {
      lineage,
      children: mutationOrder,
      post(original, rebuilt) {
        const name = rebuilt.kind === "Call" && rebuilt.op.kind === "GlobalVar" ? rebuilt.op.name : "";
        const f = pruned.has(name) ? module.functions.get(name) : undefined;
        if (rebuilt.kind !== "Call" || !f) return withTypeOf(original, rebuilt);
        const { args } = rebuilt;
        if (f.params.length !== args.length) throw wrongArgumentCount(original, f.params.length, args.length);
        return substitute(f.body, new Map(f.params.map((p, i) => [p, args[i] as Expr])), lineage);
      },
    });
    const all = new Map<string, Func>(module.functions).set("main", withBody(main, body, lineage));
    const used = reachedFrom(withFunctions(module, all), ["main"]);
    const functions = new Map([...all].filter(([name]) => used.has(name)));
    if (pruned.size === 0 && functions.size === all.size) return nothing;
    return typedAgain({ ...nothing, module: withFunctions(module, functions) }, context, module);
  },
});
