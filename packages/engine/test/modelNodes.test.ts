/** Where an imported text says which node of the model a line comes from, every stage says it too. */
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, request } from "./modules.ts";

const text = `/* ONNX operators: n7=Conv */
def @main(%x: Tensor[(1, 4), float32] /* ty=Tensor[(1, 4), float32] span=n7.x:0:0 */) -> Tensor[(1, 4), float32] {
  %0 = nn.relu(%x) /* ty=Tensor[(1, 4), float32] span=n7:0:0 */;
  %1 = exp(%0) /* ty=Tensor[(1, 4), float32] span=/head/Exp:0:0 */;
  add(%1, %0) /* ty=Tensor[(1, 4), float32] span=Add_3:0:0 */
}
`;

test("a node knows the model's node and operator, through all passes", async () => {
  const engine = createEngine();
  await collect(engine, request(1, { text, target: "dnnl" }));
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
  const engine = createEngine();
  await collect(engine, request(1, { text: tflite, target: "dnnl" }));
  const start = tflite.indexOf("split(");
  const ids = await engine.nodesAt(1, 0, { start, end: start + "split(%x".length });
  const found = await Promise.all(ids.map((id) => engine.node(1, 0, id)));
  const facts = found.flatMap((details) => details?.facts ?? []);
  expect(facts).toContainEqual({ label: "TFLite node", value: "a, b" });
  expect(facts).toContainEqual({ label: "TFLite operator", value: "SPLIT" });
});
