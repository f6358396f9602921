/** Nodes of an ONNX model in the text that was imported from it. */
import { expect, test } from "vitest";
import { modelNodesIn } from "../src/state/modelNodes.ts";

test("a line's node is the one that its last comment names, and its place is before that comment", () => {
  const line =
    "  %0 = nn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 8), float32] span=/fc.w:0:0 */, units=4) /* ty=Tensor[(1, 4), float32] span=/fc:0:0 */;";
  const places = modelNodesIn(`${line}\n  nn.relu(%0) /* span=/act:0:0 */\n`);
  expect([...places.keys()]).toEqual(["/fc", "/act"]);
  expect(line.slice(0, places.get("/fc")?.end)).toMatch(/units=4\)$/);
});
