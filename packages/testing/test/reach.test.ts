/** What a change reaches, in the house as it stands. */
import { expect, test } from "vitest";
import { sourceFiles } from "./house.ts";
import { reachedTests } from "./reach.ts";

const files = sourceFiles();

test("a source reaches the tests that import it, the nearest ones first, and no others", () => {
  const reached = reachedTests(files, ["packages/palette/src/index.ts"]);
  expect(reached.get("packages/palette/test/palette.test.ts")).toBe(1);
  expect(reached.get("packages/export/test/python.test.ts")).toBeGreaterThan(1);
  expect(reached.has("packages/text/test/cases.test.ts")).toBe(false);
  const distances = [...reached.values()];
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
});

test("a test reaches itself alone; a case's text, the tests of its package; the gallery, the tests that read it", () => {
  expect([...reachedTests(files, ["packages/text/test/depth.test.ts"])]).toEqual([["packages/text/test/depth.test.ts", 0]]);
  const ofCase = [...reachedTests(files, ["packages/regions/test/cases/new.txt"]).keys()];
  expect(ofCase).toContain("packages/regions/test/cases.test.ts");
  expect(ofCase.every((path) => path.startsWith("packages/regions/"))).toBe(true);
  expect([...reachedTests(files, ["public/examples/diamond.relay"]).keys()]).toContain("packages/engine/test/map.test.ts");
  expect([...reachedTests(files, ["README.md"]).keys()]).toEqual([]);
});
