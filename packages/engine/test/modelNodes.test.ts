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
