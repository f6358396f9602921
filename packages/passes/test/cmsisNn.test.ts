/**
 * What cmsis-nn's clean-ups compute where constants have data, where their nodes stem from, and what they say of
 * constants. Numbers are the reference's.
 */
import { inferTypes } from "@relayscope/infer";
import {
  type Constant,
  composeLineage,
  constant,
  type Func,
  lineageRecorder,
  type Module,
  mapFunctions,
  postOrderList,
  rewrite,
  type TensorData,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { passContext, runStep } from "../src/index.ts";
import { findPass } from "../src/passes.ts";
import { brokenLaws, snapshot } from "./laws.ts";

const context = passContext(operators, { optLevel: 2, trace: true });

const scales: TensorData = { dtype: "float32", shape: [3], values: Float32Array.of(0.11, 0.22, 1e-9) };
const weight: TensorData = { dtype: "int8", shape: [1, 2, 2, 3], values: Int8Array.from({ length: 12 }, (_, i) => i - 8) };

const convolution = `def @main(%z: Tensor[(1, 2, 2, 2), int8]) {
  @f(%z)
}

def @f(%y: Tensor[(1, 2, 2, 2), int8], Compiler="cmsis-nn", global_symbol="f") -> Tensor[(1, 2, 1, 3), int8] {
  %2 = fn (%x: Tensor[(1, 2, 2, 2), int8], Composite="cmsis-nn.qnn_conv2d") -> Tensor[(1, 2, 1, 3), int8] {
    %0 = nn.pad(%x, 3, pad_width=[[0, 0], [0, 0], [0, 0], [0, 0]]);
    %1 = qnn.conv2d(%0, meta[relay.Constant][0] /* ty=Tensor[(1, 2, 2, 3), int8] */, 3, 0, 0.0128f, meta[relay.Constant][1] /* ty=Tensor[(3), float32] */, padding=[0, 0, 0, 0], channels=3, kernel_size=[1, 2], data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32");
    qnn.requantize(%1, meta[relay.Constant][2] /* ty=Tensor[(3), float32] */, 0, 0.00390625f, 0, axis=3, out_dtype="int8")
  };
  %2(%y)
}
`;

const product = `def @main(%z: Tensor[(2, 3), int8]) {
  @f(%z)
}

def @f(%y: Tensor[(2, 3), int8], Compiler="cmsis-nn", global_symbol="f") -> Tensor[(2, 3), int8] {
  %0 = fn (%a: Tensor[(2, 3), int8], %b: int8, Composite="cmsis-nn.qnn_mul") -> Tensor[(2, 3), int8] {
    qnn.mul(%a, %b, 0.5f, 0, 0.25f, 0, 0.75f, 0)
  };
  %0(%y, meta[relay.Constant][0] /* ty=int8 */)
}
`;

/** A module whose constants without data have the data given, in order. */
function moduleOf(text: string, ...data: readonly TensorData[]): Module {
  const left = [...data];
  const filled = new Map<Constant, Constant>();
  const fill = (c: Constant): Constant => {
    const next = c.data ? undefined : left.shift();
    return next ? constant(next, c.tensorType) : c;
  };
  const read = mapFunctions(
    parseModule(text, { operators }).module,
    (f) =>
      rewrite(f, {
        post: (_, e) => {
          if (e.kind !== "Constant") return e;
          const made = filled.get(e) ?? fill(e);
          filled.set(e, made);
          return made;
        },
      }) as Func,
  );
  return inferTypes(read, operators, { trust: "nothing" }).module;
}

function run(module: Module, name: string) {
  const pass = findPass(name);
  if (!pass) throw new Error(`There is no pass ${name}.`);
  return runStep(module, { pass, options: {} }, context);
}

const valuesIn = (f: Func | undefined) =>
  (f ? postOrderList(f) : []).flatMap((e) =>
    e.kind === "Constant" && e.data && e.data.shape.length > 0 ? [Array.from(e.data.values, Number)] : [],
  );

describe("numbers", () => {
  it("are the reference's for weights, multipliers and shifts", () => {
    const { module, diagnostics } = run(moduleOf(convolution, weight, scales, scales), "GenerateCMSISNNConstants");
    expect(diagnostics).toEqual([]);
    const floats = [...scales.values];
    expect(valuesIn(module.functions.get("f"))).toEqual([
      [-8, -5, -2, 1, -7, -4, -1, 2, -6, -3, 0, 3],
      [1548112324, 1548112324, 1888946492],
      floats,
      floats,
      [-1, 0, -28],
    ]);
  });

  it("are not made up where the weight's scales have no data", () => {
    const { module } = run(moduleOf(convolution, weight), "GenerateCMSISNNConstants");
    expect(valuesIn(module.functions.get("f"))).toEqual([[-8, -5, -2, 1, -7, -4, -1, 2, -6, -3, 0, 3]]);
  });

  it("repeat a scalar's value", () => {
    const { module } = run(moduleOf(product, { dtype: "int8", shape: [], values: Int8Array.of(-7) }), "ScalarToTensorConstants");
    expect(valuesIn(module.functions.get("f"))).toEqual([[-7, -7, -7, -7, -7, -7]]);
  });
});

describe.each([
  ["a convolution", convolution],
  ["a product", product],
])("%s", (_, text) => {
  it("keeps the laws through all four passes, once it is typed again", () => {
    const start = moduleOf(text);
    const before = snapshot(start);
    let module = start;
    let lineage = composeLineage(lineageRecorder(), lineageRecorder());
    for (const name of [
      "GenerateCMSISNNConstants",
      "CMSISNNFusePads",
      "ScalarToTensorConstants",
      "ExtractConstantsFromPartitionedFunction",
      "InferType",
    ]) {
      const result = run(module, name);
      expect(result.diagnostics).toEqual([]);
      module = result.module;
      lineage = composeLineage(lineage, result.lineage);
    }
    expect(brokenLaws(before, module, lineage)).toEqual([]);
  });

  it("says which constants are extracted", () => {
    const start = moduleOf(text);
    const { decisions } = run(start, "ExtractConstantsFromPartitionedFunction");
    const taken = decisions.flatMap((d) => (d.kind === "constant" ? [[d.place, d.functionName, d.constant.kind]] : []));
    expect(taken).toEqual(text === product ? [["taken-out", "f", "Constant"]] : Array(3).fill(["taken-out", "f", "Constant"]));
  });
});
