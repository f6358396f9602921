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

interface Answer {
  readonly id: number;
  readonly outputs?: readonly PlainTensor[];
  readonly error?: string;
}

/** So many operators are asked at a time, since the reference compiles each call: what is known by then is said. */
const batch = 10;

const names = [...valueGenerators.keys()].filter(
  (name) => values.only.split(",").some((prefix) => name.startsWith(prefix)) && kernelOf(name),
);
let [agreed, compared, refused] = [0, 0, 0];
const recorded: string[] = [];
for (let from = 0; from < names.length; from += batch) {
  const some = names.slice(from, from + batch);
  const cases = some.flatMap((name, n) => casesOf(name, from + n));
  const answered = answersOf<Answer>(
    new URL("reference.py", import.meta.url),
    cases.map((c, id) => ({ id, ...c })),
  );
  const answers = new Map(answered.map((a) => [a.id, a]));
  for (const name of some) compareOn(name, cases, answers);
}

/** Random calls of the operator that is the `n`th, with values. */
function casesOf(name: string, n: number): readonly ValueCase[] {
  const cases: ValueCase[] = [];
  for (let i = 0; i < values.count * 8 && cases.length < values.count; i++) {
    const random = randomFrom(values.seed * 7_000_003 + n * 10_007 + i);
    const c = withValues(valueGenerators.get(name)?.(random) as OperatorCase, random);
    if (c) cases.push(c);
  }
  return cases;
}

function compareOn(name: string, cases: readonly ValueCase[], answers: ReadonlyMap<number, Answer>): void {
  const lines: string[] = [];
  let [same, answered, unanswered] = [0, 0, 0];
  let smallest: string | undefined;
  for (const [id, c] of cases.entries()) {
    if (c.operator !== name) continue;
    const answer = answers.get(id);
    if (!answer?.outputs) {
      unanswered++;
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
  refused += unanswered;
  if (same < answered || (unanswered > 0 && answered === 0)) {
    console.log(`${name}: ${same} of ${answered} agree, ${unanswered} refused by the reference`);
    for (const line of lines.slice(0, values.show)) console.log(line);
  }
}
console.log(`${agreed} of ${compared} agree (${refused} refused by the reference), ${names.length} operators`);
if (values.record !== "") writeFileSync(values.record, `${recorded.join("\n")}\n`);
