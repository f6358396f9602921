/**
 * Reads mutated texts by the million: `npm run fuzz:text [count] [first seed]`. Fails where one throws or takes a
 * second. Texts come from the text cases and, where RELAYSCOPE_CORPUS names a folder of gzipped records, from there as
 * well.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { textCases } from "@relayscope/cases";
import { operators } from "@relayscope/ops";
import { parseExpression, parseModule, printExpression, printModule } from "../src/index.ts";
import { mutated, random } from "../test/mutate.ts";

const count = Number(process.argv[2] ?? 1_000_000);
const first = Number(process.argv[3] ?? 0);
if (!Number.isInteger(count) || !Number.isInteger(first)) {
  console.error("Usage: npm run fuzz:text [count] [first seed]");
  process.exit(2);
}
const texts = [...textCases(new URL("../test/cases/", import.meta.url)).map((c) => c.input), ...corpusTexts(process.env.RELAYSCOPE_CORPUS)];

function corpusTexts(folder: string | undefined): string[] {
  if (!folder) return [];
  const out: string[] = [];
  for (const file of readdirSync(folder).filter((f) => f.endsWith(".jsonl.gz"))) {
    for (const line of gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .split("\n")) {
      if (line === "") continue;
      const record = JSON.parse(line) as { input?: string; expect?: unknown };
      for (const text of [record.input, record.expect]) if (typeof text === "string" && text.length < 6_000) out.push(text);
    }
  }
  return out;
}

let slowest = 0;
let failures = 0;
const started = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const next = random(seed);
  const text = mutated(texts[next(texts.length)] as string, texts[next(texts.length)] as string, next);
  const before = process.cpuUsage();
  try {
    printModule(parseModule(text, { operators, trustComments: seed % 2 === 0 }).module);
    if (seed % 4 === 0) printExpression(parseExpression(text, { operators }).expression);
  } catch (problem) {
    failures++;
    console.error(`seed ${seed} throws: ${problem instanceof Error ? problem.stack : String(problem)}\n${JSON.stringify(text)}`);
  }
  // Processor time, so that a busy machine does not count as a slow text.
  const ms = process.cpuUsage(before).user / 1_000;
  if (ms > slowest) {
    slowest = ms;
    if (ms > 1_000) {
      failures++;
      console.error(`seed ${seed} takes ${Math.round(ms)} ms\n${JSON.stringify(text)}`);
    }
  }
  if ((seed - first + 1) % 100_000 === 0) {
    const heap = Math.round(process.memoryUsage().heapUsed / 2 ** 20);
    console.log(`${seed - first + 1} texts, ${failures} failures, slowest ${Math.round(slowest)} ms, heap ${heap} MiB`);
  }
  if (failures >= 10) break;
}
console.log(
  `${count} texts in ${Math.round((performance.now() - started) / 1_000)} s, ${failures} failures, slowest ${Math.round(slowest)} ms`,
);
process.exitCode = failures > 0 ? 1 : 0;
