/**
 * The smallest set of operators that makes two nodes one region, and that there is none, on random modules with tuples,
 * branches, lets and functions: every set that is said not to do it is run. `npm run fuzz:sets` does the same to many
 * more.
 */
import { judgedSets } from "@relayscope/replay";
import { expect, test } from "vitest";
import { boundaryRun } from "../fuzz/cures/boundaryModule.ts";
import { dagRun } from "../fuzz/cures/dagModule.ts";
import { setsOf, wrongSet } from "../fuzz/cures/wrongSets.ts";
import { randomFrom } from "../fuzz/random.ts";

const mostSets = 80;

test("no smaller set does it, and none does where none is said to", { timeout: 120_000 }, async () => {
  const kinds = new Map<string, number>();
  for (let number = 0; number < 40; number++) {
    const r = randomFrom(number);
    for (const judged of await judgedSets(number % 2 === 0 ? boundaryRun(r) : dagRun(r), 3, (count) => r.int(0, count - 1))) {
      if (setsOf(judged) > mostSets) continue;
      kinds.set(judged.kind, (kinds.get(judged.kind) ?? 0) + 1);
      expect(wrongSet(judged), `${number} ${judged.label}: ${judged.kind} ${judged.cure?.label ?? judged.sentence}`).toBeUndefined();
    }
  }
  expect(kinds.get("smallest")).toBeGreaterThan(8);
  expect(kinds.get("none")).toBeGreaterThan(8);
});
