/** Python exports of the gallery's examples, run as scripts: each opens as the run that it was made of. */
import { readFileSync } from "node:fs";
import { present } from "@relayscope/ir";
import { builtInTable } from "@relayscope/run";
import { catalog } from "@relayscope/run/catalog";
import { afterAll, expect, test } from "vitest";
import { createEngine, type RunRequest } from "../src/index.ts";
import { collect, request } from "./modules.ts";

interface Example extends Partial<Omit<RunRequest, "target">> {
  readonly target: string;
  readonly file: string;
}

const folder = new URL("../../../public/examples/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8");
const examples: readonly Example[] = JSON.parse(read("index.json"));

/** Its regions depend on its weights: those that the script draws give others, in the reference, too. */
const drawn = "resnet18-float.relay";
const texts = examples.filter(({ file }) => file.endsWith(".relay") && file !== drawn);

const engine = createEngine();
afterAll(() => engine.dispose());
let epoch = 0;

async function exported(asked: Partial<RunRequest>): Promise<string> {
  const run = request(++epoch, { trace: false, ...asked });
  await collect(engine, run);
  const answer = await engine.exportStage(epoch, run.pipeline.length, { format: "python", title: "", link: "" });
  if (answer?.kind !== "text") throw new Error(answer?.reason);
  return answer.text;
}

const regionsIn = (script: string) => /^EXPECTED = .*$/m.exec(script)?.[0];

/** A target of the reference without its first pattern and its first operator, and with another. */
function edited(): Example {
  const { patterns, operators } = present(builtInTable("dnnl"));
  const customTargets = [{ name: "dnnl", patterns: patterns.slice(1), operators: [...operators.slice(1), "nn.max_pool2d"] }];
  return { file: "resnet18-float.relay", target: "dnnl", customTargets };
}

test.each([...texts, edited()])("$file for $target", async ({ file, target, ...settings }) => {
  const info = catalog().targets.find(({ name }) => name === target);
  const standard = { pipeline: info?.pipeline ?? [{ pass: "InferType", options: {} }, ...request(0).pipeline] };
  const flow = info && { optLevel: info.optLevel, bindParameters: info.bindsParameters };
  const script = await exported({ ...standard, ...flow, ...settings, target, text: read(file) });
  const answer = await engine.script([{ name: "partition.py", text: script }]);
  expect(answer.problem).toBeUndefined();
  const { built, customTargets = [], targets } = answer;
  expect(targets[0]).toBe(target);
  const again = await exported({ ...answer.flow, customTargets, target, text: built?.text ?? "", ...(built && { values: built.values }) });
  expect(regionsIn(again)).toBe(regionsIn(script));
  const flowIn = (text: string) => text.slice(text.indexOf("with tvm.transform.PassContext"));
  expect(flowIn(again)).toBe(flowIn(script));
});
