/**
 * PartitionGraph: makes a function of the module out of each annotated region and calls it where the region stood.
 * Follows src/relay/transforms/partition_graph.cc: a sequence of FlattenNestedTuples, RemoveDefaultAnnotations, the partitioning itself,
 * NameMangleExtFuncs and InferType.
 */
import { flattenNestedTuples } from "./flattenNestedTuples.ts";
import { inferType } from "./inferType.ts";
import { moduleNameOption, nameMangleExtFuncs } from "./nameMangleExtFuncs.ts";
import { bindConstantsOption, partitionRegionsWith } from "./partitionRegions.ts";
import { definePass, type Pass } from "./pass.ts";
import { optimizersOption, type RegionOptimizer } from "./regionHooks.ts";
import { removeDefaultAnnotations } from "./removeDefaultAnnotations.ts";
import { runSequence } from "./sequence.ts";

/** PartitionGraph, with what targets do to the functions of their regions. */
export function partitionGraphWith(optimize: RegionOptimizer): Pass {
  const partitionRegions = partitionRegionsWith(optimize);
  return definePass({
    name: "PartitionGraph",
    infoName: "sequential",
    summary: "Makes a function of each region and calls it in the region's place.",
    optLevel: 0,
    requires: [],
    options: [moduleNameOption, bindConstantsOption, optimizersOption],
    run: (module, options, context) =>
      runSequence(
        [
          { pass: flattenNestedTuples },
          { pass: removeDefaultAnnotations },
          { pass: partitionRegions, options },
          { pass: nameMangleExtFuncs, options },
          { pass: inferType },
        ],
        module,
        context,
      ),
  });
}
