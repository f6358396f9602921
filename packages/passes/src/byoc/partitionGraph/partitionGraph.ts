/**
 * PartitionGraph: each annotated region becomes a function of the module, and a call of it replaces the region.
 * Follows src/relay/transforms/partition_graph.cc: a sequence of FlattenNestedTuples, RemoveDefaultAnnotations, the
 * partitioning itself, NameMangleExtFuncs and InferType.
 */
import { childrenOf, type GlobalVar, type Module, postOrder } from "@relayscope/ir";
import { inferType } from "../../core/inferType.ts";
import { definePass, type Pass } from "../../core/pass.ts";
import { runSequence } from "../../core/sequence.ts";
import { nameLost } from "../diagnostics.ts";
import { optimizersOption, type RegionOptimizer } from "../regionHooks.ts";
import { repairSteps } from "../repairAnnotations.ts";
import { flattenNestedTuples } from "./flattenNestedTuples.ts";
import { moduleNameOption, nameMangleExtFuncs } from "./nameMangleExtFuncs.ts";
import { bindConstantsOption, partitionRegionsWith } from "./partitionRegions.ts";
import { removeDefaultAnnotations } from "./removeDefaultAnnotations.ts";

/** PartitionGraph with the targets' hooks on the functions of their regions. */
export function partitionGraphWith(optimize: RegionOptimizer): Pass {
  const partitionRegions = partitionRegionsWith(optimize);
  return definePass({
    name: "PartitionGraph",
    infoName: "sequential",
    summary: "Moves each region into a function of its own and calls it.",
    upstream: ["src/relay/transforms/partition_graph.cc"],
    options: { mod_name: moduleNameOption, bind_constants: bindConstantsOption, optimize: optimizersOption },
    run({ module, options, context }) {
      const lost = namedExternal(module);
      if (lost !== undefined) throw nameLost(lost);
      return runSequence(
        [
          { pass: flattenNestedTuples },
          { pass: removeDefaultAnnotations },
          ...repairSteps(context),
          { pass: partitionRegions, options },
          { pass: nameMangleExtFuncs, options },
          { pass: inferType },
        ],
        module,
        context,
      );
    },
  });
}

/**
 * An external function that is used as a value. It gets another name, but only its calls are renamed. Undefined if
 * there is none.
 */
function namedExternal(module: Module): GlobalVar | undefined {
  if (![...module.functions.values()].some((f) => f.attrs.has("Compiler"))) return undefined;
  let found: GlobalVar | undefined;
  for (const f of module.functions.values()) {
    postOrder(f.body, (e) => {
      found ??= childrenOf(e).find(
        (child, i): child is GlobalVar =>
          child.kind === "GlobalVar" && !(e.kind === "Call" && i === 0) && module.functions.get(child.name)?.attrs.has("Compiler") === true,
      );
    });
  }
  return found;
}
