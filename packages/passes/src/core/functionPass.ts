/** Passes over functions one by one. Follows FunctionPassNode in src/relay/ir/transform.cc. */
import { Failure, type Func, isSkippedByPasses, mapFunctions } from "@relayscope/ir";
import { functionLeftAlone } from "./diagnostics.ts";
import { type ModuleRun, modulePass } from "./modulePass.ts";
import type { OptionSchema } from "./options.ts";
import { isOfHole, type Pass, type TitleParts } from "./pass.ts";

/** The input of a pass over functions: a function, its name, and the module around it. */
export interface FunctionRun<S extends OptionSchema = OptionSchema> extends ModuleRun<S> {
  readonly f: Func;
  readonly name: string;
}

/**
 * A pass that runs on each function separately and skips those of external compilers. Types are inferred afterwards, as
 * in the reference. `runFunction` returns the function after the pass; the same object if nothing changes.
 * `checkModule` runs before the first function, and throws if the pass can't run on the module at all. In a text with
 * holes, a function on which it throws stays, as long as there is another.
 */
export function functionPass<const S extends OptionSchema>(
  definition: TitleParts<S> & { readonly runFunction: (run: FunctionRun<S>) => Func; readonly checkModule?: (run: ModuleRun<S>) => void },
): Pass {
  const { runFunction, checkModule, ...title } = definition;
  return modulePass({
    ...title,
    infersTypes: true,
    run: (run) => {
      checkModule?.(run);
      let failed: Failure | undefined;
      let done = 0;
      const attempt = (f: Func, name: string): Func => {
        if (!run.context.hasHoles) return runFunction({ ...run, f, name });
        try {
          const result = runFunction({ ...run, f, name });
          done++;
          return result;
        } catch (error) {
          if (!(error instanceof Failure) || !isOfHole(run.context, error.diagnostic)) throw error;
          failed ??= error;
          run.report(functionLeftAlone(name, error.diagnostic));
          return f;
        }
      };
      const module = mapFunctions(run.module, (f, name) => {
        if (isSkippedByPasses(f)) return f;
        const result = attempt(f, name);
        if (result !== f) run.lineage.record(result, f);
        return result;
      });
      if (failed && done === 0) throw failed;
      return module;
    },
  });
}
