/**
 * Causes of a quantized network: a pass before quantization is not blamed for what quantization put between two
 * regions.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createEngine, type PipelineStep, type TargetSpec } from "../src/index.ts";
import { collect, request } from "./modules.ts";

interface Example {
  readonly file: string;
  readonly target: string;
  readonly customTargets: readonly TargetSpec[];
  readonly pipeline: readonly PipelineStep[];
  readonly optLevel: number;
}

const examples = new URL("../../../public/examples/", import.meta.url);

test("FoldScaleAxis is not blamed for the casts and stop_fusions of a quantized ResNet-18", async () => {
  const file = "resnet18-float.relay";
  const list: readonly Example[] = JSON.parse(readFileSync(new URL("index.json", examples), "utf8"));
  const { target, customTargets, pipeline, optLevel } = list.find((example) => example.file === file) ?? list[0] ?? expect.fail();
  const engine = createEngine();
  const text = readFileSync(new URL(file, examples), "utf8");
  await collect(engine, request(1, { text, target, customTargets, pipeline, optLevel }));
  const { boundaries } = await engine.why(1, pipeline.length);
  expect(boundaries.length).toBeGreaterThan(50);
  expect(boundaries.filter(({ cause }) => cause.pass === "FoldScaleAxis")).toEqual([]);
});
