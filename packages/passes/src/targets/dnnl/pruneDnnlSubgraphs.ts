/**
 * PruneDnnlSubgraphs: inlines regions of dnnl without heavy work into the main function, including their composites.
 * Follows prune_dnnl_subgraphs in python/tvm/relay/op/contrib/dnnl.py: nothing is pruned if there is only one region,
 * and only calls in `@main` count. Functions that no call reaches any more are removed. Types are inferred at the end,
 * which the reference leaves to later passes.
 */
import { at, type Func, rewrite, withFunctions } from "@relayscope/ir";
import { wrongArgumentCount } from "../../core/diagnostics.ts";
import { withBody } from "../../core/functionBodies.ts";
import { modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { substitute } from "../../core/substitute.ts";
import { withTypeOf } from "../../core/withType.ts";
import { reachedFrom } from "../../prepare/removeUnusedFunctions.ts";
import { noHeavyWork } from "../noHeavyWork.ts";
import { callsAnyOf, compilerOption, refusedFunctions } from "../regionPruning.ts";
import { dnnlHeavyOperators } from "./heavyOperators.ts";

export const pruneDnnlSubgraphs = modulePass({
  name: "PruneDnnlSubgraphs",
  summary: "Returns dnnl regions without heavy work to the host.",
  upstream: ["python/tvm/relay/op/contrib/dnnl.py"],
  options: { compiler: compilerOption("dnnl") },
  infersTypes: true,
  run({ module, options, context, lineage, decide }) {
    const main = module.functions.get("main");
    if (!main || module.functions.size <= 2) return module;
    const pruned = new Set(
      refusedFunctions({ module, decide }, options.compiler, (f) => (callsAnyOf(f.body, dnnlHeavyOperators) ? undefined : noHeavyWork)),
    );
    const body = rewrite(main.body, {
      lineage,
      children: mutationOrder,
      post(original, rebuilt) {
        const name = rebuilt.kind === "Call" && rebuilt.op.kind === "GlobalVar" ? rebuilt.op.name : "";
        const f = pruned.has(name) ? module.functions.get(name) : undefined;
        if (rebuilt.kind !== "Call" || !f) return withTypeOf(original, rebuilt);
        const { args } = rebuilt;
        if (f.params.length !== args.length) throw wrongArgumentCount(original, f.params.length, args.length);
        return substitute(f.body, new Map(f.params.map((p, i) => [p, at(args, i)])), lineage);
      },
    });
    const all = new Map<string, Func>(module.functions).set("main", withBody(main, body, lineage));
    const used = reachedFrom(withFunctions(module, all), ["main"], context.hasHoles);
    const functions = new Map([...all].filter(([name]) => used.has(name)));
    return pruned.size === 0 && functions.size === all.size ? module : withFunctions(module, functions);
  },
});
