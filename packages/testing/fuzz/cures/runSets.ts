/**
 * `npm run fuzz:sets -- [--from N] [--count N] [--pairs N]`: random modules, pairs of their nodes, and the smallest set
 * of operators that makes each pair one region, or that there is none, against every set that there is. The same
 * numbers make the same cases.
 */
import { judgedSets } from "@relayscope/replay";
import { flags, numbers } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { boundaryRun } from "./boundaryModule.ts";
import { dagRun } from "./dagModule.ts";
import { setsOf, wrongSet } from "./wrongSets.ts";

/** More sets than these are not run. */
const mostSets = 600;

const values = flags({ from: 0, count: 100, pairs: 4 });
const counts = new Map<string, number>();
let [wrong, left] = [0, 0];
for (const number of numbers(values)) {
  const r = randomFrom(number);
  const run = number % 2 === 0 ? boundaryRun(r) : dagRun(r);
  for (const judged of await judgedSets(run, values.pairs, (count) => r.int(0, count - 1))) {
    if (setsOf(judged) > mostSets) {
      left++;
      continue;
    }
    counts.set(judged.kind, (counts.get(judged.kind) ?? 0) + 1);
    const reason = wrongSet(judged);
    if (reason === undefined) continue;
    wrong++;
    const said = judged.cure ? judged.cure.label : judged.sentence;
    console.log(
      `- ${number} ${judged.label}: ${judged.kind} (${said}), but ${reason}\n${run.text}${JSON.stringify(run.customTargets)}${JSON.stringify(run.pipeline)}`,
    );
  }
}
const summary = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
console.log(`${summary}; ${left} pairs with more sets than can be run; ${wrong} wrong.`);
if (wrong > 0) process.exitCode = 1;
