/** The passes that a first picture needs: partitioning and its neighbors. The others are loaded on demand. */
import { annotateTarget } from "./byoc/annotateTarget.ts";
import { mergeCompilerRegions } from "./byoc/mergeCompilerRegions.ts";
import { mergeComposite } from "./byoc/mergeComposite.ts";
import { partitionGraphWith } from "./byoc/partitionGraph/partitionGraph.ts";
import { unhooked } from "./byoc/regionHooks.ts";
import { inferTypeAgain } from "./core/inferType.ts";
import type { Pass } from "./core/pass.ts";
import { bindParameters } from "./prepare/bindParameters.ts";

const passes: readonly Pass[] = [
  annotateTarget,
  bindParameters,
  inferTypeAgain,
  mergeCompilerRegions,
  mergeComposite,
  partitionGraphWith(unhooked),
];

const byName: ReadonlyMap<string, Pass> = new Map(passes.map((pass) => [pass.name, pass]));

/** The pass of that name; undefined if it is not among the first ones. */
export function findFirstPass(name: string): Pass | undefined {
  return byName.get(name);
}
