/** Passes over functions one by one. Follows FunctionPassNode in src/relay/ir/transform.cc. */
import { type Func, isSkippedByPasses, mapFunctions } from "@relayscope/ir";
import { type ModuleRun, modulePass } from "./modulePass.ts";
import type { OptionSchema } from "./options.ts";
import type { Pass, PassTitle } from "./pass.ts";

/** What the code of a pass over functions gets: one of them, its name, and the module around it. */
export interface FunctionRun<S extends OptionSchema = OptionSchema> extends ModuleRun<S> {
  readonly f: Func;
  readonly name: string;
}

/**
 * A pass that runs on each function by itself and leaves those of external compilers alone; types are inferred afterwards, as the reference does.
 * `runFunction` answers the function after the pass; the same object where nothing changes. `checkModule` comes before the first function, and throws
 * where the pass can't run on the module at all.
 */
export function functionPass<const S extends OptionSchema>(
  definition: PassTitle<S> & { readonly runFunction: (run: FunctionRun<S>) => Func; readonly checkModule?: (run: ModuleRun<S>) => void },
): Pass {
  const { runFunction, checkModule, ...title } = definition;
  return modulePass({
    ...title,
    infersTypes: true,
    run: (run) => {
      checkModule?.(run);
      return mapFunctions(run.module, (f, name) => {
        if (isSkippedByPasses(f)) return f;
        const result = runFunction({ ...run, f, name });
        if (result !== f) run.lineage.record(result, f);
        return result;
      });
    },
  });
}
