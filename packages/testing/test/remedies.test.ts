/**
 * The law that causes are causes: where what a boundary's cause asks for is given (rules, a looser pattern or none of its check, an entry moved up,
 * another order of targets or passes, a pass that runs or does not, bound parameters), the two are in one region, or what still keeps them apart is
 * something else. `npm run fuzz:causes -- --remedies` tries more.
 */
import { expect, test } from "vitest";
import { type RunKind, randomRun } from "../fuzz/causes/randomRuns.ts";
import { triedRemedies } from "../fuzz/causes/remedies.ts";

const drawn: Readonly<Record<RunKind, readonly [from: number, count: number]>> = {
  boundaries: [0, 50],
  networks: [0, 8],
  layouts: [0, 4],
  wide: [0, 20],
  annotated: [0, 20],
  programs: [0, 4],
};

test("what a cause asks for takes it away", { timeout: 120_000 }, async () => {
  const broken: string[] = [];
  const codes = new Set<string>();
  for (const [kind, [from, count]] of Object.entries(drawn) as readonly [RunKind, readonly [number, number]][]) {
    for (let number = from; number < from + count; number++) {
      const spec = randomRun(kind, number);
      for (const tried of spec ? await triedRemedies(spec) : []) {
        codes.add(tried.code);
        if (tried.broken !== undefined) broken.push(`${kind} ${number}: ${tried.broken}`);
      }
    }
  }
  expect(broken).toEqual([]);
  expect([...codes]).toEqual(
    expect.arrayContaining([
      "annotated-input",
      "check-refused",
      "composite-unlisted",
      "no-merge-pass",
      "no-rule",
      "order",
      "other-target",
      "parameter-not-constant",
      "pattern-missed",
      "stop-fusion",
    ]),
  );
});
