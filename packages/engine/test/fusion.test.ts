import { expect, test } from "vitest";
import { engineAfter, graphOf } from "./modules.ts";

const text = `def @main(%x: Tensor[(1, 2, 4, 4), float32], %w: Tensor[(2, 2, 1, 1), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]);
  %1 = nn.relu(%0);
  %2 = annotation.stop_fusion(%1);
  %3 = exp(%2);
  tanh(%3)
}
`;
const pipeline = ["InferType", "FuseOps"].map((pass) => ({ pass, options: {} }));

test("groups are regions before and after FuseOps, with kind and cut", async () => {
  const engine = await engineAfter({ text, pipeline });
  const labels = ["elemwise · 2 ops", "out-elemwise-fusable · 2 ops · cut by stop_fusion"];
  const view = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const before = await engine.graph({ ...view, stage: 1, pane: "before" });
  expect(before.graph.regions.map((region) => region.label).sort()).toEqual(labels);
  const after = await engine.graph({ ...view, stage: 2 });
  expect(after.graph.regions.map((region) => region.label).sort()).toEqual(labels);
  const alone = await engine.graph({ ...view, stage: 1 });
  expect(alone.graph.regions).toEqual([]);
});

test("a fused node and a stop_fusion say what ended the group", async () => {
  const engine = await engineAfter({ text, pipeline });
  const { graph } = await graphOf(engine, 1, 1);
  const answers = async (label: string) => {
    const id = graph.nodes.find((n) => n.label.endsWith(label))?.id ?? -1;
    return (await engine.node(1, 1, id))?.why.map((why) => why.answer).join(" ");
  };
  expect(await answers("relu")).toMatch(
    /one kernel with 1 other node; the group is `out-elemwise-fusable`.*A `stop_fusion` ends the group/,
  );
  expect(await answers("tanh")).toMatch(/the group is `elemwise`/);
  expect(await answers("stop_fusion")).toMatch(/It ends the group above it/);
});
