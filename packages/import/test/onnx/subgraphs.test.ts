/** Subgraphs that use an input of the model which no node before them uses. */
import { expect, test } from "vitest";
import { ConversionFailure, importedText } from "../../src/index.ts";
import type { Graph } from "../../src/onnx/file/model.ts";
import { readModel } from "../../src/onnx/file/readModel.ts";
import { importModel } from "../../src/onnx/import/importModel.ts";

/** `y = If(c) { Relu(x) } else { Exp(Neg(x)) } + x`, as onnx.helper writes it. */
const file =
  "CAcSA2dlbjrIAgrFAQoJbmV0L2NfMjowEgpuZXQvaWZfMzowGghuZXQvSWZfMyICSWYqVwoLZWxzZV9icmFuY2gyRQoUCgluZXQveF8xOjASAmUxIgNOZWcKEAoCZTESAWUaAmVlIgNFeHASBGVsc2ViFQoBZRIQCg4IARIKCgMSAWEKAxIBYqABBSpFCgt0aGVuX2JyYW5jaDIzChQKCW5ldC94XzE6MBIBdCIEUmVsdRIEdGhlbmIVCgF0EhAKDggBEgoKAxIBYQoDEgFioAEFCjQKCm5ldC9pZl8zOjAKCW5ldC94XzE6MBILbmV0L2FkZF80OjAaCW5ldC9BZGRfNCIDQWRkEgFnWhsKCW5ldC94XzE6MBIOCgwIARIICgIIAgoCCANaEwoJbmV0L2NfMjowEgYKBAgJEgBiEwoLbmV0L2FkZF80OjASBAoCCAFCBAoAEBI=";
const model = () => readModel(Uint8Array.from(atob(file), (c) => c.charCodeAt(0)));

test("the reference does not bind it, and says so", () => {
  expect(() => importModel(model())).toThrow(ConversionFailure);
  expect(() => importModel(model())).toThrow(/`If`.*`net\/x_1:0` inside/);
});

test("where the page goes on, it is the function's parameter, and nodes keep their sources", () => {
  const text = importedText(importModel(model(), { leavesHoles: true }));
  expect(text).not.toContain("free_var");
  expect(text.split("\n").find((line) => line.includes("nn.relu"))).toMatch(/nn\.relu\(%net\/x_1:0\) .*span=Relu_0:0:0/);
});

test("a loop whose body has no outputs is refused", () => {
  const none = { initializers: [], valueInfos: [], sparseInitializerCount: 0 };
  const input = (name: string, elemType: number) => ({ name, type: { kind: "tensor", elemType, shape: [] } }) as const;
  const body: Graph = { ...none, name: "body", nodes: [], inputs: [input("i", 7), input("going", 9)], outputs: [] };
  const attribute = { name: "body", g: body, floats: [], ints: [], strings: [], tensors: [], graphCount: 0 };
  const loop = { name: "loop", opType: "Loop", domain: "", inputs: ["most", "first"], outputs: ["y"], attributes: [attribute] };
  const graph: Graph = { ...none, name: "g", nodes: [loop], inputs: [input("most", 7), input("first", 9)], outputs: [input("y", 7)] };
  const rest = { irVersion: 8, producerName: "", producerVersion: "", domain: "", functionCount: 0 };
  const made = { ...rest, opsetImports: [{ domain: "", version: 13 }], graph };
  expect(() => importModel(made)).toThrow("its body has too few outputs.");
  expect(importModel(made, { leavesHoles: true }).problems).toHaveLength(1);
});
