/**
 * RemoveUnusedFunctions: removes the functions that no entry function reaches.
 * Follows src/relay/backend/vm/removed_unused_funcs.cc.
 */
import { type Func, type Module, postOrder, withFunctions } from "@relayscope/ir";
import { functionMissing } from "../core/diagnostics.ts";
import { modulePass } from "../core/modulePass.ts";
import { texts } from "../core/options.ts";

export const removeUnusedFunctions = modulePass({
  name: "RemoveUnusedFunctions",
  summary: "Removes the functions that no entry function reaches.",
  upstream: ["src/relay/backend/vm/removed_unused_funcs.cc"],
  optLevel: 1,
  options: { entry_functions: texts(["main"], "The functions that count as used.") },
  run({ module, options, context }) {
    // A part of a module may lack the function that the rest is reached from.
    if (context.hasHoles && !options.entry_functions.some((name) => module.functions.has(name))) return module;
    const used = reachedFrom(module, options.entry_functions, context.hasHoles);
    const functions = new Map<string, Func>([...module.functions].filter(([name]) => used.has(name)));
    return withFunctions(module, functions);
  },
});

/**
 * The names of the functions that some functions call or mention, directly or indirectly, including themselves. Throws
 * if one is missing, unless the text has holes.
 */
export function reachedFrom(module: Module, entries: readonly string[], hasHoles = false): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...entries];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue;
    const f = module.functions.get(name);
    if (!f && hasHoles) continue;
    if (!f) throw functionMissing(name);
    reached.add(name);
    postOrder(f, (e) => {
      if (e.kind === "GlobalVar" && !reached.has(e.name)) pending.push(e.name);
    });
  }
  return reached;
}
