/**
 * Pipelines: passes in a row, by the rules of the reference's Sequential (src/ir/transform.cc). Disabled passes and those above the
 * context's level are skipped and say so; the passes that a pass requires run before it.
 */
import { type Diagnostic, diagnostic, type Lineage, type Module } from "@relayscope/ir";
import { canonicalizeOps } from "./canonicalizeOps.ts";
import type { Decision } from "./decisions.ts";
import { inferType } from "./inferType.ts";
import { type Pass, type PassContext, PassFailure, type PassOptions, type PassResult } from "./pass.ts";
import { followedBy, isEnabled, unchanged } from "./sequence.ts";

/** The passes that others require. */
const requirable: ReadonlyMap<string, Pass> = new Map([inferType, canonicalizeOps].map((pass) => [pass.name, pass]));

export interface PipelineStep {
  readonly pass: Pass;
  readonly options: PassOptions;
  /** Switched off by the user: shown, not run. */
  readonly isOff?: boolean;
}

export type StepStatus = "done" | "unchanged" | "skipped" | "failed" | "off";

export interface StepResult {
  readonly pass: string;
  readonly status: StepStatus;
  /** Why it was skipped or failed, without a full stop: `needs opt level 3, the context has 2`. Else empty. */
  readonly reason: string;
  /** The module after the step; the last good one where it did not run or failed. */
  readonly module: Module;
  /** From this module's nodes to those of the module before the step. */
  readonly lineage: Lineage;
  readonly decisions: readonly Decision[];
  readonly diagnostics: readonly Diagnostic[];
  readonly ms: number;
}

export interface PipelineOptions {
  /** Whether each pass is called directly: levels and lists do not count then, and no required pass runs before it. */
  readonly isDirect?: boolean;
}

/** Runs the steps one by one and yields each result as it comes. After a failure the rest is skipped: the reference stops there. Never throws. */
export function* runPipeline(
  module: Module,
  steps: readonly PipelineStep[],
  context: PassContext,
  options: PipelineOptions = {},
): Generator<StepResult, void, undefined> {
  let current = module;
  let failed: string | undefined;
  for (const step of steps) {
    const reason = step.isOff
      ? ""
      : failed !== undefined
        ? `\`${failed}\` failed before it`
        : options.isDirect
          ? ""
          : reasonToSkip(step.pass, context);
    if (step.isOff || reason !== "") {
      yield { ...unchanged(current), pass: step.pass.name, status: step.isOff ? "off" : "skipped", reason, ms: 0 };
      continue;
    }
    const result = runStep(current, step, context, options.isDirect ?? false);
    if (result.status === "failed") failed = step.pass.name;
    current = result.module;
    yield result;
  }
}

/** Runs one step and never throws: a failure is a diagnostic that names the pass and the node, and the module stays. */
export function runStep(module: Module, step: PipelineStep, context: PassContext, isDirect = false): StepResult {
  const { pass, options } = step;
  const begin = performance.now();
  let result: PassResult;
  try {
    result = unchanged(module);
    for (const name of isDirect ? [] : pass.requires) {
      const required = requirable.get(name);
      if (required) result = followedBy(result, required.run(result.module, {}, context));
    }
    result = followedBy(result, pass.run(result.module, options, context));
  } catch (error) {
    result = { ...unchanged(module), diagnostics: [failureOf(error)] };
  }
  const ms = performance.now() - begin;
  const diagnostics = result.diagnostics.map((d) => ({ ...d, pass: pass.name }));
  const failure = diagnostics.find((d) => d.severity === "error");
  if (failure) return { ...unchanged(module), pass: pass.name, status: "failed", reason: failure.message, diagnostics, ms };
  const status = result.module === module ? "unchanged" : "done";
  return { ...result, diagnostics, pass: pass.name, status, reason: "", ms };
}

function reasonToSkip(pass: Pass, context: PassContext): string {
  if (isEnabled(pass, context)) return "";
  const name = pass.infoName ?? pass.name;
  if (context.disabledPasses.includes(name)) return "is disabled by the context";
  return `needs opt level ${pass.optLevel}, the context has ${context.optLevel}`;
}

function failureOf(error: unknown): Diagnostic {
  if (error instanceof PassFailure) {
    return diagnostic(error.code, error.message, { ...(error.node ? { node: error.node } : {}), hints: error.hints });
  }
  const message = error instanceof Error ? error.message : String(error);
  return diagnostic("internal-error", `The pass stopped at an internal error: ${message}`, {
    hints: ["This is a defect of Relayscope; the module before the pass is kept."],
  });
}
