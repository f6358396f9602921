/** Models of many `If`s. */
import { type AttributeValue, graph, model, node, value } from "../../bench/onnx/writeModel.ts";
import type { Model } from "../../src/onnx/file/model.ts";
import { readModel } from "../../src/onnx/file/readModel.ts";

/** Branches with a node each, of one input. */
const branches = (input: string, name: string): Record<string, AttributeValue> =>
  Object.fromEntries(
    ["Relu", "Neg"].map((op, i) => [
      i === 0 ? "then_branch" : "else_branch",
      graph({ nodes: [node({ op, inputs: [input], outputs: [`${op}${name}`] })], inputs: [], outputs: [value(`${op}${name}`, [])] }),
    ]),
  );

/** Many `If`s, all of one value or each of the one before. */
export function branching(count: number, isChain: boolean): Model {
  const nodes = [node({ op: "Abs", inputs: ["x"], outputs: ["y0"] })];
  for (let i = 1; i <= count; i++)
    nodes.push(node({ op: "If", inputs: ["c"], outputs: [`y${i}`], attributes: branches(isChain ? `y${i - 1}` : "y0", `${i}`) }));
  nodes.push(node({ op: "Sum", inputs: Array.from({ length: count }, (_, i) => `y${i + 1}`), outputs: ["z"] }));
  return readModel(model(graph({ nodes, inputs: [value("x", [2, 3]), value("c", [], 9)], outputs: [value("z", [])] }), 13));
}
