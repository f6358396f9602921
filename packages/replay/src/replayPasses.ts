/** Running a record's passes under the surroundings that it was recorded in. */
import { type Module, raise } from "@relayscope/ir";
import { type PatternData, patternFromData } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import {
  type CompositePattern,
  type GivenOptions,
  type OperatorRules,
  type PassContext,
  passContext,
  runPipeline,
} from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { failureOf, ReplayFailure, readPlain, readType } from "./replayTexts.ts";

export interface PassRecord {
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>> | null;
  readonly patterns?: readonly { readonly name: string; readonly pattern: PatternData; readonly check?: readonly boolean[] }[];
}

export interface PassesRecord {
  readonly passes?: readonly PassRecord[];
  /** Whether they ran inside one Sequential, where levels apply; otherwise each was called separately. */
  readonly sequential?: boolean;
  readonly opt_level?: number;
  readonly disabled?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>> | null;
  readonly target?: string | null;
  readonly rules?: Readonly<Record<string, Readonly<Record<string, boolean | readonly boolean[]>>>> | null;
}

/**
 * The module after the record's passes; `freshNames` continues to count generated names. Throws a `ReplayFailure` if
 * one fails.
 */
export function runPasses(module: Module, record: PassesRecord, freshNames: { next: number }): Module {
  const context = { ...contextOf(record), freshNames };
  const rules = rulesOf(record.rules ?? {});
  const steps = (record.passes ?? []).map((given) => {
    const pass = findPass(given.name) ?? raise(new ReplayFailure("pass-not-built", `Relayscope does not have the pass \`${given.name}\`.`));
    return { pass, options: optionsOf(given, record), tables: { patterns: (given.patterns ?? []).map(patternEntry), rules } };
  });
  let current = module;
  for (const result of runPipeline(module, steps, context, { isDirect: record.sequential !== true })) {
    const error = result.diagnostics.find((d) => d.severity === "error");
    if (error) throw failureOf(error);
    current = result.module;
  }
  return current;
}

function contextOf(record: PassesRecord): PassContext {
  const { target, ...config } = record.config ?? {};
  return passContext(operators, {
    optLevel: record.opt_level ?? 3,
    disabledPasses: record.disabled ?? [],
    config: new Map(Object.entries(config)),
    target: record.target ?? (typeof target === "string" ? target : undefined),
  });
}

/**
 * A pass's options as its schema names them; the quantization passes of a record share the first one's, as the
 * reference's qconfig.
 */
function optionsOf(given: PassRecord, record: PassesRecord): GivenOptions {
  const isQuantizing = (p: PassRecord) => /^Quantize/.test(p.name);
  const shared = isQuantizing(given) ? record.passes?.find(isQuantizing)?.options : undefined;
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...shared, ...given.options })) options[name] = unpacked(value);
  return options;
}

/** `{"float": 1.0}` is a float that JSON would take for an integer. */
function unpacked(value: unknown): unknown {
  if (typeof value === "object" && value !== null && Object.keys(value).length === 1 && "float" in value) return value.float;
  return value;
}

function patternEntry(entry: NonNullable<PassRecord["patterns"]>[number]): CompositePattern {
  const pattern = patternFromData(entry.pattern, { parseExpr: readPlain, parseType: readType });
  return entry.check ? { name: entry.name, pattern, check: inTurn(entry.check) } : { name: entry.name, pattern };
}

function rulesOf(record: NonNullable<PassesRecord["rules"]>): OperatorRules {
  const targets = Object.entries(record).map(([target, answers]) => [
    target,
    Object.fromEntries(
      Object.entries(answers).map(([operator, answer]) => [operator, typeof answer === "boolean" ? () => answer : inTurn(answer)]),
    ),
  ]);
  return Object.fromEntries(targets);
}

/** Returns recorded answers, one per question, and false for further questions. */
export function inTurn(answers: readonly boolean[]): () => boolean {
  let next = 0;
  return () => answers[next++] ?? false;
}
