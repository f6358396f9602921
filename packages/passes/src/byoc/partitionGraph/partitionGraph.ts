/**
 * PartitionGraph: makes a function of the module out of each annotated region and calls it where the region stood.
 * Follows src/relay/transforms/partition_graph.cc: a sequence of FlattenNestedTuples, RemoveDefaultAnnotations, the partitioning itself,
 * NameMangleExtFuncs and InferType.
 */

import { inferType } from "../../core/inferType.ts";
import { definePass, type Pass } from "../../core/pass.ts";
import { runSequence } from "../../core/sequence.ts";
import { optimizersOption, type RegionOptimizer } from "../regionHooks.ts";
import { flattenNestedTuples } from "./flattenNestedTuples.ts";
import { moduleNameOption, nameMangleExtFuncs } from "./nameMangleExtFuncs.ts";
import { bindConstantsOption, partitionRegionsWith } from "./partitionRegions.ts";
import { removeDefaultAnnotations } from "./removeDefaultAnnotations.ts";

/** PartitionGraph, with what targets do to the functions of their regions. */
export function partitionGraphWith(optimize: RegionOptimizer): Pass {
  const partitionRegions = partitionRegionsWith(optimize);
  return definePass({
    name: "PartitionGraph",
    infoName: "sequential",
    summary: "Makes a function of each region and calls it in the region's place.",
    upstream: ["src/relay/transforms/partition_graph.cc"],
    optLevel: 0,
    requires: [],
    options: { mod_name: moduleNameOption, bind_constants: bindConstantsOption, optimize: optimizersOption },
    run: ({ module, options, context }) =>
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
