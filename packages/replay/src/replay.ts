/**
 * Replaying a recorded case of the reference compiler: a text, passes with their options, and what came out.
 * One record gives one result, a flow one per step. Nothing is thrown: a failure is the case's result.
 */
import { formatNamed } from "@relayscope/import";
import type { Module } from "@relayscope/ir";
import { matches, type PatternData, partition, patternFromData } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { recordProblem } from "./recordShape.ts";
import { isModelRecord, replayModel } from "./replayModel.ts";
import { isOwnTarget, replayOwnTarget } from "./replayOwnTarget.ts";
import { inTurn, type PassesRecord, runPasses } from "./replayPasses.ts";
import { printed, ReplayFailure, readExpression, readModule, readPlain, readType } from "./replayTexts.ts";

/** A line of a corpus; its required content depends on its kind. */
interface CaseRecord extends PassesRecord {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly metadata?: string;
  readonly recorded?: boolean;
  readonly what?: string;
  readonly pattern?: PatternData;
  readonly check?: readonly boolean[];
  readonly attrs?: Readonly<Record<string, string>> | null;
  readonly steps?: readonly StepRecord[];
}

interface StepRecord extends PassesRecord {
  readonly expect?: string;
  readonly expect_metadata?: string;
}

export interface CaseError {
  readonly code: string;
  readonly message: string;
  /** One-based, in the input text. */
  readonly line?: number;
  readonly column?: number;
}

export interface CaseResult {
  readonly id: string;
  readonly step?: number;
  readonly text?: string;
  /** The metadata section of the text, where constants have data. */
  readonly metadata?: string | undefined;
  readonly matched?: boolean;
  /** Of an imported model: type, shape and hash of each parameter, by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly error?: CaseError;
  /** Median time of the passes, without reading and printing. */
  readonly ms?: number;
}

export interface ReplayOptions {
  /** How often to run the passes for their median time; 0 for no time. */
  readonly runs: number;
}

/** The results of one record. Never throws. */
export function replayCase(record: unknown, options: ReplayOptions): readonly CaseResult[] {
  const id = idOf(record);
  if (isModelRecord(record)) return [guarded(id, () => replayModel(id, record, options.runs))];
  if (isOwnTarget(record)) return [guarded(id, () => ({ id, ...replayOwnTarget(record) }))];
  if (!isCase(record)) return [{ id, error: { code: "not-a-case", message: notACase(record) } }];
  if (record.kind === "flow") return replayFlow(record, options);
  return [guarded(id, () => ({ id, ...answer(record, options) }))];
}

function answer(record: CaseRecord, options: ReplayOptions): Omit<CaseResult, "id"> {
  switch (record.kind) {
    case "pass":
      return replayPasses(() => readModule(record.input, record.metadata, { isTyped: record.recorded === true }), record, options, {
        next: 0,
      }).result;
    case "parse":
      return record.what === "parse_expr"
        ? printed(readPlain(record.input))
        : printed(readModule(record.input, record.metadata, { isTyped: false }));
    case "match":
      return {
        matched: matches(patternOf(record), readExpression(record.input, record.metadata, record.recorded !== true), undefined, {
          operators,
        }),
      };
    case "partition": {
      const expr = readExpression(record.input, record.metadata, record.recorded !== true);
      const attrs = record.attrs ? new Map(Object.entries(record.attrs)) : undefined;
      return printed(partition(patternOf(record), expr, { attrs, check: inTurn(record.check ?? []), operators }));
    }
    default:
      throw new ReplayFailure("unknown-kind", `\`${record.kind}\` is not a kind of case.`);
  }
}

/**
 * Each step starts from the reference's previous text, so that one miss does not affect the rest. Numbers of generated
 * names continue from step to step. Texts with `simulated_quantize` are an exception, as in the reference, which cannot
 * read them back and continues from the module itself: a text has six digits of each scale. If our module prints as
 * that text, it continues, too.
 */
function replayFlow(record: CaseRecord, options: ReplayOptions): readonly CaseResult[] {
  const results: CaseResult[] = [];
  let text: string | undefined = record.input;
  let metadata = record.metadata;
  let kept: Module | undefined;
  const freshNames = { next: 0 };
  for (const [step, given] of (record.steps ?? []).entries()) {
    const input: string | undefined = text;
    const section = metadata;
    const whole: PassesRecord = { ...record, ...given };
    const start = kept;
    kept = undefined;
    results.push(
      guarded(
        record.id,
        () => {
          if (input === undefined) throw new ReplayFailure("no-text", "The step before has no text to continue from.");
          const read = start ? () => start : () => readModule(input, section, { isTyped: record.recorded === true });
          const { module, result } = replayPasses(read, whole, options, freshNames);
          if (given.expect?.includes("simulated_quantize") && result.text?.trim() === given.expect.trim()) kept = module;
          return { id: record.id, step, ...result };
        },
        step,
      ),
    );
    text = given.expect ?? undefined;
    metadata = given.expect_metadata ?? undefined;
  }
  return results;
}

interface PassesResult {
  readonly module: Module;
  readonly result: Omit<CaseResult, "id">;
}

function replayPasses(read: () => Module, record: PassesRecord, options: ReplayOptions, freshNames: { next: number }): PassesResult {
  const { next } = freshNames;
  const module = runPasses(read(), record, freshNames);
  const result = printed(module);
  if (options.runs === 0) return { module, result };
  const times: number[] = [];
  for (let i = 0; i < options.runs; i++) {
    const fresh = read();
    const begin = performance.now();
    runPasses(fresh, record, { next });
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return { module, result: { ...result, ms: Math.round((times[times.length >> 1] ?? 0) * 1000) / 1000 } };
}

function patternOf(record: CaseRecord) {
  if (!record.pattern) throw new ReplayFailure("no-pattern", "The record has no pattern.");
  return patternFromData(record.pattern, { parseExpr: readPlain, parseType: readType });
}

function guarded(id: string, run: () => CaseResult, step?: number): CaseResult {
  try {
    return run();
  } catch (error) {
    return { id, ...(step === undefined ? {} : { step }), error: errorOf(error) };
  }
}

function errorOf(error: unknown): CaseError {
  if (error instanceof ReplayFailure) {
    const { line, column } = error;
    return {
      code: error.code,
      message: error.message,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    };
  }
  if (error instanceof Error) {
    const code = "code" in error && typeof error.code === "string" ? error.code : "internal-error";
    return { code, message: error.message };
  }
  return { code: "internal-error", message: String(error) };
}

function idOf(record: unknown): string {
  const id = typeof record === "object" && record !== null && "id" in record ? record.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

function isCase(record: unknown): record is CaseRecord {
  return recordProblem(record, "case") === undefined;
}

function notACase(record: unknown): string {
  const kind = typeof record === "object" && record !== null && "kind" in record ? record.kind : undefined;
  const isModel = typeof kind === "string" && formatNamed(kind) !== undefined;
  return `The record is not a case: ${recordProblem(record, isModel ? "model" : kind === "why" ? "why" : "case")}.`;
}
