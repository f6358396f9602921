/** Passes over whole modules: they answer a module, and say on the way where its nodes came from and what was decided. */
import { type Diagnostic, type LineageRecorder, lineageRecorder, type Module } from "@relayscope/ir";
import type { Decision } from "./decisions.ts";
import { typedAgain } from "./inferType.ts";
import type { OptionSchema } from "./options.ts";
import { definePass, type Pass, type PassRun, type PassTitle } from "./pass.ts";

/** Says something without failing. */
export type Report = (diagnostic: Diagnostic) => void;

/** What the code of a pass over modules gets. */
export interface ModuleRun<S extends OptionSchema = OptionSchema> extends PassRun<S> {
  readonly lineage: LineageRecorder;
  /** Tells a decision. Absent where none is asked for, so that making one costs nothing then: `decide?.({ ... })`. */
  readonly decide: ((decision: Decision) => void) | undefined;
  /** Says something without failing. What is about no node is said once. */
  readonly report: Report;
}

interface ModulePassDefinition<S extends OptionSchema> extends PassTitle<S> {
  /** Whether types are inferred where the module changed; else the pass leaves them to what comes after it. */
  readonly infersTypes?: boolean;
  /** Answers the module after the pass; the same object where nothing changes. */
  readonly run: (run: ModuleRun<S>) => Module;
}

/** A pass over modules. */
export function modulePass<const S extends OptionSchema>(definition: ModulePassDefinition<S>): Pass {
  const { run, infersTypes, ...title } = definition;
  return definePass({
    ...title,
    run({ module, options, context }) {
      const lineage = lineageRecorder();
      const decisions: Decision[] = [];
      const diagnostics: Diagnostic[] = [];
      const decide = context.trace ? (decision: Decision) => void decisions.push(decision) : undefined;
      const report: Report = (said) => {
        if (said.node || diagnostics.every((known) => known.code !== said.code)) diagnostics.push(said);
      };
      const changed = run({ module, options, context, lineage, decide, report });
      const result = { module: changed, lineage, decisions, diagnostics };
      return infersTypes ? typedAgain(result, context, module) : result;
    },
  });
}
