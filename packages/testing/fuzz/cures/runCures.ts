/**
 * `npm run fuzz:cures -- [--from N] [--count N] [--show N] [--sets] [--kind boundary|quantized]`: random modules, the
 * cures of their boundaries (with `--sets`, the smallest sets of operators that make random pairs of nodes one region),
 * and each cure's run put to the reference: the edited text through the edited pipeline with the edited targets gives
 * the module that was predicted. A text that a cure rewrote is evaluated next to the one it was made of: it gives the
 * same values. The same numbers make the same cases.
 */
import { checkMeaning, type MeaningAnswer } from "@relayscope/evaluate";
import { inferTypes } from "@relayscope/infer";
import { drained, lineageRecorder } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { judge } from "../../src/judge.ts";
import { flags, hasReference, item, numbers } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { askReference, type CasePass, type PassCase } from "../reference.ts";
import { boundaryRun } from "./boundaryModule.ts";
import { quantizedRun } from "./quantizedModule.ts";
import { type TriedRun, triedRuns, triedSets } from "./triedRuns.ts";

interface Asked {
  readonly asked: PassCase;
  /** Where the text was rewritten, what became of its values. */
  readonly meaning: MeaningAnswer["kind"] | undefined;
  readonly tried: TriedRun;
}

async function casesOf(number: number, most: number, areSets: boolean, make: typeof boundaryRun): Promise<readonly Asked[]> {
  const r = randomFrom(number);
  const run = make(r);
  return (await (areSets ? triedSets(run, most, r) : triedRuns(run, most))).map((tried, i) => ({
    meaning: tried.isRewritten ? meaningOf(run.text, tried.input) : undefined,
    asked: {
      id: `${number}.${i}`,
      kind: "pass",
      input: tried.input,
      opt_level: tried.optLevel,
      sequential: true,
      passes: tried.passes as CasePass[],
      rules: tried.rules,
    },
    tried,
  }));
}

function meaningOf(before: string, after: string): MeaningAnswer["kind"] {
  const [a, b] = [before, after].map((text) => inferTypes(parseModule(text, { operators }).module, operators, { trust: "nothing" }).module);
  if (!a || !b) return "unknown";
  return drained(checkMeaning(a, b, lineageRecorder(), { runs: 4, seed: 3, budget: 1e7 })).kind;
}

async function main(): Promise<void> {
  const values = flags({ from: 0, count: 100, each: 4, show: 5, sets: false, kind: "boundary" });
  if (!hasReference()) return;
  const make = values.kind === "quantized" ? quantizedRun : boundaryRun;
  const cases: Asked[] = [];
  for (const number of numbers(values)) cases.push(...(await casesOf(number, values.each, values.sets, make)));
  const answers = askReference(cases.map((c) => c.asked));
  let [agreed, asked, shown, rewritten, changed] = [0, 0, 0, 0, 0];
  for (const { asked: own, tried, meaning } of cases) {
    if (meaning === "same" || meaning === "different") rewritten++;
    if (meaning === "different") {
      changed++;
      console.log(`- ${own.id} ${tried.label}: gives other values\n${own.input}`);
    }
    const theirs = answers.get(own.id);
    // What the reference can't read, or ends on, is not an answer.
    if (!theirs || theirs.error) continue;
    asked++;
    const reason = judge({ expect: theirs.text ?? "" }, { text: tried.predicted });
    if (reason === undefined) agreed++;
    else if (shown++ < values.show) console.log(`${item(`${own.id} ${tried.label}`, reason)}\n${own.input}`);
  }
  console.log(`${cases.length} cures, ${asked} that the reference answered: ${agreed} agree.`);
  console.log(`${rewritten} rewritten texts evaluated: ${rewritten - changed} give the same values.`);
  if (agreed < asked || changed > 0) process.exitCode = 1;
}

await main();
