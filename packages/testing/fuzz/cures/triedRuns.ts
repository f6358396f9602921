/**
 * Cures of a run's boundaries, as the reference is asked about them: a text, passes, patterns and rules as data, and
 * the module that we predict.
 */
import type { RunSpec } from "@relayscope/engine";
import { typeText } from "@relayscope/ir";
import { patternToData } from "@relayscope/match";
import { judgedSets, type TriedCure, triedCures } from "@relayscope/replay";
import { parsePattern } from "@relayscope/targets/patternText";
import { printExpression } from "@relayscope/text";
import type { Random } from "../random.ts";

export interface TriedRun {
  readonly label: string;
  readonly optLevel: number;
  /** Whether the text is another than before. */
  readonly isRewritten: boolean;
  /** The edited text, with parameters bound where that is part of the run. */
  readonly input: string;
  readonly passes: readonly {
    readonly name: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly patterns?: readonly unknown[];
  }[];
  readonly rules: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** The module after the last pass. */
  readonly predicted: string;
}

/** Up to `most` cures of a run's boundaries. */
export async function triedRuns(run: RunSpec, most: number): Promise<readonly TriedRun[]> {
  return (await triedCures(run, most)).map((cure) => triedRun(run, cure));
}

/** The sets of operators that make up to `most` random pairs of a run's nodes one region. */
export async function triedSets(run: RunSpec, most: number, r: Random): Promise<readonly TriedRun[]> {
  const judged = await judgedSets(run, most, (count) => r.int(0, count - 1));
  return judged.flatMap(({ cure }) => (cure ? [triedRun(run, cure)] : []));
}

function triedRun(run: RunSpec, { label, run: edited, input, output }: TriedCure): TriedRun {
  return {
    label,
    optLevel: edited.optLevel,
    isRewritten: edited.text !== run.text,
    input,
    predicted: output,
    passes: edited.pipeline.filter((step) => !step.isOff).map(({ pass, options }) => passOf(edited, pass, options)),
    rules: Object.fromEntries(edited.customTargets.map((t) => [t.name, Object.fromEntries(t.operators.map((o) => [o, true]))])),
  };
}

function passOf(run: RunSpec, name: string, options: Readonly<Record<string, unknown>>): TriedRun["passes"][number] {
  const { targets, ...rest } = options;
  const listed = Array.isArray(targets) ? targets : [run.target];
  if (name === "AnnotateTarget") return { name, options: { ...rest, targets: listed } };
  if (name !== "MergeComposite") return { name, options: rest };
  const table = listed.flatMap((t) => run.customTargets.find((c) => c.name === t)?.patterns ?? []);
  return { name, patterns: table.map((entry) => ({ name: entry.name, pattern: dataOf(entry.pattern) })) };
}

function dataOf(text: string): unknown {
  const { pattern } = parsePattern(text);
  return (
    pattern && patternToData(pattern, { printExpr: (e) => (e.kind === "Op" ? `op:${e.name}` : printExpression(e)), printType: typeText })
  );
}
