/** Passes over whole modules. They return a module, and report the lineage of its nodes and their decisions. */
import { type Diagnostic, type LineageRecorder, lineageRecorder, type Module } from "@relayscope/ir";
import type { Decision } from "./decisions.ts";
import { typedAgain } from "./inferType.ts";
import type { OptionSchema } from "./options.ts";
import { definePass, type Pass, type PassRun, type TitleParts } from "./pass.ts";

/** Reports a diagnostic without failing. */
export type Report = (diagnostic: Diagnostic) => void;

/** The input of a pass over modules. */
export interface ModuleRun<S extends OptionSchema = OptionSchema> extends PassRun<S> {
  readonly lineage: LineageRecorder;
  /** Reports a decision. Undefined if decisions are not requested, so that none is made: `decide?.({ ... })`. */
  readonly decide: ((decision: Decision) => void) | undefined;
  /** Reports a diagnostic without failing. A diagnostic that concerns no node is reported once. */
  readonly report: Report;
}

type ModulePassDefinition<S extends OptionSchema> = TitleParts<S> & {
  /** Whether types are inferred if the module changed; otherwise a later pass does that. */
  readonly infersTypes?: boolean;
  /** Returns the module after the pass; the same object if nothing changes. */
  readonly run: (run: ModuleRun<S>) => Module;
};

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
