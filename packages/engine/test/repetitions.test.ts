/** What the repetitions of a stack have in common, and in what they differ. */
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, flow, request, stagesOf } from "./modules.ts";

/** Layers of which the third has other strides and more channels. */
const text = `def @main(%x: Tensor[(1, 8, 16, 16), float32], %w0: Tensor[(8, 8, 3, 3), float32], %w1: Tensor[(8, 8, 3, 3), float32], %w2: Tensor[(16, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w0, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = tan(%1);
  %3 = nn.conv2d(%2, %w1, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %4 = nn.relu(%3);
  %5 = tan(%4);
  %6 = nn.conv2d(%5, %w2, strides=[2, 2], padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %7 = nn.relu(%6);
  tan(%7)
}
`;

test("a stack says what repeats, what all have, and which repetition differs in what", async () => {
  const engine = createEngine();
  const pipeline = [{ pass: "InferType", options: {} }, ...flow.slice(0, 3)];
  const stages = stagesOf(await collect(engine, request(1, { text, target: "dnnl", pipeline })));
  const stage = stages.length - 1;
  const view = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const { graph } = await engine.graph({ ...view, epoch: 1, stage });
  const calls = graph.nodes.filter(({ card }) => card === "operator").map(({ id }) => id);
  const runs = [calls.slice(0, 3), calls.slice(3, 6), calls.slice(6, 9)];
  const answer = await engine.stack(1, stage, runs);
  const words = answer.differences.map(({ at, what, values }) =>
    [at, what, ...values.map(({ value, repetitions }) => `${value} in ${repetitions.join()}`)].join("; "),
  );
  expect(words).toEqual([
    "conv2d; result; 1×8×16×16 float32 in 0,1; 1×16×8×8 float32 in 2",
    "conv2d; parameters; 8×8×3×3 float32 in 0,1; 16×8×3×3 float32 in 2",
    "conv2d; strides; [1, 1] in 0,1; [2, 2] in 2",
    "conv2d; channels; 8 in 0,1; 16 in 2",
    "relu; result; 1×8×16×16 float32 in 0,1; 1×16×8×8 float32 in 2",
    "tan; result; 1×8×16×16 float32 in 0,1; 1×16×8×8 float32 in 2",
  ]);
  expect({ ...answer, differences: [] }).toEqual({
    operators: ["conv2d", "relu", "tan"].map((name) => ({ name, count: 1 })),
    within: [],
    differences: [],
  });
  const alike = await engine.stack(1, stage, [runs[1] ?? [], runs[1] ?? []]);
  expect(alike.differences).toEqual([]);
});

/** Four layers of one region, each a composite, and what the host does after them. */
const layers = `def @main(%x: Tensor[(1, 8, 16, 16), float32], ${[0, 1, 2, 3].map((i) => `%w${i}: Tensor[(8, 8, 3, 3), float32]`).join(", ")}) {
${[0, 1, 2, 3]
  .map(
    (i) =>
      `  %${2 * i} = nn.conv2d(${i === 0 ? "%x" : `%${2 * i - 1}`}, %w${i}, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);\n  %${2 * i + 1} = nn.relu(%${2 * i});`,
  )
  .join("\n")}
  tan(%7)
}
`;

test("layers of a region are parts of it, and have those of its boundaries that are at them", async () => {
  const engine = createEngine();
  const pipeline = [{ pass: "InferType", options: {} }, ...flow];
  const stages = stagesOf(await collect(engine, request(1, { text: layers, target: "dnnl", pipeline })));
  const stage = stages.length - 1;
  const view = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const { graph } = await engine.graph({ ...view, epoch: 1, stage });
  const calls = graph.nodes.filter(({ operator, region }) => operator !== "" && region >= 0).map(({ id }) => id);
  expect(calls).toHaveLength(8);
  const runs = [0, 1, 2, 3].map((i) => calls.slice(2 * i, 2 * i + 2));
  const { within, operators } = await engine.stack(1, stage, runs.slice(0, 3));
  expect(within).toEqual(["dnnl 0"]);
  expect(operators.map(({ name }) => name)).toEqual(["conv2d", "relu"]);
  const boundariesOf = async (nodes: readonly number[]) => (await engine.boundariesAt(1, stage, { kind: "held", nodes })).length;
  expect(await Promise.all(runs.map(boundariesOf))).toEqual([0, 0, 0, 1]);
  expect(await boundariesOf(runs.slice(0, 3).flat())).toBe(0);
  expect(await boundariesOf(calls)).toBe(1);
});

test("the operators of a stack are those that all of its repetitions have", async () => {
  const engine = createEngine();
  const stages = stagesOf(await collect(engine, request(1, { text, target: "dnnl", pipeline: [{ pass: "InferType", options: {} }] })));
  const view = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const { graph } = await engine.graph({ ...view, epoch: 1, stage: stages.length - 1 });
  const calls = graph.nodes.filter(({ card }) => card === "operator").map(({ id }) => id);
  const { operators } = await engine.stack(1, stages.length - 1, [calls.slice(0, 3), calls.slice(3, 5)]);
  expect(operators.map(({ name }) => name)).toEqual(["conv2d", "relu"]);
});
