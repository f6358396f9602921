/**
 * Fragments by the hundred: modules of the corpus that lost parts, through every target's flow. `npm run fuzz:fragments
 * -- --seed 1 --count 100` (and `--corpus FOLDER`). Ends with what failed, was skipped after a failure, was left out,
 * or lost an operator, each with a text that shows it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { lostOperators, throughEveryTarget } from "../../src/everyTarget.ts";
import { flags } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { disguises, mutations } from "./mutations.ts";

const values = flags({ seed: 1, count: 100, corpus: fileURLToPath(new URL("../../corpus/", import.meta.url)) });

interface Case {
  readonly input?: unknown;
  readonly expect?: unknown;
  readonly expect_error?: unknown;
  readonly steps?: readonly { readonly expect?: unknown }[];
}

/** The modules of a corpus that can be read in a moment. */
function modulesOf(folder: string): readonly string[] {
  const texts: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"))) {
    for (const line of gunzipSync(readFileSync(`${folder}/${file}`))
      .toString()
      .split("\n")) {
      if (line === "") continue;
      const { input, expect, expect_error, steps = [] } = JSON.parse(line) as Case;
      if (expect_error !== undefined) continue;
      for (const text of [input ?? expect, ...steps.map((step) => step.expect)]) {
        if (typeof text === "string" && text.length < 30_000) texts.push(text);
      }
    }
  }
  return texts;
}

const random = randomFrom(Math.imul(values.seed, 2654435761));
const modules = modulesOf(values.corpus);
const found = new Map<string, { count: number; text: string }>();
let runs = 0;

function note(kind: string, text: string): void {
  const known = found.get(kind);
  if (known) known.count++;
  else found.set(kind, { count: 1, text });
}

for (let i = 0; i < values.count; i++) {
  let text = random.pick(modules);
  for (let n = random.int(1, 3); n > 0; n--) text = random.pick(Object.values(mutations))(text, random.next);
  if (random.chance(0.3)) text = random.pick(Object.values(disguises))(text, random.next);
  // A text without any call is none that shows an operator.
  if (!/\(%/.test(text)) continue;
  for (const run of await throughEveryTarget(text)) {
    runs++;
    for (const stop of run.stopped) note(`stopped: ${stop.replace(/`[^`]*`/g, "`...`")}`, text);
    for (const { status, pass, reason } of run.stages)
      if (status === "left-out") note(`left out: ${pass}: ${reason.replace(/`[^`]*`/g, "`...`")}`, text);
    for (const operator of lostOperators(text, run.input)) note(`lost: ${operator}`, text);
  }
}
for (const [kind, { count, text }] of [...found].sort((a, b) => b[1].count - a[1].count))
  console.log(`${count} ${kind}\n${text.slice(0, 2_000)}\n`);
const stopped = [...found].filter(([kind]) => !kind.startsWith("left out")).reduce((sum, [, { count }]) => sum + count, 0);
console.log(`${runs} runs, ${stopped} failed`);
process.exitCode = stopped > 0 ? 1 : 0;
