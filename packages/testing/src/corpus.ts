/**
 * `npm run corpus -- FOLDER [FILE] [--failures N] [--pass NAME] [--id PART] [--round-trip]`: replays recorded cases of the reference compiler and counts
 * the equal ones, per file and per list of passes; lists failing cases with the place where the texts first differ.
 * With --round-trip no pass runs: every text of the records must read without errors and print back as it stands.
 * FOLDER may be left out where the environment variable RELAYSCOPE_CORPUS names it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type CaseResult, replayCase } from "@relayscope/engine";
import { type Expectation, judge } from "./judge.ts";
import { type RecordedTexts, roundTripProblem, textsOf } from "./roundTrip.ts";

interface CorpusCase {
  readonly id: string;
  readonly kind: string;
  readonly source?: string;
  readonly passes?: readonly { readonly name: string }[];
  readonly steps?: readonly CorpusStep[];
}

type CorpusStep = Expectation & { readonly passes: readonly { readonly name: string }[]; readonly needs_data?: boolean };

interface Failure {
  readonly id: string;
  readonly group: string;
  readonly reason: string;
}

interface Tally {
  passed: number;
  total: number;
}

interface Settings {
  readonly folder: string;
  readonly file: string | undefined;
  readonly failures: number;
  readonly pass: string | undefined;
  readonly id: string | undefined;
  readonly isRoundTrip: boolean;
}

function settings(argv: readonly string[]): Settings {
  const named = new Map<string, string>();
  const plain: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === "--round-trip") named.set("round-trip", "");
    else if (word.startsWith("--")) named.set(word.slice(2), argv[++i] ?? "");
    else plain.push(word);
  }
  const fromEnvironment = process.env.RELAYSCOPE_CORPUS;
  const folder = plain.find((word) => word.includes("/")) ?? fromEnvironment;
  if (!folder) throw new Error("Name the corpus's folder, or set RELAYSCOPE_CORPUS.");
  return {
    folder,
    file: plain.find((word) => !word.includes("/")),
    failures: Number(named.get("failures") ?? 10),
    pass: named.get("pass"),
    id: named.get("id"),
    isRoundTrip: named.has("round-trip"),
  };
}

function groupOf(passes: readonly { readonly name: string }[] | undefined, kind: string): string {
  return passes && passes.length > 0 ? passes.map((p) => p.name).join(" ") : kind;
}

/** The results and expectations of one case, paired; steps that are not scored left out. */
function verdicts(corpusCase: CorpusCase, wantedPass: string | undefined) {
  const isWanted = (passes: CorpusStep["passes"] | undefined) =>
    wantedPass === undefined || (passes ?? []).some((p) => p.name === wantedPass);
  const scored = (corpusCase.steps ?? []).some((s) => !s.needs_data && isWanted(s.passes));
  if (corpusCase.steps ? !scored : !isWanted(corpusCase.passes)) return [];
  const results = replayCase(corpusCase, { runs: 0 });
  if (!corpusCase.steps)
    return [verdict(corpusCase.id, groupOf(corpusCase.passes, corpusCase.kind), corpusCase as Expectation, results[0])];
  return corpusCase.steps.flatMap((step, i) =>
    step.needs_data || !isWanted(step.passes)
      ? []
      : [verdict(`${corpusCase.id} step ${i}`, groupOf(step.passes, "flow"), step, results[i])],
  );
}

/** Each text of a case, read and printed back. */
function roundTrips(corpusCase: CorpusCase & RecordedTexts) {
  return textsOf(corpusCase).map((text, i) => ({
    id: `${corpusCase.id} text ${i}`,
    group: corpusCase.kind,
    reason: roundTripProblem(text),
  }));
}

function verdict(id: string, group: string, expectation: Expectation, result: CaseResult | undefined) {
  return { id, group, reason: judge(expectation, result) };
}

function count(tallies: Map<string, Tally>, key: string, isPassed: boolean): void {
  const tally = tallies.get(key) ?? { passed: 0, total: 0 };
  tally.total++;
  if (isPassed) tally.passed++;
  tallies.set(key, tally);
}

/** Errors by code and first sentence, the most frequent first; failures that are differences are left to the list. */
function causes(failed: readonly Failure[]): readonly (readonly [string, number])[] {
  const times = new Map<string, number>();
  for (const { reason } of failed) {
    const cause = reason.startsWith("error ") ? reason.replace(/ \(\d+:\d+\)$/, "") : "text or answer differs";
    times.set(cause, (times.get(cause) ?? 0) + 1);
  }
  return [...times].sort((a, b) => b[1] - a[1]).slice(0, 12);
}

function share({ passed, total }: Tally): string {
  return `${String(passed).padStart(6)} / ${String(total).padEnd(6)} ${((100 * passed) / Math.max(1, total)).toFixed(1).padStart(5)}%`;
}

function main(): void {
  const { folder, file, failures, pass, id, isRoundTrip } = settings(process.argv.slice(2));
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.gz") && (file === undefined || name.split(".")[0] === file.split(".")[0]))
    .sort();
  let isAllPassed = true;
  for (const name of names) {
    const lines = gunzipSync(readFileSync(join(folder, name)))
      .toString("utf8")
      .split("\n");
    const all: Tally = { passed: 0, total: 0 };
    const groups = new Map<string, Tally>();
    const failed: Failure[] = [];
    const begin = performance.now();
    for (const line of lines) {
      if (line === "") continue;
      const corpusCase = JSON.parse(line) as CorpusCase & RecordedTexts;
      if (id !== undefined && !corpusCase.id.includes(id) && !corpusCase.source?.includes(id)) continue;
      for (const { id: caseId, group, reason } of isRoundTrip ? roundTrips(corpusCase) : verdicts(corpusCase, pass)) {
        all.total++;
        if (reason === undefined) all.passed++;
        else failed.push({ id: caseId, group, reason });
        count(groups, group, reason === undefined);
      }
    }
    if (all.total === 0) continue;
    if (failed.length > 0) isAllPassed = false;
    write(`${name.padEnd(30)} ${share(all)}  ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    for (const [cause, times] of causes(failed)) write(`    ${String(times).padStart(6)} x ${cause}`);
    if (groups.size > 1) {
      const worst = [...groups].sort((a, b) => b[1].total - b[1].passed - (a[1].total - a[1].passed));
      for (const [group, tally] of worst) write(`    ${share(tally)}  ${group}`);
    }
    for (const failure of failed.slice(0, failures))
      write(`  - ${failure.id}  (${failure.group})\n      ${failure.reason.replaceAll("\n", "\n      ")}`);
    if (failed.length > failures) write(`  ... and ${failed.length - failures} more (--failures N)`);
  }
  if (!isAllPassed) process.exitCode = 1;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

main();
