/**
 * `npm run corpus -- [FOLDER] [FILE] [--failures N] [--pass NAME] [--id PART] [--round-trip]`: replays recorded cases
 * of the reference compiler and counts the equal ones, per file and per list of passes; lists failing cases with the
 * place where the texts first differ.
 * With --round-trip no pass runs: every text of the records must read without errors and print back unchanged.
 * Without FOLDER: the one that the environment variable RELAYSCOPE_CORPUS names, else the project's own selection.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { at } from "@relayscope/ir";
import { type RecordedCase, recordedCases, verdicts } from "./recordedCases.ts";
import { roundTripProblem, textsOf } from "./roundTrip.ts";

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
    const word = at(argv, i);
    if (word === "--round-trip") named.set("round-trip", "");
    else if (word.startsWith("--")) named.set(word.slice(2), argv[++i] ?? "");
    else plain.push(word);
  }
  const own = fileURLToPath(new URL("../corpus/", import.meta.url));
  const folder = plain.find((word) => word.includes("/")) ?? process.env.RELAYSCOPE_CORPUS ?? own;
  return {
    folder,
    file: plain.find((word) => !word.includes("/")),
    failures: Number(named.get("failures") ?? 10),
    pass: named.get("pass"),
    id: named.get("id"),
    isRoundTrip: named.has("round-trip"),
  };
}

/** Each text of a case, read and printed back. */
function roundTrips(corpusCase: RecordedCase) {
  return textsOf(corpusCase).map((text, i) => ({
    id: `${corpusCase.id} text ${i}`,
    group: corpusCase.kind,
    reason: roundTripProblem(text),
  }));
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
    const all: Tally = { passed: 0, total: 0 };
    const groups = new Map<string, Tally>();
    const failed: Failure[] = [];
    const begin = performance.now();
    for (const corpusCase of recordedCases(join(folder, name))) {
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
