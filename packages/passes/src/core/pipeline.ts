/**
 * Pipelines: sequences of passes, by the rules of the reference's Sequential (src/ir/transform.cc). Disabled passes and
 * those above the context's level are reported as skipped. The passes that a pass requires run before it.
 */
import { type Diagnostic, Failure, type Module } from "@relayscope/ir";
import { internalError, unknownOption } from "./diagnostics.ts";
import { asWarning } from "./inferType.ts";
import type { GivenOptions } from "./options.ts";
import { isOfHole, type Pass, type PassContext, type PassResult, type TargetTables } from "./pass.ts";
import { followedBy, isEnabled, unchanged } from "./sequence.ts";

export interface PipelineStep {
  readonly pass: Pass;
  readonly options: GivenOptions;
  /** The tables that the step's pass finds in its context; the context's own where absent. */
  readonly tables?: TargetTables | undefined;
  /** Switched off by the user: shown, not run. */
  readonly isOff?: boolean;
}

/** `left-out`: it could not continue at a hole of the text. The module stays, and the next step runs. */
export type StepStatus = "done" | "unchanged" | "skipped" | "failed" | "left-out" | "off";

/** The module of a step that did not run, or failed, is that before it. */
export interface StepResult extends PassResult {
  readonly pass: string;
  readonly status: StepStatus;
  /** Why it was skipped or failed, without a full stop: `needs opt level 3, the context has 2`. Else empty. */
  readonly reason: string;
  readonly ms: number;
}

export interface PipelineOptions {
  /** Whether each pass is called directly: levels and lists then do not count, and no required pass runs before it. */
  readonly isDirect?: boolean;
}

/**
 * Runs the steps one by one and yields each result as it comes. After a failure the rest is skipped: the reference
 * stops there. Never throws.
 */
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
  const { pass, options, tables } = step;
  const begin = performance.now();
  let result: PassResult;
  try {
    result = unchanged(module);
    for (const required of isDirect ? [] : (pass.requires ?? [])) {
      result = followedBy(result, required.run({ module: result.module, options: {}, context }));
    }
    const under = tables ? { ...context, tables } : context;
    const said = unknownOptions(pass, options);
    result = followedBy(result, pass.run({ module: result.module, options, context: under }));
    if (said.length > 0) result = { ...result, diagnostics: [...said, ...result.diagnostics] };
  } catch (error) {
    result = { ...unchanged(module), diagnostics: [failureOf(error)] };
  }
  const ms = performance.now() - begin;
  const diagnostics = result.diagnostics.map((d) => ({ ...d, pass: pass.name }));
  const failure = diagnostics.find((d) => d.severity === "error");
  if (failure && isOfHole(context, failure)) {
    const said = diagnostics.map(asWarning);
    return { ...unchanged(module), pass: pass.name, status: "left-out", reason: failure.message, diagnostics: said, ms };
  }
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

/** Given options that the pass does not have. They are reported and ignored. */
function unknownOptions(pass: Pass, options: GivenOptions): readonly Diagnostic[] {
  const known = Object.keys(pass.options);
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => unknownOption(pass.name, name, known));
}

function failureOf(error: unknown): Diagnostic {
  if (error instanceof Failure) return error.diagnostic;
  return internalError(error instanceof Error ? error.message : String(error));
}
