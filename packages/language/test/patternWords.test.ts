/** The words that completion offers are those that patterns are read with. */
import { parsePattern, parsePatternTable } from "@relayscope/targets/patternText";
import { expect, test } from "vitest";
import { patternFunctions, patternMethods } from "../src/patternWords.ts";

test.each(patternFunctions.map(({ name }) => name))("%s is a function", (name) => {
  // A name that is not known stays one in the place of a check.
  expect(parsePatternTable(`[("x", wildcard(), ${name})]`).entries[0]?.check).toBeUndefined();
  expect(parsePatternTable(`[("x", wildcard(), ${name}_)]`).entries[0]?.check).toBe(`${name}_`);
});

test.each(patternMethods.map(({ name }) => name))("%s is a method", (name) => {
  expect(parsePattern(`wildcard().${name}`).diagnostics.map((d) => d.code)).toEqual(["pattern-missing"]);
});
