/**
 * Puts random calls of every operator to our type inference and to the reference, and says where they differ.
 * Usage: RELAYSCOPE_REFERENCE=<python with the reference> tsx runOperators.ts [--only PREFIX] [--count N] [--seed N] [--show N]
 */
import { parseArgs } from "node:util";
import { caseText, type OperatorCase } from "./case.ts";
import { generators } from "./generators.ts";
import { mutated } from "./mutate.ts";
import { randomFrom } from "./random.ts";
import { ours, plain, theirs } from "./sides.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    count: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "3" },
  },
});

const names = [...generators.keys()].filter((name) => name.startsWith(values.only));
const count = Number(values.count);
const cases = names.flatMap((name, n) =>
  Array.from({ length: count }, (_, i) => {
    const random = randomFrom(Number(values.seed) * 1_000_003 + n * 10_007 + i);
    const made = generators.get(name)?.(random) as OperatorCase;
    return random.chance(0.4) ? mutated(made, random) : made;
  }),
);
const answers = theirs(cases);
let agreed = 0;
let typed = 0;
for (const [n, name] of names.entries()) {
  let same = 0;
  let well = 0;
  const differing: string[] = [];
  for (let i = n * count; i < (n + 1) * count; i++) {
    const c = cases[i] as OperatorCase;
    const a = ours(c);
    const b = answers.get(i);
    if (b?.type !== undefined) well++;
    if (b && plain(a.type) === plain(b.type)) same++;
    else differing.push(`  ${caseText(c)}\n    ours   ${a.type ?? a.error}\n    theirs ${b?.type ?? b?.error}`);
  }
  agreed += same;
  typed += well;
  console.log(`${name}: ${same} of ${count} agree, ${well} well-typed`);
  for (const line of differing.slice(0, Number(values.show))) console.log(line);
}
console.log(`${agreed} of ${cases.length} agree (${typed} well-typed), ${names.length} operators`);
