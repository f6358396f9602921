/**
 * Sequences of passes inside one pass, which the reference builds with Sequential (src/ir/transform.cc).
 * Each step obeys the context's level and its lists of required and disabled passes.
 */
import { composeLineage, type Lineage, type Module } from "@relayscope/ir";
import { throughLineage } from "./decisionNodes.ts";
import type { GivenOptions } from "./options.ts";
import type { Pass, PassContext, PassResult } from "./pass.ts";

/**
 * Whether a pass would run inside a sequence: disabled ones never, required ones always, the rest by level
 * (PassContext::PassEnabled).
 */
export function isEnabled(pass: Pass, context: PassContext): boolean {
  const name = pass.infoName ?? pass.name;
  if (context.disabledPasses.includes(name)) return false;
  return context.requiredPasses.includes(name) || context.optLevel >= pass.optLevel;
}

/** One step of a sequence. */
export interface SequenceStep {
  readonly pass: Pass;
  readonly options?: GivenOptions;
  /** The passes to run before it, regardless of the lists of passes. */
  readonly required?: readonly Pass[];
}

const keep: Lineage = { originsOf: (e) => [e] };

/** The result of a pass that changes nothing. */
export function unchanged(module: Module): PassResult {
  return { module, lineage: keep, decisions: [], diagnostics: [] };
}

/** Two consecutive results as one, in terms of the nodes that the first began with. */
export function followedBy(first: PassResult, second: PassResult): PassResult {
  const { lineage } = first;
  const later = lineage === keep ? second.decisions : second.decisions.map((decision) => throughLineage(decision, lineage));
  return {
    module: second.module,
    lineage: lineage === keep ? second.lineage : composeLineage(lineage, second.lineage),
    decisions: first.decisions.length === 0 ? later : later.length === 0 ? first.decisions : [...first.decisions, ...later],
    diagnostics: [...first.diagnostics, ...second.diagnostics],
  };
}

/** Runs steps one after the other. A step's failure is thrown on: the whole sequence fails. */
export function runSequence(steps: readonly SequenceStep[], module: Module, context: PassContext): PassResult {
  let result = unchanged(module);
  const run = (pass: Pass, options: GivenOptions) => {
    result = followedBy(result, pass.run({ module: result.module, options, context }));
  };
  for (const { pass, options, required } of steps) {
    if (!isEnabled(pass, context)) continue;
    for (const first of required ?? []) run(first, {});
    run(pass, options ?? {});
  }
  return result;
}
