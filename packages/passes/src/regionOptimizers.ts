/**
 * What a target does to the function of each region before it is handed over: the reference's `relay.ext.<target>.optimize`, which
 * arm_compute_lib and clml have (python/tvm/relay/op/contrib). A hook is a pass by itself, run on a module of that one function.
 */
import { type Func, func, type LineageRecorder, moduleOf } from "@relayscope/ir";
import { wrongOption } from "./diagnostics.ts";
import { inferType } from "./inferType.ts";
import type { OptionSchema, Pass, PassContext, PassOptions } from "./pass.ts";
import { runSequence } from "./sequence.ts";

export const optimizersOption: OptionSchema = {
  name: "optimize",
  type: "object",
  default: {},
  doc: "Passes by target that run on the function of each region, as `relay.ext.<target>.optimize` does.",
};

/** The function of a region after its target's hook; the same where the target has none. */
export function optimizedRegion(f: Func, target: string, options: PassOptions, context: PassContext, lineage: LineageRecorder): Func {
  const hook = hookOf(target, options);
  if (!hook) return f;
  const result = runSequence([{ pass: inferType }, { pass: hook }], moduleOf([["main", f]]), context);
  const main = result.module.functions.get("main");
  if (!main || main === f) return f;
  const optimized = func(main);
  lineage.record(optimized, f);
  return optimized;
}

function hookOf(target: string, options: PassOptions): Pass | undefined {
  const hooks = options[optimizersOption.name] ?? {};
  if (typeof hooks !== "object" || hooks === null) throw wrongOption(optimizersOption.name, "an object of passes by target");
  return Object.hasOwn(hooks, target) ? (hooks as Record<string, Pass>)[target] : undefined;
}
