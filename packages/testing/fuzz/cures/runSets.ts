/**
 * `npm run fuzz:sets -- [--from N] [--count N] [--pairs N]`: random modules, pairs of their nodes, and the smallest set of operators that makes each
 * pair one region, or that there is none, against every set that there is. The same numbers make the same cases.
 */
import { parseArgs } from "node:util";
import { judgedSets } from "@relayscope/engine";
import { randomFrom } from "../operators/random.ts";
import { boundaryRun } from "./boundaryModule.ts";
import { dagRun } from "./dagModule.ts";
import { setsOf, wrongSet } from "./wrongSets.ts";

/** More sets than these are not run. */
const mostSets = 600;

const { values } = parseArgs({
  options: { from: { type: "string", default: "0" }, count: { type: "string", default: "100" }, pairs: { type: "string", default: "4" } },
});
const counts = new Map<string, number>();
let [wrong, left] = [0, 0];
for (let number = Number(values.from); number < Number(values.from) + Number(values.count); number++) {
  const r = randomFrom(number);
  const run = number % 2 === 0 ? boundaryRun(r) : dagRun(r);
  for (const judged of await judgedSets(run, Number(values.pairs), (count) => r.int(0, count - 1))) {
    if (setsOf(judged) > mostSets) {
      left++;
      continue;
    }
    counts.set(judged.kind, (counts.get(judged.kind) ?? 0) + 1);
    const reason = wrongSet(judged);
    if (reason === undefined) continue;
    wrong++;
    const said = judged.cure ? judged.cure.label : judged.sentence;
    process.stdout.write(
      `- ${number} ${judged.label}: ${judged.kind} (${said}), but ${reason}\n${run.text}${JSON.stringify(run.customTargets)}${JSON.stringify(run.pipeline)}\n`,
    );
  }
}
const told = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
process.stdout.write(`${told}; ${left} pairs with more sets than can be run; ${wrong} wrong.\n`);
if (wrong > 0) process.exitCode = 1;
