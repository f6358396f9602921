/** Passes over functions one by one. Follows FunctionPassNode in src/relay/ir/transform.cc. */
import {
  type Diagnostic,
  type Func,
  isSkippedByPasses,
  type LineageRecorder,
  lineageRecorder,
  type Module,
  mapFunctions,
} from "@relayscope/ir";
import type { Decision } from "./decisions.ts";
import { typedAgain } from "./inferType.ts";
import { definePass, type OptionSchema, type Pass, type PassContext, type PassOptions, type PassResult } from "./pass.ts";

/** Where a function stands: for passes that look at its neighbors. */
export interface FunctionPlace {
  readonly name: string;
  readonly module: Module;
  /** What the pass has to say without failing. */
  readonly diagnostics: Diagnostic[];
}

export interface FunctionPassParts {
  readonly name: string;
  readonly infoName?: string;
  readonly summary: string;
  readonly optLevel: number;
  readonly requires: readonly string[];
  readonly options: readonly OptionSchema[];
  /** Answers the function after the pass; the same object where nothing changes. Decisions are to be pushed only where `context.trace`. */
  runFunction(
    f: Func,
    options: PassOptions,
    context: PassContext,
    lineage: LineageRecorder,
    decisions: Decision[],
    place: FunctionPlace,
  ): Func;
}

/**
 * A pass that runs on each function by itself and leaves those of external compilers alone; types are inferred afterwards,
 * as the reference does.
 */
export function functionPass(parts: FunctionPassParts): Pass {
  const { runFunction, ...described } = parts;
  return definePass({
    ...described,
    run(module: Module, options: PassOptions, context: PassContext): PassResult {
      const lineage = lineageRecorder();
      const decisions: Decision[] = [];
      const diagnostics: Diagnostic[] = [];
      const changed = mapFunctions(module, (f, name) => {
        if (isSkippedByPasses(f)) return f;
        const result = runFunction(f, options, context, lineage, decisions, { name, module, diagnostics });
        if (result !== f) lineage.record(result, f);
        return result;
      });
      return typedAgain({ module: changed, lineage, decisions, diagnostics }, context, module);
    },
  });
}
