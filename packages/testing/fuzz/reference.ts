/**
 * Asking the reference compiler: cases in, answers out. RELAYSCOPE_REFERENCE names its Python, RELAYSCOPE_ORACLE the
 * folder of its scripts.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { replayCase } from "@relayscope/replay";
import { type Answer, type Expectation, judge } from "../src/judge.ts";

/** A case of kind `pass` as the reference's `replay.py` and our own replay read it. */
export interface PassCase {
  readonly id: string;
  readonly kind: "pass";
  readonly input: string;
  readonly metadata?: string;
  readonly passes: readonly CasePass[];
  readonly rules?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  readonly sequential?: boolean;
  readonly opt_level: number;
  /** The target in force, where there is one. */
  readonly target?: string;
}

export interface CasePass {
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly patterns?: readonly unknown[];
}

/** A step of a plan: passes, and the operators that targets take. */
export interface PlanStep {
  readonly passes: readonly CasePass[];
  readonly rules?: NonNullable<PassCase["rules"]>;
}

/** Where the reference is; undefined where the environment does not say. */
export function referencePlace(): { readonly python: string; readonly folder: string } | undefined {
  const { RELAYSCOPE_REFERENCE: python, RELAYSCOPE_ORACLE: folder } = process.env;
  return python && folder ? { python, folder } : undefined;
}

/** The reference's answers by case id. A case that ends the reference has an error `Crash` for an answer. */
export function askReference(cases: readonly PassCase[]): ReadonlyMap<string, Answer> {
  return new Map(
    linesOf("replay.py", [], cases.map((c) => JSON.stringify(c)).join("\n")).map((line) => {
      const { id, ...answer } = JSON.parse(line) as Answer & { id: string };
      return [id, answer];
    }),
  );
}

/** Fresh cases of the reference's own generator, as JSON lines. */
export function generatedCases(kind: string, from: number, to: number): readonly string[] {
  return linesOf("generate.py", [kind, String(from), String(to)], "");
}

/** The milliseconds that the reference's passes take on recorded cases, by case id and step (0 but for flows). */
export function referenceTimes(cases: readonly string[]): ReadonlyMap<string, readonly (number | undefined)[]> {
  const times = new Map<string, (number | undefined)[]>();
  for (const line of linesOf("replay.py", ["--time", "--limit", "600"], cases.join("\n"))) {
    const { id, step = 0, ms } = JSON.parse(line) as { id: string; step?: number; ms?: number };
    const steps = times.get(id) ?? [];
    steps[step] = ms;
    times.set(id, steps);
  }
  return times;
}

/** What a script next to its runner answers to cases, in no certain order. */
export function answersOf<T>(script: URL, cases: readonly unknown[]): readonly T[] {
  return linesOf(fileURLToPath(script), [], cases.map((c) => JSON.stringify(c)).join("\n")).map((line) => JSON.parse(line) as T);
}

/** What the reference makes of modules under target files, by case id; cases are those of its `own_target.py`. */
export function askOwnTargets<T>(cases: readonly { readonly id: string }[]): ReadonlyMap<string, T> {
  const lines = linesOf("own_target.py", ["--limit", "30"], cases.map((c) => JSON.stringify(c)).join("\n"));
  return new Map(
    lines.map((line) => {
      const { id, ...answer } = JSON.parse(line) as T & { readonly id: string };
      return [id, answer as T];
    }),
  );
}

/** The folder that the reference's package is in. */
export function referencePackages(): string {
  const find = "import importlib.util, os; print(os.path.dirname(importlib.util.find_spec('tvm').submodule_search_locations[0]))";
  return spawnSync(referencePlace()?.python ?? "python3", ["-c", find], { encoding: "utf8" }).stdout.trim();
}

/** The lines of JSON that a script prints; it is one of the oracle's where it has no folder. */
function linesOf(script: string, args: readonly string[], input: string): readonly string[] {
  const place = referencePlace();
  if (!place) throw new Error("Set RELAYSCOPE_REFERENCE and RELAYSCOPE_ORACLE to the reference's Python and to the folder of its scripts.");
  const { stdout } = spawnSync(place.python, [resolve(place.folder, script), ...args], { input, encoding: "utf8", maxBuffer: 1 << 30 });
  return stdout.split("\n").filter((line) => line.startsWith("{"));
}

/** What the reference did, as an expectation; undefined where it gave no answer. */
export function expectationOf(answer: Answer | undefined): Expectation | undefined {
  if (!answer || answer.error?.code === "Crash") return undefined;
  return answer.error ? { expect_error: answer.error.message } : { expect: answer.text ?? "" };
}

/** Why our answer to a case is not the expected one. */
export function differenceOf(asked: PassCase, expectation: Expectation): string | undefined {
  return judge(expectation, replayCase(asked, { runs: 0 })[0]);
}
