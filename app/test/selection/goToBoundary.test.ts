/** From boundary to boundary by keys. */
import { expect, test } from "vitest";
import { nodesOfBoundary } from "../../src/inspector/causes/boundaryNames.ts";
import { indicesOf, sceneOf } from "../../src/picture/scene.ts";
import { goToBoundary } from "../../src/state/commands/goToBoundary.ts";
import { makePage, pageOf, run } from "../makePage.ts";
import { flow, partitioned } from "../picture/pictures.ts";

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

test.each(["map", "operators"] as const)("both sides of a boundary are in the %s, also where they are composites", async (view) => {
  const block = (
    at: number,
  ) => `  %${3 * at} = nn.conv2d(%${at === 0 ? "x" : 3 * at - 1}, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %${3 * at + 1} = nn.relu(%${3 * at});
  %${3 * at + 2} = erf(%${3 * at + 1});
`;
  const shape = "Tensor[(1, 8, 4, 4), float32]";
  const blocks = Array.from({ length: 8 }, (_, at) => block(at)).join("");
  const engine = await partitioned(
    `def @main(%x: ${shape}, %w: Tensor[(8, 8, 3, 3), float32]) -> ${shape} {\n${blocks}  nn.relu(%23)\n}\n`,
    "dnnl",
    false,
  );
  const stage = flow.length;
  const { boundaries } = await engine.why(1, stage);
  expect(boundaries.length).toBeGreaterThan(5);
  const flags = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const scene = sceneOf(await engine.graph({ epoch: 1, stage, view, ...flags }));
  for (const boundary of boundaries) {
    const shown = indicesOf(scene, nodesOfBoundary(boundary));
    for (const { id } of [boundary.from, boundary.to]) {
      const own = indicesOf(scene, [id]);
      expect(own.size).toBeGreaterThan(0);
      expect([...own].every((i) => shown.has(i))).toBe(true);
    }
  }
  engine.dispose();
});
