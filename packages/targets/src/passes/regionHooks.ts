/**
 * Functions of files that change the function of each region, registered as `relay.ext.<target>.optimize`. Follows
 * src/relay/transforms/partition_graph.cc.
 */
import type { Module } from "@relayscope/ir";
import type { Pass } from "@relayscope/passes";
import { call, type Runtime, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { ModuleObject, moduleOfValue } from "../objects/moduleObjects.ts";

const hookName = /^relay\.ext\.(.+)\.optimize$/;

/** The hooks of a program, by target. */
export function regionHookFunctions(m: Runtime): ReadonlyMap<string, Value> {
  const hooks = new Map<string, Value>();
  for (const [name, callee] of stateOf(m).functions) {
    const target = hookName.exec(name)?.[1];
    if (target !== undefined) hooks.set(target, callee);
  }
  return hooks;
}

/** Runs a hook on a module that holds a region's function as `@main`. Raises what the hook raises. */
export function runRegionHook(m: Runtime, callee: Value, module: Module): Module {
  return moduleOfValue(call(m, callee, [new ModuleObject(module)])).module;
}

/** The hooks as passes, for a program that runs PartitionGraph itself. */
export function regionHooksOf(m: Runtime): ReadonlyMap<string, Pass> {
  const hooks = new Map<string, Pass>();
  for (const [target, callee] of regionHookFunctions(m)) {
    hooks.set(target, {
      name: `relay.ext.${target}.optimize`,
      summary: "What the file does to the function of a region.",
      upstream: [],
      optLevel: 0,
      options: {},
      run: ({ module }) => ({
        module: runRegionHook(m, callee, module),
        lineage: { originsOf: (expr) => [expr] },
        decisions: [],
        diagnostics: [],
      }),
    });
  }
  return hooks;
}
