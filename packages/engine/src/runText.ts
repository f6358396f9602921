/** A text through passes in one go, for the command line. */
import { inferTypes } from "@relayscope/infer";
import type { Diagnostic } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { findPass, type PassContext, runPipeline } from "@relayscope/passes";
import { codeFrame, parseModule, printModule } from "@relayscope/text";

export interface RunTextOptions {
  /** Names of passes. */
  readonly pipeline: readonly string[];
  readonly optLevel: number;
  /** Print the module as it stands after this pass; undefined for the end. */
  readonly printAfter: string | undefined;
}

export interface RunTextResult {
  /** Undefined where nothing could be read. */
  readonly text: string | undefined;
  readonly stages: readonly { readonly pass: string; readonly status: string; readonly reason: string; readonly ms: number }[];
  /** Each problem as it is shown: a sentence, with the place in the text where there is one. */
  readonly problems: readonly string[];
}

/** Reads, types and runs. Never throws; a pass that fails leaves the last good module. */
export function runText(text: string, options: RunTextOptions): RunTextResult {
  const problems: string[] = [];
  const tell = (d: Diagnostic) => {
    const sentence = `${d.severity}: ${d.message}${d.pass ? ` (${d.pass})` : ""}`;
    problems.push([d.span ? codeFrame(text, d.span, sentence) : sentence, ...d.hints.map((h) => `  ${h}`)].join("\n"));
  };
  const read = parseModule(text, { operators });
  read.diagnostics.forEach(tell);
  if (read.skipped) problems.push(`note: ${read.skipped}`);
  if (read.module.functions.size === 0 && read.module.types.size === 0) return { text: undefined, stages: [], problems };
  const inferred = inferTypes(read.module, operators, { trust: "nothing" });
  inferred.diagnostics.forEach(tell);
  const context: PassContext = {
    operators,
    optLevel: options.optLevel,
    requiredPasses: [],
    disabledPasses: [],
    config: new Map(),
    target: undefined,
    trace: false,
  };
  const steps = options.pipeline.flatMap((name) => {
    const pass = findPass(name);
    if (!pass) problems.push(`error: The pass \`${name}\` is not built.`);
    return pass ? [{ pass, options: {} }] : [];
  });
  const stages: { pass: string; status: string; reason: string; ms: number }[] = [];
  let module = inferred.module;
  let shown = module;
  for (const { pass, status, reason, ms, diagnostics, module: after } of runPipeline(module, steps, context)) {
    diagnostics.forEach(tell);
    stages.push({ pass, status, reason, ms });
    module = after;
    if (options.printAfter === undefined || pass === options.printAfter) shown = after;
  }
  return { text: printModule(shown), stages, problems };
}
