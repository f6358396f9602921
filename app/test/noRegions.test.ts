/** Which stage the list of regions leads to where the shown one has none. */
import { createEngine, type StageResult } from "@relayscope/engine";
import { expect, test } from "vitest";
import { beginsText, nearestWithRegions } from "../src/inspector/NoRegions.tsx";

const text = `def @main(%x: Tensor[(1, 8, 4, 4), float32]) {
  %0 = exp(%x);
  %1 = floor(%0);
  exp(%1)
}
`;

async function stagesOf(target: string, passes: readonly string[]): Promise<readonly StageResult[]> {
  const stages: StageResult[] = [];
  const pipeline = passes.map((pass) => ({ pass, options: {} }));
  await new Promise<void>((resolve) => {
    createEngine().run(
      { epoch: 1, text, target, pipeline, optLevel: 3, customTargets: [], bindParameters: false, trace: false },
      (event) => {
        if (event.kind === "stage") stages.push(event.result);
        else resolve();
      },
    );
  });
  return stages;
}

const flow = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

test.each([
  ["before any is drawn: the pass that draws the first", "dnnl", flow, 0, "AnnotateTarget"],
  ["behind a pass that took all away: the stage before it", "dnnl", [...flow, "PruneDnnlSubgraphs", "InferType"], 6, "PartitionGraph"],
  ["where no pass draws any: none", "cutlass", ["MergeComposite"], 1, undefined],
])("%s", async (_, target, passes, stage, expected) => {
  const stages = await stagesOf(target, passes);
  expect(stages[stage]?.summary.regions).toEqual([]);
  expect(stages[nearestWithRegions(stages, stage)]?.pass).toBe(expected);
});

test("the first pass that marks operators is not said to mark only the first of them", () => {
  expect(beginsText({ count: 374, marked: 374, operators: 374 })).toBe("is the first pass that marks operators: 374.");
  expect(beginsText({ count: 1_200, marked: 0, operators: 2_000 })).toBe("is the first pass that draws regions: 1,200.");
});
