/** The first kit against the whole one. */
import { expect, test } from "vitest";
import { builtInTarget } from "../src/builtInTargets.ts";
import { readPattern } from "../src/fileTargets.ts";
import { firstKit } from "../src/kit.ts";
import { tutorialInfo } from "../src/tutorialTarget.ts";

test("the tutorial's target runs the patterns that it shows", () => {
  const shown = tutorialInfo.spec.patterns.map(({ name, pattern }) => ({ name, pattern: readPattern(pattern).pattern }));
  expect(firstKit.builtInTarget(tutorialInfo.name)?.table).toEqual(shown);
  expect(builtInTarget(tutorialInfo.name)?.table).toEqual(shown);
});
