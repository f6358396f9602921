/**
 * What the quantization passes say besides their module: insertions, assumptions, scales read from a text; and that
 * depth is no matter.
 */
import { fixedPointOf } from "@relayscope/evaluate";
import { inferTypes } from "@relayscope/infer";
import { type Call, call, func, isCallOf, type Module, makeAttrs, moduleOf, op, postOrderList, tensorType, variable } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { expect, test } from "vitest";
import { type GivenOptions, type InsertionDecision, passContext, runStep, type StepResult } from "../src/index.ts";
import { findPass } from "../src/passes.ts";

function after(module: Module, name: string, options: GivenOptions = {}): StepResult {
  const pass = findPass(name);
  if (!pass) throw new Error(`There is no pass ${name}.`);
  return runStep(module, { pass, options }, passContext(operators, { trace: true }));
}

function read(text: string): Module {
  return inferTypes(parseModule(text, { operators }).module, operators, { trust: "nothing" }).module;
}

function callsOf(module: Module, name: string): Call[] {
  return [...module.functions.values()].flatMap((f) => postOrderList(f)).filter((e): e is Call => isCallOf(e, name));
}

const layer = "padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]";
const weight = (n: number) => `meta[relay.Constant][${n}] /* ty=Tensor[(2, 2, 1, 1), float32] */`;
const residual = `def @main(%x: Tensor[(1, 2, 4, 4), float32]) {
  %0 = nn.conv2d(%x, ${weight(0)}, ${layer});
  %1 = nn.conv2d(nn.relu(%0), ${weight(1)}, ${layer});
  add(%0, %1)
}
`;

test("each stop_fusion names its rule, the call that asked for it and the convolution that it separates", () => {
  const result = after(read(residual), "QuantizePartition");
  const insertions = result.decisions.filter((d): d is InsertionDecision => d.kind === "insertion");
  expect(insertions.map((d) => d.rule)).toEqual([
    "convolution after a convolution",
    "residual add of two convolutions",
    "residual add of two convolutions",
    "result of the function",
  ]);
  const stops = new Set(callsOf(result.module, "annotation.stop_fusion"));
  expect(new Set(insertions.map((d) => d.inserted.at(-1)))).toEqual(stops);
  const [first, second] = callsOf(result.module, "nn.conv2d").map((c) => result.lineage.originsOf(c)[0]);
  expect(insertions.map((d) => d.convolution)).toEqual([first, first, second, first]);
  expect(insertions.map((d) => d.for)).toEqual([
    second,
    ...Array(3).fill(result.lineage.originsOf(callsOf(result.module, "add")[0] as Call)[0]),
  ]);
});

const options = { skip_conv_layers: [] };

test("what rests on an assumed weight is marked, the rest is not", () => {
  let module = after(read(residual), "QuantizeAnnotate", options).module;
  const calibrated = after(module, "QuantizeCalibrate", { ...options, assumed_max: 3 });
  expect(calibrated.diagnostics.map((d) => d.code)).toEqual(["assumed-magnitude", "assumed-magnitude"]);
  expect(printModule(calibrated.module)).toContain("0.03125f, -127f, 127f, kind=2");
  module = after(after(calibrated.module, "InferType").module, "QuantizeRealize", options).module;
  const marks = callsOf(module, "multiply").map((c) => [
    c.args[0]?.kind,
    c.args[1]?.kind === "Constant" && c.args[1].assumed !== undefined,
  ]);
  expect(marks).toContainEqual(["Constant", true]);
  expect(marks).toContainEqual(["Var", false]);
  const shift = callsOf(module, "right_shift")[0]?.args[1];
  expect(shift?.kind === "Constant" && shift.assumed).toBe("a weight without data was taken to reach 3");
});

test("a power of two that the text had to round is one again", () => {
  const annotated = after(read(residual), "QuantizeAnnotate", options).module;
  const calibrated = after(annotated, "QuantizeCalibrate", { ...options, assumed_max: 2 ** -9 }).module;
  const text = printModule(after(calibrated, "InferType").module);
  expect(text).toContain("1.52588e-05f");
  const realized = after(read(text), "QuantizeRealize", options).module;
  expect(callsOf(realized, "fixed_point_multiply")).toEqual([]);
  expect(callsOf(realized, "right_shift").length).toBeGreaterThan(0);
});

test("fixed-point numbers", () => {
  expect(fixedPointOf(0.5)).toEqual({ multiplier: 2 ** 30, shift: 0 });
  expect(fixedPointOf(3)).toEqual({ multiplier: 1610612736, shift: 2 });
  expect(fixedPointOf(1 - 2 ** -40)).toEqual({ multiplier: 2 ** 30, shift: 1 });
  expect(fixedPointOf(0)).toEqual({ multiplier: 0, shift: 0 });
  expect(fixedPointOf(Number.POSITIVE_INFINITY)).toEqual({ multiplier: 0, shift: 0 });
  expect(fixedPointOf(2 ** -1070)).toEqual({ multiplier: 2 ** 30, shift: -1069 });
});

test("5,000 convolutions in a row go through all four", () => {
  const attrs = operators.get("nn.conv2d")?.attrs;
  const x = variable("x", tensorType([1, 2, 4, 4], "float32"));
  const w = read(residual).functions.get("main");
  const constant = w && postOrderList(w).find((e) => e.kind === "Constant");
  if (!attrs || !constant) throw new Error("no convolution");
  const given = makeAttrs(attrs, { channels: 2, kernel_size: [1, 1], padding: [0, 0, 0, 0] });
  const conv = op("nn.conv2d");
  let body: Call = call(conv, [x, constant], given);
  for (let i = 1; i < 5_000; i++) body = call(conv, [body, constant], given);
  let module = inferTypes(moduleOf([["main", func({ params: [x], body })]]), operators).module;
  for (const name of ["QuantizePartition", "QuantizeAnnotate", "QuantizeCalibrate", "InferType", "QuantizeRealize"]) {
    const result = after(module, name, name === "InferType" ? {} : options);
    expect(result.status).not.toBe("failed");
    module = result.module;
  }
  expect(callsOf(module, "nn.conv2d").length).toBe(5_000);
  const split = after(module, "PartitionConversions");
  expect([...split.module.functions.keys()]).toEqual(["main", "quantize_inputs", "quantized_main", "dequantize_outputs"]);
  const middle = split.module.functions.get("quantized_main");
  expect(middle && postOrderList(middle).filter((e) => isCallOf(e, "nn.conv2d")).length).toBe(5_000);
}, 60_000);

test("partition_conversions is reported as a step of its own", () => {
  const realized = after(read("def @main(%x: Tensor[(2), float32]) { nn.relu(%x) }"), "QuantizeRealize", {
    partition_conversions: "enabled",
  });
  expect(realized.diagnostics.map((d) => [d.code, d.severity])).toEqual([["conversions-are-a-step", "info"]]);
});
