/** One text case a converter: a node, its inputs and weights, and what the reference makes of it. */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { attributeOf, graph, model, node, type Part, tensor, value } from "../../bench/onnx/writeModel.ts";
import { referenceText } from "../../src/index.ts";
import { readModel } from "../../src/onnx/file/readModel.ts";
import { dtypeNames } from "../../src/onnx/file/schema.ts";
import { importModel } from "../../src/onnx/import/importModel.ts";

const numberOf = new Map(
  Object.entries(dtypeNames)
    .reverse()
    .map(([number, name]) => [name, Number(number)]),
);
const declaration = /^(\S+): (\w+) ?([\dx?]*)(?: ?= (\[.*\]))?$/;
const call = /^(.*?) = (\w+)\((.*?)\)(.*)$/;
const attributePattern = /(\w+)=("[^"]*"|\[[^\]]*\]|\S+)/g;

/** The file that a case writes down: `opset N`, a line an input or weight, then the node. */
function fileOf(text: string): Uint8Array {
  const lines = text.split("\n");
  const [, opset = "1"] = /^opset (\d+)$/.exec(lines[0] ?? "") ?? [];
  const inputs: Part[] = [];
  const weights: Part[] = [];
  for (const line of lines.slice(1, -1)) {
    const [, name = "", dtype = "", sizes = "", values] = declaration.exec(line) ?? [];
    const dims = sizes === "" ? [] : sizes.split("x").map((s) => (s === "?" ? "n" : Number(s)));
    const number = numberOf.get(dtype) ?? 0;
    if (values === undefined) inputs.push(value(name, dims, number));
    else weights.push(tensor(name, dims.map(Number), number, JSON.parse(values) as number[]));
  }
  const [, outputs = "", op = "", args = "", rest = ""] = call.exec(lines.at(-1) ?? "") ?? [];
  const names = (list: string) => (list === "" ? [] : list.split(",").map((n) => n.trim()));
  const attributes = Object.fromEntries([...rest.matchAll(attributePattern)].map(([, key = "", given = ""]) => [key, attributeOf(given)]));
  const nodes = [node({ op, inputs: names(args), outputs: names(outputs), attributes })];
  return model(
    graph({
      nodes,
      weights,
      inputs,
      outputs: names(outputs)
        .filter((o) => o !== "")
        .map((o) => value(o, [])),
    }),
    Number(opset),
  );
}

const cases = textCases(new URL("./cases/", import.meta.url));

describe("converters", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    const { text } = referenceText(importModel(readModel(fileOf(input))));
    expect(bare(text)).toBe(output);
  });
});

test.each([
  'y = AveragePool(x) auto_pad="SAME_UPPER" kernel_shape=[3]',
  'y = AveragePool(x) auto_pad="SAME_UPPER" kernel_shape=[3,3] strides=[2]',
  "y = ConvTranspose(x, w) kernel_shape=[3,3] output_shape=[9]",
  "y = ConvTranspose(x, w) kernel_shape=[3,3] output_shape=[9,9] output_padding=[1]",
])("a list that is too short is refused: %s", (call) => {
  const input = `opset 11\nx: float32 1x3x9x9\nw: float32 3x3x3x3\n${call}`;
  expect(() => importModel(readModel(fileOf(input)))).toThrow("has too few values: 1.");
});

test.each([
  ["an area that TVM makes float32", "opset 17\nx: float64 1x2x4\ny = GlobalLpPool(x)"],
  ["an axis from the end of dynamic sizes", "opset 7\nx: float32 5x?\ny = Unsqueeze(x) axes=[-1]"],
  ["a seed that is a float", "opset 13\nx: float32 2x3\ny = Multinomial(x) seed=2.0"],
  ["coefficients that don't fit the targets", "opset 13\nx: float32 2x3\ny = LinearRegressor(x) coefficients=[1.0,2.0,3.0] targets=2"],
])("as in TVM, %s can't be converted", (_, input) => {
  expect(importModel(readModel(fileOf(input)), { leavesHoles: true }).problems).toHaveLength(1);
});

test("a chain without inputs is refused", () => {
  expect(() => importModel(readModel(fileOf("opset 13\ny = Max()")))).toThrow("its input 0 is missing.");
});

test("a shape whose length is computed leaves no hole", () => {
  const nodes = [
    node({ op: "Shape", inputs: ["x"], outputs: ["sizes"] }),
    node({ op: "Size", inputs: ["sizes"], outputs: ["rank"] }),
    node({ op: "Sub", inputs: ["rank", "zero"], outputs: ["length"] }),
    node({ op: "ConstantOfShape", inputs: ["length"], outputs: ["shape"] }),
    node({ op: "Concat", inputs: ["shape", "tail"], outputs: ["target"], attributes: { axis: 0 } }),
    node({ op: "Cast", inputs: ["target"], outputs: ["ints"], attributes: { to: 7 } }),
    node({ op: "Reshape", inputs: ["x", "ints"], outputs: ["y"] }),
  ];
  const weights = [tensor("zero", [1], 7, [2]), tensor("tail", [1], 1, [-1])];
  const made = model(graph({ nodes, weights, inputs: [value("x", ["n", 3, 5])], outputs: [value("y", [])] }));
  const { problems, module } = importModel(readModel(made), { leavesHoles: true });
  expect(problems).toEqual([]);
  expect(referenceText({ ...importModel(readModel(made)), module }).text).toContain("reshape(%x, newshape=[0, -1])");
});

/** Without version and the note on metadata. */
function bare(text: string): string {
  return text
    .replace(/^#.*\n/, "")
    .replace(/\/\* For debugging[\s\S]*$/, "")
    .trim();
}
