/**
 * Recordings that the reference made of its own passes (`recordings/`), as the strip shows them: the same stages come
 * out here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createEngine } from "../src/index.ts";
import { collect, request, stagesOf } from "./modules.ts";

const folder = new URL("recordings/", import.meta.url);
const files = readdirSync(folder);

async function shown(name: string, target: string) {
  const engine = createEngine();
  const recording = await engine.recording(readFileSync(new URL(name, folder), "utf8"));
  if (!recording) throw new Error(`${name} is not read as a recording`);
  const asked = request(1, { text: recording.input, pipeline: recording.pipeline, optLevel: 3, target });
  return { engine, recording, stages: stagesOf(await collect(engine, asked)) };
}

const expected = ["SimplifyInference", "FoldConstant", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

describe.each(files)("%s", (name) => {
  test("has the passes that were called, and each gives the same here", async () => {
    const { engine, stages } = await shown(name, "dnnl");
    const passes = stages.slice(1).filter((s) => s.pass !== "InferType" && !s.pass.startsWith("PrintIR"));
    // A log of what stood before each pass does not have what the last one made.
    const isWhole = !name.includes("Before");
    expect(passes.map((s) => s.pass)).toEqual(isWhole ? expected : expected.slice(0, passes.length));
    expect(passes.length).toBeGreaterThanOrEqual(expected.length - (isWhole ? 0 : 1));
    expect(passes.map((s) => s.recorded)).toEqual(passes.map(() => "agrees"));
    engine.dispose();
  });
});

test("where the pass gives another module here, each operator stems from the one before", async () => {
  const { engine, recording, stages } = await shown("recorder.jsonl", "byoc-target");
  const annotated = stages.find((s) => s.pass === "AnnotateTarget");
  expect(annotated?.recorded).toBe("differs");
  const at = annotated?.stage ?? 0;
  const { graph } = await engine.graph({
    epoch: 1,
    stage: at,
    hideVariables: false,
    hideConstants: false,
    showAnnotations: false,
    collapsed: [],
  });
  const calls = graph.nodes.filter((n) => n.kind === "call");
  expect(calls.length).toBeGreaterThan(4);
  for (const { id, label } of calls) expect(await engine.follow(1, at, at - 1, [id]), label).not.toEqual([]);
  expect(recording.left).toBe(0);
  engine.dispose();
});

test("a module and other JSON are not recordings", async () => {
  const engine = createEngine();
  for (const text of ["", "{}", '{"relayscope":1,"text":""}', "def @main() { 1 }", '{"pass":"InferType"}', "Before Running Pass: x\n"]) {
    expect(await engine.recording(text)).toBeUndefined();
  }
  engine.dispose();
});
