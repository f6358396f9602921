/** The options of a pass that a file runs, as a pipeline has them. */
import { type GivenOptions, optionsInContext } from "@relayscope/passes";
import type { BuiltInPass, ContextData } from "../passes/passData.ts";
import { plainConfig } from "../passes/runPass.ts";

/** Options that are not the pass's defaults, and those of its context. The run's own target is left out. */
export function stepOptions({ pass, options }: BuiltInPass, context: ContextData, target: string): GivenOptions {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const kept = Object.entries(options).filter(([name, value]) => {
    return value !== undefined && !same(value, pass.options[name]?.default) && !(name === "targets" && same(value, [target]));
  });
  return { ...optionsInContext(pass.options, plainConfig(context)), ...Object.fromEntries(kept) };
}
