/**
 * Puts random calls with random values to our kernels and to the reference's executor, and says where they differ.
 * Usage: RELAYSCOPE_REFERENCE=<python with the reference> npm run fuzz:kernels -- [--only PREFIX,PREFIX] [--count N]
 * [--seed N] [--show N] [--record FILE] `--record` writes one agreeing case an operator, smallest first, as the fixture
 * that the kernels' test reads.
 */
import { writeFileSync } from "node:fs";
import { kernelOf } from "@relayscope/evaluate";
import { flags, hasReference } from "../harness.ts";
import type { OperatorCase } from "../operators/case.ts";
import { randomFrom } from "../random.ts";
import { answersOf } from "../reference.ts";
import { ourOutputs, outputDifference, type PlainTensor, type ValueCase, withValues } from "./valueCase.ts";
import { valueGenerators } from "./valueGenerators.ts";

const values = flags({ only: "", count: 5, seed: 1, show: 2, record: "" });

if (!hasReference()) process.exit();

const { count } = values;
const names = [...valueGenerators.keys()].filter(
  (name) => values.only.split(",").some((prefix) => name.startsWith(prefix)) && kernelOf(name),
);
const cases: ValueCase[] = [];
for (const [n, name] of names.entries()) {
  let made = 0;
  for (let i = 0; i < count * 8 && made < count; i++) {
    const random = randomFrom(values.seed * 7_000_003 + n * 10_007 + i);
    const c = withValues(valueGenerators.get(name)?.(random) as OperatorCase, random);
    if (!c) continue;
    cases.push(c);
    made++;
  }
}

interface Answer {
  readonly id: number;
  readonly outputs?: readonly PlainTensor[];
  readonly error?: string;
}

const answered = answersOf<Answer>(
  new URL("reference.py", import.meta.url),
  cases.map((c, id) => ({ id, ...c })),
);
const answers = new Map(answered.map((a) => [a.id, a]));

let agreed = 0;
let compared = 0;
const recorded: string[] = [];
for (const name of names) {
  const lines: string[] = [];
  let [same, answered, refused] = [0, 0, 0];
  let smallest: string | undefined;
  for (const [id, c] of cases.entries()) {
    if (c.operator !== name) continue;
    const answer = answers.get(id);
    if (!answer?.outputs) {
      refused++;
      if (lines.length < 1) lines.push(`  ${c.text}\n    the reference: ${answer?.error}`);
      continue;
    }
    answered++;
    const ours = ourOutputs(c);
    const difference = ours ? outputDifference(ours, answer.outputs) : "no kernel for this call";
    if (difference === undefined) {
      same++;
      const record = JSON.stringify({ ...c, outputs: answer.outputs });
      if (smallest === undefined || record.length < smallest.length) smallest = record;
    } else lines.unshift(`  ${c.text}\n    ${difference}`);
  }
  if (smallest !== undefined && smallest.length < 6000) recorded.push(smallest);
  agreed += same;
  compared += answered;
  if (same < answered || (refused > 0 && answered === 0)) {
    console.log(`${name}: ${same} of ${answered} agree, ${refused} refused by the reference`);
    for (const line of lines.slice(0, values.show)) console.log(line);
  }
}
console.log(`${agreed} of ${compared} agree (${cases.length - compared} refused by the reference), ${names.length} operators`);
if (values.record !== "") writeFileSync(values.record, `${recorded.join("\n")}\n`);
