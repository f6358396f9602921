import { describe, expect, test } from "vitest";
import { type OperatorParts, type TensorParts, writeModel } from "../../bench/tflite/writeModel.ts";
import { ConversionFailure, importedText, ModelFailure } from "../../src/index.ts";
import { readModel } from "../../src/tflite/file/readModel.ts";
import { importModel } from "../../src/tflite/import/importModel.ts";
import { modelOf } from "./modelOf.ts";

const small = `x: float32 1x4
w: float32 4 = *
y: float32 1x4
z: float32 1x4
y = ADD(x, w) Add byte0=1
z = RELU(y)`;

/** Imports and prints; an import that is refused gives its sentence. */
function outcome(bytes: Uint8Array, leavesHoles: boolean): string {
  try {
    return importedText(importModel(readModel(bytes), { leavesHoles }));
  } catch (error) {
    if (error instanceof ModelFailure || error instanceof ConversionFailure) return error.message;
    throw error;
  }
}

describe("a file that is not a model gets a sentence", () => {
  test.each([
    ["empty", new Uint8Array(0), /empty/],
    ["short", new Uint8Array(5), /not a TFLite model/],
    ["text", new TextEncoder().encode("def @main(%x: int32) { %x }"), /damaged or cut off/],
    ["an offset far outside", Uint8Array.from([255, 255, 255, 127, 84, 70, 76, 51, 0, 0]), /damaged or cut off/],
  ])("%s", (_, file, sentence) => {
    expect(() => readModel(file)).toThrow(sentence);
  });

  test("wherever it is cut off", () => {
    const file = modelOf(small);
    for (let length = 0; length < file.length; length++) {
      expect(outcome(file.slice(0, length), length % 2 === 0)).toMatch(/./);
    }
  });

  test("whatever byte is another one", () => {
    const file = modelOf(small);
    for (let at = 0; at < file.length; at++) {
      for (const byte of [1, 255]) {
        const changed = file.slice();
        changed[at] = byte;
        expect(outcome(changed, true)).toMatch(/./);
      }
    }
  });

  test("many tables that share one long list are refused before they are read", () => {
    const shape = Array.from({ length: 20_000 }, () => 1);
    const tensors: TensorParts[] = Array.from({ length: 2_000 }, () => ({ name: undefined, type: "float32", shape: [1] }));
    tensors.unshift({ name: "x", type: "float32", shape });
    const file = writeModel([{ tensors, operators: [], inputs: [0], outputs: [0] }]);
    const list = placeOfInts(file, shape);
    const short = placesOfInts(file, [1]);
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    // Every tensor's shape becomes the long list: offsets lead forward, and what was written first lies last.
    let shared = 0;
    for (let at = 0; at + 4 <= list; at += 4) {
      const target = at + view.getUint32(at, true);
      if (!short.has(target)) continue;
      view.setUint32(at, list - at, true);
      shared++;
    }
    expect(shared).toBeGreaterThan(1_000);
    const begin = performance.now();
    expect(() => readModel(file)).toThrow(/values outside of its weights/);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});

/** Where lists of these integers stand. */
function placesOfInts(file: Uint8Array, values: readonly number[]): ReadonlySet<number> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found = new Set<number>();
  for (let at = 0; at + 4 * (values.length + 1) <= file.length; at += 4) {
    if (view.getUint32(at, true) === values.length && values.every((v, i) => view.getInt32(at + 4 + 4 * i, true) === v)) found.add(at);
  }
  return found;
}

function placeOfInts(file: Uint8Array, values: readonly number[]): number {
  const [at] = [...placesOfInts(file, values)].reverse();
  if (at === undefined) throw new Error("The file has no such list.");
  return at;
}

test("weights are views of the file, wherever it is in memory", () => {
  const file = modelOf(small);
  const { params } = importModel(readModel(file));
  expect(params.get("_param_1")?.values.buffer).toBe(file.buffer);
  for (let shift = 0; shift < 8; shift++) {
    const moved = Buffer.alloc(file.length + shift).subarray(shift);
    moved.set(file);
    expect([...(importModel(readModel(moved)).params.get("_param_1")?.values ?? [])]).toEqual([-3, -2, -1, 0]);
  }
});

test("an operator that cannot be converted becomes an unknown one, and the import continues", () => {
  const text = small.replace("y = ADD(x, w) Add byte0=1", "y = CUMSUM(x, w)");
  const imported = importModel(readModel(modelOf(text)), { leavesHoles: true });
  expect(imported.problems.map((p) => [p.operator, p.node, p.code])).toEqual([["CUMSUM", "y", "tflite-unsupported-operator"]]);
  expect(importedText(imported)).toContain("%0 = tflite.CUMSUM(%x, %v_param_1) /* ty=Tensor[(1, 4), float32] span=y:0:0 */");
  expect(importedText(imported)).toContain("nn.relu(%0)");
});

test("weights of dynamic range are reported where they are used", () => {
  const text = `x: float32 1x4
w: int8 2x4 = * scale=0.1 zero=0
y: float32 1x2
y = FULLY_CONNECTED(x, w) FullyConnected byte0=0`;
  const imported = importModel(readModel(modelOf(text)), { leavesHoles: true });
  expect(imported.problems[0]?.message).toMatch(/dynamic range.*unknown operator/);
  expect(importedText(imported)).toContain("tflite.FULLY_CONNECTED(%x, %v_param_1)");
});

test("several subgraphs: the reference imports none, and here the first one opens", () => {
  const tensors: readonly TensorParts[] = [
    { name: "x", type: "float32", shape: [2] },
    { name: "y", type: "float32", shape: [2] },
  ];
  const operators: readonly OperatorParts[] = [{ op: "ABS", inputs: [0], outputs: [1] }];
  const graph = { tensors, operators, inputs: [0], outputs: [1] };
  const model = readModel(writeModel([graph, graph]));
  expect(() => importModel(model)).toThrow("2 subgraphs");
  const imported = importModel(model, { leavesHoles: true });
  expect(imported.problems.map((p) => p.code)).toEqual(["tflite-several-subgraphs"]);
  expect(importedText(imported)).toContain("abs(%x)");
});

test("shapes and types that are given are those of the inputs", () => {
  const options = { shapes: new Map([["x", ["?", 4] as const]]), dtypes: new Map([["x", "float16"]]) };
  const imported = importModel(readModel(modelOf(small)), options);
  expect(importedText(imported)).toContain("%x: Tensor[(?, 4), float16]");
  expect(() => importModel(readModel(modelOf(small)), { ...options, dtypes: new Map([["v", "int8"]]), leavesHoles: true })).toThrow(
    "`v` is not an input of the model; its inputs are `x`.",
  );
});

test("weights that are bound are constants, with their values and the tensor's name", () => {
  const { module, params, sources } = importModel(readModel(modelOf(small)), { keepsParameters: false });
  expect(params.size).toBe(0);
  const main = module.functions.get("main");
  expect(main?.params.map((p) => p.name)).toEqual(["x"]);
  const relu = main?.body.kind === "Call" ? main.body.args[0] : undefined;
  const add = relu?.kind === "Call" ? relu.args[0] : undefined;
  const weight = add?.kind === "Call" ? add.args[1] : undefined;
  expect(weight?.kind === "Constant" && [...(weight.data?.values ?? [])]).toEqual([-3, -2, -1, 0]);
  expect(weight && sources.of(weight)).toBe("w");
});
