/**
 * RemoveUnusedFunctions: removes the functions that no entry function reaches.
 * Follows src/relay/backend/vm/removed_unused_funcs.cc.
 */
import { type Func, lineageRecorder, type Module, postOrder, withFunctions } from "@relayscope/ir";
import { functionMissing } from "./diagnostics.ts";
import { definePass } from "./pass.ts";
import { textListOption } from "./passOptions.ts";

export const removeUnusedFunctions = definePass({
  name: "RemoveUnusedFunctions",
  summary: "Removes the functions that no entry function reaches.",
  optLevel: 1,
  requires: [],
  options: [{ name: "entry_functions", type: "string[]", default: ["main"], doc: "The functions that count as used." }],
  run(module, options) {
    const used = reachedFrom(module, textListOption(options, "entry_functions", ["main"]));
    const functions = new Map<string, Func>([...module.functions].filter(([name]) => used.has(name)));
    return { module: withFunctions(module, functions), lineage: lineageRecorder(), decisions: [], diagnostics: [] };
  },
});

/** The names of the functions that some functions call or mention, directly or through others; themselves among them. */
export function reachedFrom(module: Module, entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...entries];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue;
    const f = module.functions.get(name);
    if (!f) throw functionMissing(name);
    reached.add(name);
    postOrder(f, (e) => {
      if (e.kind === "GlobalVar" && !reached.has(e.name)) pending.push(e.name);
    });
  }
  return reached;
}
