/** The modules that the evaluator has of its own. */
import { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";

type Make = (m: Runtime) => PyModule;

const makers = new Map<string, Make>([["builtins", builtinsModule]]);

function builtinsModule(m: Runtime): PyModule {
  const made = new PyModule("builtins");
  for (const [name, value] of m.builtins) made.names.set(name, value);
  return made;
}

/** A module of the evaluator, made for one machine; undefined where there is none of that name. */
export function builtinModule(m: Runtime, name: string): PyModule | undefined {
  return makers.get(name)?.(m);
}
