/** Each code of a cause has a file that finds it, in a list of priorities. */
import { expect, test } from "vitest";
import { causeCodes } from "../src/why/causes.ts";
import { nodePriority } from "../src/why/nodeCause.ts";
import { pairPriority } from "../src/why/pairCause.ts";

test("every code is found by a file that says so", () => {
  const found = new Set([...nodePriority, ...pairPriority].flatMap(({ codes }) => codes));
  expect(causeCodes.filter((code) => !found.has(code))).toEqual([]);
});
