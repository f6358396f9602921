/** Subgraphs that use an input of the model which no node before them uses. */
import { expect, test } from "vitest";
import { graph, model, node, type Part, value } from "../../bench/onnx/writeModel.ts";
import { ConversionFailure, importedText } from "../../src/index.ts";
import type { Graph } from "../../src/onnx/file/model.ts";
import { readModel } from "../../src/onnx/file/readModel.ts";
import { importModel } from "../../src/onnx/import/importModel.ts";
import { branching } from "./branching.ts";

/** `y = If(c) { Relu(x) } else { Exp(Neg(x)) } + x`, as onnx.helper writes it. */
const file =
  "CAcSA2dlbjrIAgrFAQoJbmV0L2NfMjowEgpuZXQvaWZfMzowGghuZXQvSWZfMyICSWYqVwoLZWxzZV9icmFuY2gyRQoUCgluZXQveF8xOjASAmUxIgNOZWcKEAoCZTESAWUaAmVlIgNFeHASBGVsc2ViFQoBZRIQCg4IARIKCgMSAWEKAxIBYqABBSpFCgt0aGVuX2JyYW5jaDIzChQKCW5ldC94XzE6MBIBdCIEUmVsdRIEdGhlbmIVCgF0EhAKDggBEgoKAxIBYQoDEgFioAEFCjQKCm5ldC9pZl8zOjAKCW5ldC94XzE6MBILbmV0L2FkZF80OjAaCW5ldC9BZGRfNCIDQWRkEgFnWhsKCW5ldC94XzE6MBIOCgwIARIICgIIAgoCCANaEwoJbmV0L2NfMjowEgYKBAgJEgBiEwoLbmV0L2FkZF80OjASBAoCCAFCBAoAEBI=";
const recorded = () => readModel(Uint8Array.from(atob(file), (c) => c.charCodeAt(0)));

test("the reference does not bind it, and says so", () => {
  expect(() => importModel(recorded())).toThrow(ConversionFailure);
  expect(() => importModel(recorded())).toThrow(/`If`.*`net\/x_1:0`, which TVM's frontend does not pass into it/);
});

test("where the page goes on, it is the function's parameter, and nodes keep their sources", () => {
  const text = importedText(importModel(recorded(), { leavesHoles: true }));
  expect(text).not.toContain("free_var");
  expect(text.split("\n").find((line) => line.includes("nn.relu"))).toMatch(/nn\.relu\(%net\/x_1:0\) .*span=Relu_0:0:0/);
});

test("a loop whose body has no outputs is refused", () => {
  const none = { initializers: [], valueInfos: [] };
  const input = (name: string, elemType: number) => ({ name, type: { kind: "tensor", elemType, shape: [] } }) as const;
  const body: Graph = { ...none, name: "body", nodes: [], inputs: [input("i", 7), input("going", 9)], outputs: [] };
  const attribute = { name: "body", g: body, floats: [], ints: [], strings: [], tensors: [], graphCount: 0 };
  const loop = { name: "loop", opType: "Loop", inputs: ["most", "first"], outputs: ["y"], attributes: [attribute] };
  const whole: Graph = { ...none, name: "g", nodes: [loop], inputs: [input("most", 7), input("first", 9)], outputs: [input("y", 7)] };
  const rest = { producerName: "", producerVersion: "" };
  const made = { ...rest, opsetImports: [{ domain: "", version: 13 }], graph: whole };
  expect(() => importModel(made)).toThrow("its body has too few outputs.");
  expect(importModel(made, { leavesHoles: true }).problems).toHaveLength(1);
});

test("3,000 branches in a chain are imported", () => {
  expect(importModel(branching(3_000, true), { leavesHoles: true }).problems).toEqual([]);
});

/** A loop in a loop in a loop, each with a value that it collects: each body is converted twice. */
function loops(depth: number): Part {
  const inner =
    depth === 0
      ? node({ op: "Relu", inputs: ["x"], outputs: ["s0"] })
      : node({ op: "Loop", inputs: ["m", "c", "x"], outputs: [`q${depth}`, `s${depth}`], attributes: { body: loops(depth - 1) } });
  const step = node({ op: "Relu", inputs: [`v${depth}`], outputs: [`w${depth}`] });
  const going = node({ op: "Identity", inputs: [`c${depth}`], outputs: [`d${depth}`] });
  return graph({
    nodes: [going, step, inner],
    inputs: [value(`i${depth}`, [], 7), value(`c${depth}`, [], 9), value(`v${depth}`, [2, 3])],
    outputs: [value(`d${depth}`, [], 9), value(`w${depth}`, [2, 3]), value(`s${depth}`, [])],
  });
}

test("thirty loops in one another end in a sentence", () => {
  const nodes = [node({ op: "Loop", inputs: ["m", "c", "x"], outputs: ["y", "z"], attributes: { body: loops(29) } })];
  const inputs = [value("m", [], 7), value("c", [], 9), value("x", [2, 3])];
  const read = readModel(model(graph({ nodes, inputs, outputs: [value("y", []), value("z", [])] }), 13));
  expect(() => importModel(read, { leavesHoles: true })).toThrow("Loops are nested so deep");
});
