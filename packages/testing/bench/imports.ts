/**
 * Times the import of the recorded TFLite models, reading included, here and in the reference where
 * RELAYSCOPE_REFERENCE names a Python that has it and the package `tflite`. Prints, by kind of model, the means, the
 * ratio of the sums, and of single models the median and the least ratio.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { replayCase } from "@relayscope/replay";
import { recordedCases } from "../src/recordedCases.ts";

/** The median of so many runs, the first of them for warming up. */
const runs = 5;

const corpus = fileURLToPath(new URL("../corpus/tflite.jsonl.gz", import.meta.url));
const cases = [...recordedCases(corpus)].filter(({ error }) => error === undefined);

/** Times by id: of the models before one that ends the reference, where one does. */
function referenceTimes(): ReadonlyMap<string, number> | undefined {
  const python = process.env.RELAYSCOPE_REFERENCE;
  if (!python) return undefined;
  const script = fileURLToPath(new URL("imports.py", import.meta.url));
  const input = cases.map((record) => JSON.stringify(record)).join("\n");
  const { stdout, stderr } = spawnSync(python, [script], { input, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (stdout === "") throw new Error(`The reference did not run: ${stderr.trim().split("\n").at(-1)}`);
  return new Map(stdout.split("\n").flatMap((line) => (line === "" ? [] : [timeIn(line)])));
}

function timeIn(line: string): readonly [string, number] {
  const { id, ms } = JSON.parse(line) as { readonly id: string; readonly ms: number };
  return [id, ms];
}

const theirs = referenceTimes();
const sums = new Map<string, { count: number; here: number; there: number; ratios: number[] }>();
for (const record of cases) {
  const there = theirs?.get(record.id);
  if (theirs && there === undefined) continue;
  const [result] = replayCase(record, { runs });
  const kind = record.source?.split("/")[0] ?? "";
  const sum = sums.get(kind) ?? { count: 0, here: 0, there: 0, ratios: [] };
  sum.count++;
  sum.here += result?.ms ?? 0;
  sum.there += there ?? 0;
  if (there !== undefined && result?.ms) sum.ratios.push(there / result.ms);
  sums.set(kind, sum);
}
console.log(
  `${"models".padEnd(16)} ${"count".padStart(6)} ${"here, ms".padStart(10)} ${"reference".padStart(10)} ${"ratio".padStart(7)} ${"median".padStart(7)} ${"least".padStart(7)}`,
);
for (const [kind, { count, here, there, ratios }] of sums) {
  ratios.sort((a, b) => a - b);
  const times = (ratio: number | undefined) => (ratio === undefined ? "-" : `${ratio.toFixed(0)}x`).padStart(7);
  const [ratio, median, least] = [theirs ? there / here : undefined, ratios[ratios.length >> 1], ratios[0]];
  console.log(
    `${kind.padEnd(16)} ${String(count).padStart(6)} ${(here / count).toFixed(2).padStart(10)} ${(there / count).toFixed(2).padStart(10)} ${times(ratio)} ${times(median)} ${times(least)}`,
  );
}
