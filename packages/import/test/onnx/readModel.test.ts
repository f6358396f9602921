import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, test } from "vitest";
import { importedText } from "../../src/index.ts";
import { readModel } from "../../src/onnx/file/readModel.ts";
import { importModel } from "../../src/onnx/import/importModel.ts";

const bytes = (write: (w: BinaryWriter) => void): Uint8Array => {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
};
const part = (w: BinaryWriter, field: number, content: Uint8Array) => w.tag(field, WireType.LengthDelimited).bytes(content);
const text = (w: BinaryWriter, field: number, content: string) => w.tag(field, WireType.LengthDelimited).string(content);

/** An input of float32 with the given sizes. */
function input(name: string, sizes: readonly number[]): Uint8Array {
  const shape = bytes((w) => {
    for (const size of sizes)
      part(
        w,
        1,
        bytes((d) => d.tag(1, WireType.Varint).int64(size)),
      );
  });
  const tensor = bytes((w) => {
    w.tag(1, WireType.Varint).int32(1);
    part(w, 2, shape);
  });
  return bytes((w) => {
    text(w, 1, name);
    part(
      w,
      2,
      bytes((t) => part(t, 1, tensor)),
    );
  });
}

function node(op: string, inputs: readonly string[], output: string, attributes: readonly Uint8Array[] = []): Uint8Array {
  return bytes((w) => {
    for (const name of inputs) text(w, 1, name);
    text(w, 2, output);
    text(w, 4, op);
    for (const a of attributes) part(w, 5, a);
  });
}

function graph(nodes: readonly Uint8Array[], initializers: readonly Uint8Array[] = []): Uint8Array {
  return bytes((w) => {
    for (const n of nodes) part(w, 1, n);
    for (const i of initializers) part(w, 5, i);
    part(w, 11, input("x", [2, 3]));
    part(
      w,
      12,
      bytes((o) => text(o, 1, "y")),
    );
  });
}

const opset = bytes((w) => w.tag(2, WireType.Varint).int64(13));
const model = (content: Uint8Array): Uint8Array =>
  bytes((w) => {
    part(w, 7, content);
    part(w, 8, opset);
  });

describe("a file that is not a model gets a sentence", () => {
  test.each([
    ["empty", new Uint8Array(0), /empty/],
    ["text", new TextEncoder().encode("def @main(%x: int32) { %x }"), /not an ONNX model/],
    ["without a graph", bytes((w) => w.tag(1, WireType.Varint).int64(8)), /no graph/],
    ["cut off", model(graph([node("Relu", ["x"], "y")])).subarray(0, 20), /not an ONNX model/],
  ])("%s", (_, file, sentence) => {
    expect(() => readModel(file)).toThrow(sentence);
  });

  test("graphs deep in one another", () => {
    let inner = graph([]);
    for (let i = 0; i < 60; i++) {
      const attribute = bytes((w) => {
        text(w, 1, "body");
        part(w, 6, inner);
      });
      inner = graph([node("Loop", ["x"], "y", [attribute])]);
    }
    expect(() => readModel(model(inner))).toThrow(/deep/);
  });
});

describe("a model that cannot be imported gets a sentence", () => {
  const imports = (content: Uint8Array) => () => importModel(readModel(model(content)));

  test("an operator that the reference does not have", () => {
    expect(imports(graph([node("Det", ["x"], "y")]))).toThrow("does not support the operator `Det`");
  });

  test("nodes in a circle", () => {
    expect(imports(graph([node("Add", ["x", "y"], "z"), node("Relu", ["z"], "y")]))).toThrow("`Add` at node `Add_0`");
    const drawn = importModel(readModel(model(graph([node("Add", ["x", "y"], "z"), node("Relu", ["z"], "y")]))), { leavesHoles: true });
    expect(drawn.problems.map((p) => p.node)).toContain("Add_0");
  });

  test("a terabyte of declared data", () => {
    const weight = bytes((w) => {
      w.tag(1, WireType.Varint)
        .int64(1 << 20)
        .tag(1, WireType.Varint)
        .int64(1 << 18);
      w.tag(2, WireType.Varint).int32(1);
      text(w, 8, "w");
      part(w, 9, new Uint8Array(16));
    });
    expect(imports(graph([node("Add", ["x", "w"], "y")], [weight]))).toThrow(/says 274877906944 elements, and its data holds 4/);
  });
});

test("raw and aligned weights are views of the file", () => {
  const values = new Float32Array([1, 2, 3, 4]);
  const weight = bytes((w) => {
    w.tag(1, WireType.Varint).int64(4).tag(2, WireType.Varint).int32(1);
    text(w, 8, "w");
    part(w, 9, new Uint8Array(values.buffer));
  });
  const file = model(graph([node("Relu", ["x"], "y")], [weight]));
  const { rawData } = readModel(file).graph.initializers[0] ?? {};
  expect(rawData?.buffer).toBe(file.buffer);
});

test("weights are read wherever they are in the file", () => {
  const weight = bytes((w) => {
    w.tag(1, WireType.Varint).int64(2).tag(2, WireType.Varint).int32(7);
    text(w, 8, "w");
    part(w, 9, new Uint8Array(new BigInt64Array([3n, 2n]).buffer));
  });
  const file = model(graph([node("Reshape", ["x", "w"], "y")], [weight]));
  for (let shift = 0; shift < 8; shift++) {
    const moved = Buffer.alloc(file.length + shift).subarray(shift);
    moved.set(file);
    expect(importedText(importModel(readModel(moved)))).toContain("newshape=[3, 2]");
  }
});

test("a node that cannot be converted becomes an unknown operator, and the import continues", () => {
  const imported = importModel(readModel(model(graph([node("Relu", ["x"], "a"), node("Det", ["a"], "b"), node("Relu", ["b"], "y")]))), {
    leavesHoles: true,
  });
  expect(imported.problems.map((p) => [p.operator, p.node])).toContainEqual(["Det", "Det_0"]);
  expect(importedText(imported)).toContain("onnx.Det(%0)");
});
