/**
 * Causes of a quantized network: a pass before quantization is not blamed for what quantization put between two
 * regions. Further: what is said of its calls of `stop_fusion`, and which explanations lead to a pattern.
 */
import { readFileSync } from "node:fs";
import { finishedRun } from "@relayscope/run";
import { catalog } from "@relayscope/run/catalog";
import { expect, test } from "vitest";
import { type CauseGain, createEngine, type PipelineStep, type TargetSpec } from "../src/index.ts";
import { whyAnswer } from "../src/questions/why.ts";
import { miscategorized } from "./claims.ts";
import { chain, collect, engineAfter, flow, request } from "./modules.ts";

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
  const text = readFileSync(new URL(file, examples), "utf8");
  const engine = await engineAfter({ text, target, customTargets, pipeline, optLevel });
  const { boundaries } = await engine.why(1, pipeline.length);
  expect(boundaries.length).toBeGreaterThan(50);
  expect(boundaries.filter(({ cause }) => cause.pass === "FoldScaleAxis")).toEqual([]);
});

test("a pass is blamed for what it does or for not running, if trying so joins the two, and never for both", async () => {
  const file = "resnet18-float.relay";
  const list: readonly Example[] = JSON.parse(readFileSync(new URL("index.json", examples), "utf8"));
  const { target, customTargets, pipeline, optLevel } = list.find((example) => example.file === file) ?? expect.fail();
  const engine = createEngine();
  const text = readFileSync(new URL(file, examples), "utf8");
  const taking = customTargets.map((own) => ({ ...own, operators: [...own.operators, "cast", "annotation.stop_fusion"] }));
  const blamed: (readonly (string | undefined)[])[] = [];
  for (const isOff of [false, true]) {
    const steps = pipeline.map((step) => (step.pass === "FoldScaleAxis" ? { ...step, isOff } : step));
    const epoch = isOff ? 2 : 1;
    await collect(engine, request(epoch, { text, target, customTargets: taking, pipeline: steps, optLevel }));
    const { boundaries } = await engine.why(epoch, pipeline.length);
    blamed.push(boundaries.filter(({ cause: { code } }) => code === "order" || code === "pass-skipped").map(({ cause }) => cause.sentence));
    expect(boundaries.length).toBe(isOff ? 56 : 43);
  }
  expect(blamed).toEqual([[], []]);
});

test("the category of a quantized network's boundary is that of its sentence", { timeout: 120_000 }, async () => {
  const list: readonly Example[] = JSON.parse(readFileSync(new URL("index.json", examples), "utf8"));
  const { targets } = catalog();
  for (const file of ["resnet18-float.relay", "mobilenet-float.relay"]) {
    const example = list.find((one) => one.file === file) ?? expect.fail();
    const quantizing = example.pipeline.slice(
      0,
      example.pipeline.findIndex(({ pass }) => pass === "MergeComposite"),
    );
    const text = readFileSync(new URL(file, examples), "utf8");
    for (const name of ["tinyai", "dnnl", "tensorrt"]) {
      const own = targets.find((target) => target.name === name);
      const pipeline = own ? [...quantizing, ...own.pipeline] : example.pipeline;
      const { customTargets, optLevel } = example;
      const run = await finishedRun({
        text,
        target: name,
        customTargets,
        pipeline,
        optLevel,
        bindParameters: own !== undefined,
      });
      expect([file, name, ...miscategorized(run)]).toEqual([file, name]);
      expect(whyAnswer(run, pipeline.length).boundaries.length).toBeGreaterThan(1);
    }
  }
});

const text = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = annotation.stop_fusion(%0);
  %2 = nn.relu(%1);
  %3 = exp(%2);
  %4 = annotation.stop_fusion(%3);
  exp(%4)
}
`;
const one = text.replace("annotation.stop_fusion(%3)", "exp(%3)");

function target(operators: readonly string[]): TargetSpec {
  return { name: "chain", patterns: [], operators: [...operators] };
}

async function overview(text: string, operators: readonly string[]): Promise<string | undefined> {
  const engine = await engineAfter({ text, target: "chain", customTargets: [target(operators)] });
  return (await engine.explain(1, flow.length)).find(({ question }) => question.includes("stop_fusion"))?.answer;
}

test.each([
  [one, ["nn.relu", "annotation.stop_fusion"], "1 call of `stop_fusion` is between operators; it is in a region."],
  [text, ["nn.relu", "exp", "annotation.stop_fusion"], "2 calls of `stop_fusion` are between operators; all are in regions."],
  [one, ["nn.relu"], "1 call of `stop_fusion` is between operators; it stays on the host, and no region crosses it."],
])("calls of stop_fusion are counted in words that fit their number", async (text, operators, answer) => {
  expect(await overview(text, operators)).toBe(answer);
});

test("a rule that takes a call leads to no pattern", async () => {
  const engine = await engineAfter({ text: chain });
  const { graph } = await engine.graph({
    ...{ epoch: 1, stage: 3, wrap: false, view: "operators", collapsed: [] },
    ...{ hideVariables: false, hideConstants: false, showAnnotations: false },
  });
  const id = graph.nodes.find(({ label }) => label === "add")?.id ?? expect.fail();
  const why = (await engine.node(1, 3, id))?.why ?? [];
  expect(why.some(({ answer }) => answer.includes("has a rule for `add`"))).toBe(true);
  expect(why.filter(({ pattern }) => pattern === "")).toEqual([]);
});

test("a cause's change takes the fewest operators that the cause does not blame, and names these", async () => {
  const file = "resnet18-float.relay";
  const list: readonly Example[] = JSON.parse(readFileSync(new URL("index.json", examples), "utf8"));
  const { target, customTargets, pipeline, optLevel } = list.find((example) => example.file === file) ?? expect.fail();
  const engine = await engineAfter({ text: readFileSync(new URL(file, examples), "utf8"), target, customTargets, pipeline, optLevel });
  const { lines } = await engine.why(1, pipeline.length);
  const gains: CauseGain[] = [];
  await engine.causeGains(1, (gain) => gains.push(gain));
  const said = gains.map(({ line, best, others }) => {
    const taken = best?.edits.flatMap((edit) => (edit.kind === "add-rule" ? edit.operator : [])) ?? [];
    const subject = (lines[line]?.subject ?? "").split(", ");
    expect(others).toEqual(taken.filter((operator) => !subject.includes(operator)));
    return `${subject.join(", ")}: ${taken.length} with ${others.join(", ") || "no other"}`;
  });
  expect(said).toContain("nn.max_pool2d, add: 3 with right_shift");
  expect(said).toContain("add, right_shift: 2 with no other");
});
