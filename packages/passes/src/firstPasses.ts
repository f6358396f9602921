/** The passes that a first picture needs: partitioning, and what stands around it. The rest is loaded when it is asked for. */
import { annotateTarget } from "./annotateTarget.ts";
import { bindParameters } from "./bindParameters.ts";
import { inferTypeAnew } from "./inferType.ts";
import { mergeCompilerRegions } from "./mergeCompilerRegions.ts";
import { mergeComposite } from "./mergeComposite.ts";
import { partitionGraphWith } from "./partitionGraph.ts";
import type { Pass } from "./pass.ts";
import { unhooked } from "./regionHooks.ts";

const passes: readonly Pass[] = [
  annotateTarget,
  bindParameters,
  inferTypeAnew,
  mergeCompilerRegions,
  mergeComposite,
  partitionGraphWith(unhooked),
];

const byName: ReadonlyMap<string, Pass> = new Map(passes.map((pass) => [pass.name, pass]));

/** The pass of that name; undefined where it is not among the first ones. */
export function findFirstPass(name: string): Pass | undefined {
  return byName.get(name);
}
