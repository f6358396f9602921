/** Whether two modules mean the same: both run on the same random inputs, and the results are compared. */
import {
  type Call,
  type Constant,
  constant,
  type Expr,
  elementOf,
  type Lineage,
  type Module,
  moduleOrder,
  present,
  rewriter,
  type TensorData,
  type Type,
  withFunctions,
} from "@relayscope/ir";
import { isFloat } from "./arithmetic.ts";
import { evaluateFunction, isPlain } from "./evaluateModule.ts";
import { isTensor, type Value } from "./kernel.ts";
import { positiveLeaves, randomNumbers, randomValue } from "./randomValues.ts";
import { reasons } from "./reasons.ts";
import { workOfModule } from "./work.ts";

export interface CheckOptions {
  /** How many random inputs are tried. */
  readonly runs: number;
  readonly seed: number;
  /** Multiplications and the like that one run of one module may take. */
  readonly budget: number;
  /** As in `evaluateFunction`. */
  readonly typeOf?: (call: Call, types: readonly Type[]) => Type | undefined;
}

/** The first element that differs. */
export interface MeaningDifference {
  /** Counted from 1. */
  readonly run: number;
  /** Which of the results, where there are several. */
  readonly output: number;
  readonly index: readonly number[];
  readonly before: string;
  readonly after: string;
}

export type MeaningAnswer =
  | {
      readonly kind: "same";
      readonly runs: number /** The largest distance of two floats; 0 where all are equal. */;
      readonly largest: number;
    }
  | { readonly kind: "different"; readonly largest: number; readonly difference: MeaningDifference }
  | { readonly kind: "unknown"; readonly reason: string; readonly node: Expr | undefined };

/** How far apart floats may be, of the largest magnitude in their tensor or of 1: sums are taken in other orders. */
const floatTolerance: Readonly<Record<string, number>> = { float16: 2e-2, bfloat16: 1e-1, float32: 1e-4, float64: 1e-9 };

const entry = "main";
const yieldEvery = 1 << 22;

/**
 * Compares `@main` before and after a pass. Inputs are matched by name; parameters that became constants, by lineage.
 * Integers must be equal, floats within `floatTolerance`. Yields regularly, with the finished share from 0 up to 1.
 */
export function* checkMeaning(before: Module, after: Module, lineage: Lineage, options: CheckOptions): Generator<number, MeaningAnswer> {
  const [f, g] = [before.functions.get(entry), after.functions.get(entry)];
  const unknown = (reason: string, node?: Expr): MeaningAnswer => ({ kind: "unknown", reason, node });
  if (f?.kind !== "Function" || g?.kind !== "Function") return unknown(reasons.noFunction(entry));
  const estimate = Math.max(workOfModule(before), workOfModule(after));
  if (estimate > options.budget) return unknown(reasons.tooLarge(estimate, options.budget));
  const positive = positiveLeaves(before);
  let largest = 0;
  for (let run = 1; run <= options.runs; run++) {
    const next = randomNumbers(options.seed + run);
    const inputs = new Map<string, Value>();
    const byVariable = new Map<Expr, Value>();
    for (const param of f.params) {
      const value = param.checkedType && randomValue(param.checkedType, positive.has(param), next);
      if (!value) return unknown(reasons.openInput(param.name), param);
      inputs.set(param.name, value);
      byVariable.set(param, value);
    }
    const target = filled(after, lineage, byVariable);
    if ("reason" in target) return unknown(target.reason, target.node);
    const main = target.module.functions.get(entry);
    const args: Value[] = [];
    for (const param of main?.params ?? []) {
      const value = inputs.get(param.name);
      if (!value) return unknown(reasons.otherInput(param.name), param);
      args.push(value);
    }
    const results: Value[] = [];
    for (const [side, [module, given]] of [[before, [...byVariable.values()]] as const, [target.module, args] as const].entries()) {
      const outcome = yield* progressing(
        evaluateFunction(module, entry, given, options),
        estimate,
        (share) => (run - 1 + (side + share) / 2) / options.runs,
      );
      if ("reason" in outcome) return unknown(outcome.reason, outcome.node);
      if (!isPlain(outcome.value)) return unknown(reasons.notComparable);
      results.push(outcome.value);
    }
    const compared = comparison(flat(present(results[0])), flat(present(results[1])), run);
    largest = Math.max(largest, compared.largest);
    if (compared.difference) return { kind: "different", largest, difference: compared.difference };
  }
  return { kind: "same", runs: options.runs, largest };
}

/** Runs an evaluation, yielding a share for each bit of work. */
function* progressing<T>(evaluation: Generator<number, T>, estimate: number, shareOf: (done: number) => number): Generator<number, T> {
  let reported = 0;
  let calls = 0;
  for (;;) {
    const step = evaluation.next();
    if (step.done) return step.value;
    if (step.value - reported < yieldEvery && ++calls % 1000 !== 0) continue;
    reported = step.value;
    yield shareOf(Math.min(1, step.value / Math.max(1, estimate)));
  }
}

/**
 * The module with values for constants that were parameters before the pass; a reason where a constant's values are not
 * known.
 */
function filled(
  module: Module,
  lineage: Lineage,
  values: ReadonlyMap<Expr, Value>,
): { readonly module: Module } | { readonly reason: string; readonly node: Expr } {
  const known = new Map<Constant, Constant>();
  let lacking: Constant | undefined;
  for (const e of moduleOrder(module)) {
    if (e.kind !== "Constant" || e.data) continue;
    const value = lineage
      .originsOf(e)
      .map((o) => values.get(o))
      .find(isTensor);
    if (value) known.set(e, constant(value, e.tensorType, { checkedType: e.checkedType }));
    else lacking = e;
  }
  if (lacking) return { reason: reasons.madeConstant, node: lacking };
  return { module: withConstants(module, known) };
}

/** A copy in which constants are replaced by others of the same type; every node keeps its type. */
function withConstants(module: Module, changed: ReadonlyMap<Constant, Constant>): Module {
  if (changed.size === 0) return module;
  const shared = rewriter({
    pre: (e) => (e.kind === "Constant" ? changed.get(e) : undefined),
    post: (original, rebuilt) => {
      if (rebuilt !== original) rebuilt.checkedType = original.checkedType;
      return rebuilt;
    },
  });
  const functions = new Map([...module.functions].map(([name, f]) => [name, shared.rewrite(f) as typeof f]));
  return withFunctions(module, functions);
}

/**
 * A copy in which every constant without values has random ones, and the number of those; undefined if any has no
 * static type.
 */
export function withRandomConstants(module: Module, seed: number): { readonly module: Module; readonly count: number } | undefined {
  const positive = positiveLeaves(module);
  const next = randomNumbers(seed);
  const changed = new Map<Constant, Constant>();
  let isOpen = false;
  for (const e of moduleOrder(module)) {
    if (e.kind !== "Constant" || e.data) continue;
    const type = e.checkedType ?? e.tensorType;
    const value = type && randomValue(type, positive.has(e), next);
    if (isTensor(value)) changed.set(e, constant(value, e.tensorType, { checkedType: e.checkedType }));
    else isOpen = true;
  }
  return isOpen ? undefined : { module: withConstants(module, changed), count: changed.size };
}

function flat(value: Value): readonly TensorData[] {
  return isTensor(value) ? [value] : value.flatMap(flat);
}

interface Comparison {
  readonly largest: number;
  readonly difference: MeaningDifference | undefined;
}

function comparison(before: readonly TensorData[], after: readonly TensorData[], run: number): Comparison {
  let largest = 0;
  const count = Math.max(before.length, after.length);
  for (let output = 0; output < count; output++) {
    const [a, b] = [before[output], after[output]];
    if (!a || !b || a.dtype !== b.dtype || a.shape.join() !== b.shape.join()) {
      const difference = { run, output, index: [], before: described(a), after: described(b) };
      return { largest, difference };
    }
    const tolerance = isFloat(a.dtype) ? (floatTolerance[a.dtype] ?? 0) * Math.max(1, magnitude(a)) : 0;
    for (let i = 0; i < a.values.length; i++) {
      const [x, y] = [elementOf(a, i), elementOf(b, i)];
      if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue;
      const distance = Math.abs(Number(x) - Number(y));
      if (distance > largest) largest = distance;
      if (distance <= tolerance) continue;
      return { largest, difference: { run, output, index: unraveled(i, a.shape), before: String(x), after: String(y) } };
    }
  }
  return { largest, difference: undefined };
}

function magnitude(t: TensorData): number {
  let most = 0;
  for (let i = 0; i < t.values.length; i++) {
    const size = Math.abs(Number(elementOf(t, i)));
    if (Number.isFinite(size) && size > most) most = size;
  }
  return most;
}

function described(t: TensorData | undefined): string {
  return t ? `${t.dtype} (${t.shape.join(", ")})` : "nothing";
}

function unraveled(flatIndex: number, shape: readonly number[]): readonly number[] {
  const index: number[] = [];
  let rest = flatIndex;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index.unshift(rest % present(shape[axis]));
    rest = Math.floor(rest / present(shape[axis]));
  }
  return index;
}
