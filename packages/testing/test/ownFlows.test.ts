/**
 * The flows of the example files as pipelines: run on a module, they make what the file's own function made of it in
 * the reference.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createEngine } from "@relayscope/engine";
import { textDifference } from "@relayscope/text";
import { afterAll, describe, expect, it } from "vitest";
import type { OwnTargetAnswer } from "../src/judgeOwnTarget.ts";
import { stagesOf } from "../src/stagesOf.ts";

interface FlowCase extends OwnTargetAnswer {
  readonly id: string;
  readonly target: string;
  readonly text: string;
  readonly metadata?: string;
}

const here = new URL("../targets/", import.meta.url);
const lines = gunzipSync(readFileSync(new URL("records.jsonl.gz", here)))
  .toString("utf8")
  .trim()
  .split("\n");
const records = lines.map((line) => JSON.parse(line) as FlowCase).filter(({ flow }) => flow !== undefined);
const engine = createEngine();
afterAll(() => engine.dispose());

/** The records' functions were given no weights. */
const flowOptions = { params: false };

/** The file's flow, run as the page runs it: its stages, and the text at its end. */
async function ran(record: FlowCase) {
  const files = [
    { name: `${record.target.replace("examples/", "")}.py`, text: readFileSync(new URL(`${record.target}.py`, here), "utf8") },
  ];
  const text = record.metadata ? `${record.text}\n\n#[metadata]\n${record.metadata}` : record.text;
  const bare = { pipeline: [], optLevel: 3, target: "", customTargets: [], bindParameters: false, trace: false };
  engine.run({ ...bare, epoch: 0, text }, () => {});
  const { name, flow } = await engine.targetFiles({ files, flowOptions }, 0);
  if (!flow) throw new Error("The file has no flow.");
  const { pipeline, optLevel } = flow;
  const customTargets = [{ name, patterns: [], operators: [], files, flowOptions }];
  const stages = await stagesOf(engine, { epoch: 1, text, pipeline, optLevel, target: name, customTargets });
  return { stages: stages.map(({ result }) => result), text: (await engine.text(1, stages.length - 1)).text };
}

describe("the flow of an example file", () => {
  it.each(records.map((record) => [record.id, record] as const))("%s", async (_id, record) => {
    const { stages, text } = await ran(record);
    const failed = stages.find(({ status }) => status === "failed" || status === "not-built");
    if (typeof record.flow === "string") {
      expect(failed?.reason).toBe(undefined);
      expect(textDifference(record.flow, text)).toBe(undefined);
    } else expect(failed?.status).toBe("failed");
  });
});
