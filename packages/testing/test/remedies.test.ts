/**
 * The law that causes are causes: where what a boundary's cause asks for is given (rules, a looser pattern or none of
 * its check, an entry moved up, another order of targets or passes, a pass that runs or does not, bound parameters),
 * the two are in one region, or what still keeps them apart is something else. `npm run fuzz:causes -- --remedies`
 * tries more.
 */
import { expect, test } from "vitest";
import { type RunKind, randomRun } from "../fuzz/causes/randomRuns.ts";
import { triedRemedies } from "../fuzz/causes/remedies.ts";

const drawn: readonly (readonly [kind: RunKind, from: number, count: number])[] = [
  ["boundaries", 0, 40],
  ["boundaries", 122, 1],
  ["boundaries", 196, 1],
  ["networks", 0, 4],
  ["boundaries", 345, 1],
  ["networks", 53, 1],
  ["networks", 56, 1],
  ["networks", 96, 1],
  ["networks", 1076, 1],
  ["layouts", 1005, 1],
  ["wide", 0, 15],
  ["wide", 60, 1],
  ["wide", 82, 1],
  ["wide", 101, 1],
  ["annotated", 0, 12],
  ["annotated", 56, 1],
];

test("what a cause asks for takes it away", { timeout: 120_000 }, async () => {
  const broken: string[] = [];
  const codes = new Set<string>();
  for (const [kind, from, count] of drawn) {
    for (let number = from; number < from + count; number++) {
      const spec = randomRun(kind, number);
      for (const tried of spec ? await triedRemedies(spec) : []) {
        codes.add(tried.code);
        if (tried.broken !== undefined) broken.push(`${kind} ${number}: ${tried.broken}`);
      }
    }
  }
  expect(broken).toEqual([]);
  expect([...codes].sort()).toEqual([
    "annotated-input",
    "check-refused",
    "composite-unlisted",
    "cycle",
    "no-merge-pass",
    "no-rule",
    "order",
    "other-target",
    "outside-user",
    "parameter-not-constant",
    "pass-skipped",
    "pattern-missed",
    "pattern-shadowed",
    "pruned",
    "rule-refused",
    "skip-optimization",
    "stop-fusion",
  ]);
});
