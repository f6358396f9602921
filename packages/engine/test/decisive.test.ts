/** What a whole run lacks: found without a question, offered only where it gains. */
import { expect, test } from "vitest";
import { createEngine, type DecisiveChange, type PipelineStep, percent } from "../src/index.ts";
import { collect, request } from "./modules.ts";

const convolutions = `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8), float32], %v: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = nn.bias_add(%0, %b);
  %2 = nn.relu(%1);
  %3 = nn.conv2d(%2, %v, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%3)
}
`;

const dropping = `def @main(%x: Tensor[(1, 8, 8, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.dropout(%0);
  %2 = nn.relu(%1.0);
  %3 = nn.dropout(%2);
  sigmoid(%3.0)
}
`;

/** Its second parameter is the data of a convolution, and it has no weight that is a parameter. */
const branching = `def @main(%c: bool, %x: Tensor[(1, 8, 8, 8), float32]) {
  %1 = if (%c) {
    %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(8, 8, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
    nn.relu(%0)
  } else {
    negative(%x)
  };
  nn.relu(%1)
}
`;

const bound = `def @main(%x: Tensor[(1, 8), float32]) {
  let %a = nn.relu(%x);
  let %b = tanh(%a);
  add(%b, %a)
}
`;

const dequantized = `def @main(%x: Tensor[(1, 8, 8, 8), float32]) {
  %0 = qnn.dequantize(meta[relay.Constant][0] /* ty=Tensor[(8, 8, 3, 3), int8] */, 0.1f, 0, out_dtype="float32");
  %1 = nn.conv2d(%x, %0, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%1)
}
`;

/** TVM takes 4 of its 7 operators in 4 regions with `use_implicit_batch`, and 6 in 2 without. */
const leading = `def @main(%x: Tensor[(8, 16), float32]) {
  %0 = nn.relu(%x);
  %1 = expand_dims(%0, axis=0);
  %2 = tanh(%1);
  %3 = squeeze(%2, axis=[0]);
  %4 = sigmoid(%3);
  %5 = expand_dims(%4, axis=0);
  nn.relu(%5)
}
`;

/** clml takes nothing of a batch of 4. */
const batch = `def @main(%x: Tensor[(4, 8, 8, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2]);
  nn.relu(%1)
}
`;

/** cutlass takes weights in OHWI alone. */
const weights = `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(3, 3, 8, 8), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO");
  nn.relu(%0)
}
`;

interface Asked {
  readonly text: string;
  readonly target: string;
  readonly bindParameters?: boolean;
  readonly optLevel?: number;
  /** Instead of the target's own flow. */
  readonly passes?: readonly string[];
}

async function decisiveOf({ text, target, bindParameters = false, optLevel = 3, passes }: Asked): Promise<readonly DecisiveChange[]> {
  const engine = createEngine();
  const info = (await engine.catalog()).targets.find(({ name }) => name === target);
  const pipeline = passes?.map((pass): PipelineStep => ({ pass, options: {} })) ?? info?.pipeline ?? [];
  await collect(engine, request(1, { text, target, pipeline, optLevel, bindParameters }));
  const found: DecisiveChange[] = [];
  await engine.decisive(1, (change) => found.push(change));
  return found;
}

const partitioning = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

test.each<readonly [string, Asked, readonly string[]]>([
  ["parameters that are not bound", { text: convolutions, target: "tensorrt" }, ["bind"]],
  [
    "a layout that the target does not take",
    { text: convolutions, target: "arm_compute_lib", bindParameters: true },
    ["add-pass", "add-pass"],
  ],
  ["a layout of weights that the target does not take", { text: weights, target: "cutlass" }, ["bind", "add-pass", "add-pass"]],
  ["a setting that refuses", { text: leading, target: "tensorrt" }, ["set-setting"]],
  ["a batch that the target does not take", { text: batch, target: "clml" }, ["text"]],
  ["a module that is not simplified", { text: dropping, target: "dnnl", passes: ["InferType", ...partitioning] }, ["add-pass", "add-pass"]],
  ["lets that PartitionGraph fails on", { text: bound, target: "tensorrt" }, ["add-pass"]],
  ["a quantized operator of constants", { text: dequantized, target: "tensorrt" }, ["add-pass"]],
])("%s", async (_, asked, kinds) => {
  const [change, ...others] = await decisiveOf(asked);
  expect(others).toEqual([]);
  expect(change?.edits.map(({ kind }) => kind)).toEqual(kinds);
  const { before, after, sentence = "" } = change ?? {};
  const share = (o: typeof after) => percent(o?.offloaded ?? 0, o?.operators ?? 1);
  expect(sentence).toContain(
    `${after?.offloaded} of ${after?.operators} operators (${share(after)}) are offloaded instead of ${before?.offloaded} of ${before?.operators} (${share(before)})`,
  );
});

test.each<readonly [string, Asked]>([
  ["what is bound lacks nothing", { text: convolutions, target: "tensorrt", bindParameters: true }],
  ["data is no weight, whatever its place", { text: branching, target: "tensorrt" }],
  ["a target that takes nothing of it is not helped", { text: dropping, target: "cublas" }],
])("%s", async (_, asked) => {
  expect(await decisiveOf(asked)).toEqual([]);
});

test("a check that raises on a scalar bias is helped by an axis, or by the table without it", async () => {
  const text = `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = add(%0, 1f);
  nn.relu(%1)
}
`;
  const [axis, table, ...others] = await decisiveOf({ text, target: "dnnl", bindParameters: true });
  expect(others).toEqual([]);
  expect(axis?.run.text).toContain("add(%0, reshape(1f, newshape=[1]))");
  const names = table?.edits.map((edit) => (edit.kind === "remove-pattern" ? edit.pattern : edit.kind));
  expect(names).toEqual(["dnnl.conv2d_bias_relu", "dnnl.conv2d_bias"]);
  for (const change of [axis, table]) expect(change?.after).toMatchObject({ failure: "", offloaded: 3, regions: 1 });
});
