/** Texts with holes through every target's flow: no pass fails, none is skipped behind one, and no operator of the text is lost. */
import { readFileSync } from "node:fs";
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { lostOperators, throughEveryTarget } from "../src/everyTarget.ts";

/** Whole modules among the texts on which the reference raises, and so do we: a part of the text's title, and the targets. */
const raising: readonly (readonly [title: string, targets: readonly string[]])[] = [
  ["the first dump is cut", ["bnns", "mrvl"]],
  ["line comments on one line", ["vitis_ai"]],
  ["a colon before a function", ["mrvl"]],
  ["a raw string of C++", ["mrvl", "cmsis-nn"]],
  ["small functions before", ["mrvl"]],
  ["numbers of nodes and whole targets", ["mrvl"]],
  ["sums and comparisons are no remarks", ["tensorrt"]],
];

const cases = textCases(new URL("../../text/test/cases/pastes/", import.meta.url));

describe("texts as people paste them, under every target", () => {
  test.each(cases.map((c) => [c.name, c.input] as const))("%s", async (name, input) => {
    const expected = raising.find(([title]) => name.includes(title))?.[1] ?? [];
    const runs = await throughEveryTarget(input);
    expect(
      runs.flatMap(({ target, stopped }) => (stopped.length > 0 ? [target] : [])),
      runs.flatMap((r) => r.stopped).join("; "),
    ).toEqual(expected);
    // Of a log with several modules one is read.
    if (!name.startsWith("logs.txt")) expect(lostOperators(input, runs[0]?.input ?? "")).toEqual([]);
  });
});

describe("the gallery's fragment, of an older version and cut", () => {
  const example = readFileSync(new URL("../../../public/examples/mobilenet-fragment.relay", import.meta.url), "utf8");

  test("opens without an error and runs to its end under every target, no pass left out", async () => {
    for (const run of await throughEveryTarget(example)) {
      expect(run.stopped, run.target).toEqual([]);
      expect(
        run.stages.filter((s) => s.status === "left-out"),
        run.target,
      ).toEqual([]);
      expect(run.problems.filter((p) => p.pass === undefined && p.severity === "error")).toEqual([]);
      expect(run.problems.map((p) => p.code)).toContain("already-partitioned");
    }
  });
});
