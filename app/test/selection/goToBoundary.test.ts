/** From boundary to boundary by keys. */
import { expect, test } from "vitest";
import { goToBoundary } from "../../src/state/commands/goToBoundary.ts";
import { makePage, pageOf, run } from "../makePage.ts";

const text = `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=8);
  %1 = exp(%0);
  %2 = nn.dense(%1, %w, units=8);
  %3 = abs(%2);
  nn.dense(%3, %w, units=8)
}
`;
const acc = { name: "acc", patterns: [], operators: ["nn.dense"] };
const byoc = ["AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} }));

test("the keys go round the boundaries, and announce each", async () => {
  const page = makePage();
  const { store } = page;
  store.setState(({ document }) => ({ document: { ...document, target: "acc", customTargets: [acc], pipeline: byoc, optLevel: 3 } }));
  await run(page, text);
  page.actions.setInspectorTab("regions");
  const words = async (by: 1 | -1) => {
    await goToBoundary(page, by);
    return store.getState().difference?.words ?? "";
  };
  const found = [await words(1), await words(1), await words(1), await words(-1)];
  expect(found[0]).toMatch(/^Boundary 1 of 2: /);
  expect(found[1]).toMatch(/^Boundary 2 of 2: /);
  expect(found.slice(2)).toEqual([found[0], found[1]]);
  expect(store.getState().selectedPair).toBeDefined();
  expect(store.getState().inspectorTab).toBe("selection");
});

test("a stage without a boundary says so", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) {\n  exp(%x)\n}\n");
  await goToBoundary(page, 1);
  expect(page.store.getState().notices.map((notice) => notice.text)).toContain("This stage has no boundary.");
});
