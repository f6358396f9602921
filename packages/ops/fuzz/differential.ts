/**
 * Every operator's type relation against the reference's, on random arguments and attributes.
 * usage: RELAYSCOPE_REFERENCE=<the reference's python> tsx packages/ops/fuzz/differential.ts [--count 50] [--seed 1] [--only <prefix>] [--show 3]
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { operators } from "../src/index.ts";
import { caseText, mutated, type OperatorCase, ownAnswer } from "./cases.ts";
import { generatorOf } from "./generators/index.ts";
import { randomFrom } from "./random.ts";

interface Asked {
  readonly operator: string;
  readonly text: string;
  readonly own: { type: string } | { error: string };
}

type Answer = { type?: string; error?: string };

/** Dimensions that hang on an unknown size are printed as entries of the metadata section, which are numbered anew each time. */
function comparable(type: string): string {
  return type.replace(/meta\[(tir\.\w+)\]\[[^\]]*\]/gu, "meta[$1]");
}

function casesOf(name: string, count: number, seed: number): Asked[] {
  const definition = operators.get(name);
  if (!definition) return [];
  const generate = generatorOf(definition);
  return Array.from({ length: count }, (_, i) => {
    const random = randomFrom(seed * 1_000_003 + i * 7919 + hash(name));
    let made: OperatorCase = generate(random);
    while (random.chance(0.2)) made = mutated(random, made);
    return { operator: name, text: caseText(name, made), own: ownAnswer(definition, made) };
  });
}

function hash(name: string): number {
  let h = 0;
  for (const char of name) h = (Math.imul(h, 31) + char.charCodeAt(0)) | 0;
  return h;
}

async function ask(python: string, texts: readonly string[]): Promise<Answer[]> {
  const child = spawn(python, [fileURLToPath(new URL("reference.py", import.meta.url))], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(texts.map((text) => `${JSON.stringify(text)}\n`).join(""));
  const answers: Answer[] = [];
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith("{")) answers.push(JSON.parse(line) as Answer);
  return answers;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "50" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      show: { type: "string", default: "2" },
    },
  });
  const python = process.env["RELAYSCOPE_REFERENCE"];
  if (!python) {
    console.log("The reference is not here: RELAYSCOPE_REFERENCE names its python.");
    return;
  }
  const names = [...operators.names()].filter((name) => values.only.split(",").some((prefix) => name.startsWith(prefix)));
  const asked = names.flatMap((name) => casesOf(name, Number(values.count), Number(values.seed)));
  const half = Math.ceil(asked.length / 2);
  const halves = [asked.slice(0, half), asked.slice(half)];
  const answers = (
    await Promise.all(
      halves.map((part) =>
        ask(
          python,
          part.map((a) => a.text),
        ),
      ),
    )
  ).flat();
  const tally = new Map<string, { agree: number; typed: number; total: number; shown: number }>();
  asked.forEach((one, i) => {
    const reference = answers[i] ?? { error: "no answer" };
    const count = tally.get(one.operator) ?? { agree: 0, typed: 0, total: 0, shown: 0 };
    tally.set(one.operator, count);
    count.total++;
    if (reference.type !== undefined) count.typed++;
    const own = "type" in one.own ? one.own.type : undefined;
    const agrees = reference.type === undefined ? own === undefined : own !== undefined && comparable(own) === comparable(reference.type);
    if (agrees) count.agree++;
    else if (count.shown++ < Number(values.show)) {
      console.log(
        `${one.text}\n  reference: ${reference.type ?? `error: ${reference.error}`}\n  here:      ${own ?? `error: ${"error" in one.own ? one.own.error : ""}`}`,
      );
    }
  });
  const all = [...tally.values()];
  for (const [name, { agree, typed, total }] of tally) {
    if (agree < total || typed < total / 5) console.log(`${name}: ${agree} of ${total} agree, ${typed} typed`);
  }
  const sum = (of: (t: (typeof all)[number]) => number) => all.reduce((n, t) => n + of(t), 0);
  console.log(
    `${names.length} operators: ${sum((t) => t.agree)} of ${sum((t) => t.total)} agree, ${sum((t) => t.typed)} typed by the reference`,
  );
}

await main();
