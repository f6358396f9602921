/** Reducing a case: a text, a run, and a place in it. */
import type { ReducedModule, RunSpec } from "../contract/index.ts";
import { wholeKit } from "../run/kit.ts";
import { builtInSpecs, groundFromText } from "../whatIf/ground.ts";
import { type LinePlace, reduced } from "../whatIf/reduce.ts";
import { askCase } from "./replayWhy.ts";

/** The smallest module that still has the boundary at a place, with the same cause. Undefined where there is none, or it can't be told by lines. */
export async function reduceCase(spec: RunSpec, at: LinePlace): Promise<ReducedModule | undefined> {
  const ground = groundFromText({ ...spec, pipeline: [] }, await wholeKit(), builtInSpecs());
  return reduced({ ...ground, spec }, at, ({ bindParameters, ...own }, place) =>
    askCase({ id: "", kind: "why", ...own, bind: bindParameters, at: place }),
  );
}
