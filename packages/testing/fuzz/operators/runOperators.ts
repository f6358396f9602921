/**
 * `npm run fuzz:operators -- [--only PREFIX] [--count N] [--seed N] [--show N]`: puts random calls of every operator to
 * our type inference and to the reference, and says where they differ in the type or in the class of the error, then
 * how far each family agrees. The same numbers make the same calls.
 */
import { families, operators } from "@relayscope/ops";
import { flags, hasReference } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { caseText, type OperatorCase } from "./case.ts";
import { generators } from "./generators.ts";
import { mutated } from "./mutate.ts";
import { type Answer, ours, plain, theirs } from "./sides.ts";

interface Tally {
  agreed: number;
  typed: number;
  asked: number;
}

const values = flags({ only: "", count: 50, seed: 1, show: 3 });

/** So many operators are asked at a time: what is known by then is said. */
const batch = 20;

if (hasReference()) run(values);

function run({ count, seed, show }: typeof values): void {
  const names = [...generators.keys()].filter((name) => name.startsWith(values.only));
  const tallies = new Map<string, Tally>();
  for (let from = 0; from < names.length; from += batch) {
    const some = names.slice(from, from + batch);
    const cases = some.flatMap((name, n) =>
      Array.from({ length: count }, (_, i) => randomCase(name, seed * 1_000_003 + (from + n) * 10_007 + i)),
    );
    const answers = theirs(cases);
    for (const [n, name] of some.entries()) {
      const tally: Tally = { agreed: 0, typed: 0, asked: count };
      const differing: string[] = [];
      for (let i = n * count; i < (n + 1) * count; i++) {
        const c = cases[i] as OperatorCase;
        const a = ours(c);
        const b = answers.get(i);
        if (b?.type !== undefined) tally.typed++;
        if (b && isSame(a, b)) tally.agreed++;
        else differing.push(`  ${caseText(c)}\n    ours   ${shown(a)}\n    theirs ${shown(b)}`);
      }
      tallies.set(name, tally);
      console.log(tallyText(name, tally));
      for (const line of differing.slice(0, show)) console.log(line);
    }
  }
  console.log("");
  for (const [family, definitions] of Object.entries(families)) {
    const own = definitions.flatMap(({ name }) => tallies.get(name) ?? []);
    if (own.length > 0) console.log(tallyText(`${family} (${own.length} operators)`, sum(own)));
  }
  console.log(tallyText(`all (${tallies.size} operators)`, sum([...tallies.values()])));
  const silent = [...operators.names()].filter((name) => name.startsWith(values.only) && !generators.has(name));
  if (silent.length > 0) console.log(`Not asked, having no generator: ${silent.join(", ")}`);
}

/** Whether both answer the same type, or both refuse, by exceptions of one class where inference ended both. */
function isSame(a: Answer, b: Answer): boolean {
  if (plain(a.type) !== plain(b.type)) return false;
  return a.raised === undefined || b.raised === undefined || a.raised === b.raised;
}

function shown(answer: Answer | undefined): string {
  return answer?.type ?? [answer?.raised, answer?.error].filter(Boolean).join(": ");
}

function randomCase(name: string, seed: number): OperatorCase {
  const random = randomFrom(seed);
  const made = generators.get(name)?.(random) as OperatorCase;
  return random.chance(0.4) ? mutated(made, random) : made;
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ agreed: a.agreed + b.agreed, typed: a.typed + b.typed, asked: a.asked + b.asked }), {
    agreed: 0,
    typed: 0,
    asked: 0,
  });
}

function tallyText(title: string, { agreed, typed, asked }: Tally): string {
  return `${title}: ${agreed} of ${asked} agree, ${typed} well-typed`;
}
