/**
 * Which targets change the function of a region before it is handed over (`relay.ext.<target>.optimize`), apart from
 * how they do it: the passes that they run are loaded when they are needed.
 */
import type { Func, LineageRecorder } from "@relayscope/ir";
import { flag } from "../core/options.ts";
import type { PassContext } from "../core/pass.ts";
import { passesNotLoaded } from "./diagnostics.ts";

export const hookedTargets = ["arm_compute_lib", "clml"] as const;

export const optimizersOption = flag(
  true,
  "Whether the hooks of targets run on the function of each region, `relay.ext.arm_compute_lib.optimize` and `relay.ext.clml.optimize`.",
);

/** Returns a region's function after its target's hook; the same function if the target has no hook. */
export type RegionOptimizer = (f: Func, target: string, context: PassContext, lineage: LineageRecorder) => Func;

/** Leaves functions unchanged. Throws for a target whose hook would have to run. */
export const unhooked: RegionOptimizer = (f, target, { tables }) => {
  if (tables?.regionHooks?.has(target) || hookedTargets.some((name) => name === target)) throw passesNotLoaded(target, f);
  return f;
};
