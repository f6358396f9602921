/** Where an imported text says which node of the model a line comes from, every stage says it too. */
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, engineAfter, request } from "./modules.ts";

const text = `/* ONNX operators: n7=Conv */
def @main(%x: Tensor[(1, 4), float32] /* ty=Tensor[(1, 4), float32] span=n7.x:0:0 */) -> Tensor[(1, 4), float32] {
  %0 = nn.relu(%x) /* ty=Tensor[(1, 4), float32] span=n7:0:0 */;
  %1 = exp(%0) /* ty=Tensor[(1, 4), float32] span=/head/Exp:0:0 */;
  add(%1, %0) /* ty=Tensor[(1, 4), float32] span=Add_3:0:0 */
}
`;

test("a node knows the model's node and operator, through all passes", async () => {
  const engine = await engineAfter({ text, target: "dnnl" });
  const stages = [0, 3];
  for (const stage of stages) {
    for (const [part, name, operator] of [
      ["nn.relu(%x)", "n7", "Conv"],
      ["exp(%0)", "/head/Exp", "Exp"],
      ["add(%1, %0)", "Add_3", "Add"],
    ] as const) {
      const start = text.indexOf(part);
      const ids = await engine.nodesAt(1, stage, { start, end: start + part.length });
      const found = await Promise.all(ids.map((id) => engine.node(1, stage, id)));
      const facts = found.flatMap((details) => details?.facts ?? []).filter((f) => f.label.startsWith("ONNX"));
      expect(facts).toContainEqual({ label: "ONNX node", value: name });
      expect(facts).toContainEqual({ label: "ONNX operator", value: operator });
    }
  }
});

test("a node with several outputs has a name with blanks, and its operator is known", async () => {
  const tflite = `/* TFLite operators: a,%0020b=SPLIT c=RELU */
def @main(%x: Tensor[(1, 4), float32] /* span=x:0:0 */) {
  %0 = split(%x, indices_or_sections=2, axis=1) /* span=a, b:0:0 */;
  nn.relu(%0.1) /* span=c:0:0 */
}
`;
  const engine = await engineAfter({ text: tflite, target: "dnnl" });
  const start = tflite.indexOf("split(");
  const ids = await engine.nodesAt(1, 0, { start, end: start + "split(%x".length });
  const found = await Promise.all(ids.map((id) => engine.node(1, 0, id)));
  const facts = found.flatMap((details) => details?.facts ?? []);
  expect(facts).toContainEqual({ label: "TFLite node", value: "a, b" });
  expect(facts).toContainEqual({ label: "TFLite operator", value: "SPLIT" });
});

test("a node of a quantized model knows the scales and zero points of its tensors, whichever of its calls is asked about", async () => {
  const conv = "/* span=stem:0:0 */";
  const tflite = `/* TFLite operators: stem=CONV_2D sum=ADD */
def @main(%x: Tensor[(1, 4, 4, 2), int8], %w: Tensor[(1, 1, 2, 2), int8]) {
  %0 = qnn.conv2d(%x, %w, 3, 0, 0.5f, meta[relay.Constant][0] /* ty=Tensor[(2), float32] */, channels=2, kernel_size=[1, 1], data_layout="NHWC", kernel_layout="HWIO") ${conv};
  %1 = qnn.requantize(%0, meta[relay.Constant][1] /* ty=Tensor[(2), float32] */, 0, 0.25f, -128, axis=3, out_dtype="int8") ${conv};
  %2 = clip(%1, a_min=-128f, a_max=127f) ${conv};
  qnn.add(%2, %x, 0.25f, -128, 0.5f, 3, 0.75f, 1) /* span=sum:0:0 */
}
`;
  const engine = await engineAfter({ text: tflite, target: "dnnl" });
  const factsAt = async (part: string) => {
    const start = tflite.indexOf(part);
    const ids = await engine.nodesAt(1, 0, { start, end: start + part.length });
    const found = await Promise.all(ids.map((id) => engine.node(1, 0, id)));
    const facts = found.find((details) => details?.title === part.slice(0, part.indexOf("(")))?.facts ?? [];
    return facts.filter(({ label }) => label.startsWith("quantized")).map(({ label, value }) => `${label}: ${value}`);
  };
  const layer = [
    "quantized input: scale 0.5, zero point 3",
    "quantized weight: scale not in the text, zero point 0",
    "quantized output: scale 0.25, zero point -128",
  ];
  expect(await factsAt("qnn.conv2d(%x")).toEqual(layer);
  expect(await factsAt("clip(%1")).toEqual(layer);
  expect(await factsAt("qnn.add(%2")).toEqual([
    "quantized lhs: scale 0.25, zero point -128",
    "quantized rhs: scale 0.5, zero point 3",
    "quantized output: scale 0.75, zero point 1",
  ]);
});

test("the arguments of quantized products are named as calls have them", async () => {
  const dense = "qnn.dense(%x, %w, 3, 0, 0.5f, 0.25f, units=2)";
  const text = `def @main(%x: Tensor[(1, 4), int8], %w: Tensor[(2, 4), int8]) { ${dense} }`;
  const engine = await engineAfter({ text, target: "dnnl" });
  const ids = await engine.nodesAt(1, 0, { start: text.indexOf(dense), end: text.indexOf(dense) + dense.length });
  const details = await Promise.all(ids.map((id) => engine.node(1, 0, id)));
  const facts = details.find((found) => found?.title === "qnn.dense")?.facts ?? [];
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "data: %x: Tensor[(1, 4), int8]",
    "weight: %w: Tensor[(2, 4), int8]",
    "input_zero_point: 3: int32",
    "weight_zero_point: 0: int32",
    "input_scale: 0.5: float32",
    "weight_scale: 0.25: float32",
  ]);
});

test("a node of the text comes before the variables that pass its value on", async () => {
  const conv = (x: string) => `nn.conv2d(${x}, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3])`;
  const two = `def @main(%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 3, 3), float32]) {
  %0 = ${conv("%x")};
  %1 = nn.relu(%0);
  %2 = ${conv("%1")};
  nn.relu(%2)
}
`;
  const engine = createEngine();
  const { targets } = await engine.catalog();
  const { pipeline = [] } = targets.find(({ name }) => name === "dnnl") ?? {};
  await collect(engine, request(1, { text: two, target: "dnnl", pipeline }));
  const at = two.indexOf("nn.relu(%0)");
  const titles = async (stage: number) => {
    const ids = await engine.nodesAt(1, stage, { start: at, end: at + "nn.relu(%0)".length });
    return Promise.all(ids.map(async (id) => (await engine.node(1, stage, id))?.title ?? ""));
  };
  const last = await titles(pipeline.length);
  expect(last[0]).toBe("nn.relu");
  expect(last.at(-1)).toMatch(/^%/);
});
