/**
 * Flows that change the values of their file while their passes run: as a pipeline they give what the reference gives.
 */
import { textCases } from "@relayscope/cases";
import { textDifference } from "@relayscope/text";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine } from "../../src/index.ts";
import { collect, request, stagesOf } from "../modules.ts";

const cases = textCases(new URL("values/", import.meta.url));
const engine = createEngine();
afterAll(() => engine.dispose());
let epoch = 0;

describe("the pipeline of a flow", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", async (_, { input, output }) => {
    const [text = "", relay = ""] = input.split(/^---\n/m);
    // The module that the reference gives, and what the page says of the flow.
    const [expected = "", left = ""] = output.split(/^---\n/m);
    const files = [{ name: "own.py", text }];
    await collect(engine, request(++epoch, { text: relay, pipeline: [] }));
    const { name, flow } = await engine.targetFiles({ files }, epoch);
    expect(flow?.left.join("\n")).toBe(left.trim());
    const customTargets = [{ name, patterns: [], operators: [], files }];
    const { pipeline = [], optLevel = 0 } = flow ?? {};
    const events = await collect(engine, request(++epoch, { text: relay, pipeline, optLevel, target: name, customTargets }));
    const stages = stagesOf(events);
    expect(stages.find(({ status }) => status === "failed")?.reason).toBeUndefined();
    const made = (await engine.text(epoch, stages.length - 1)).text;
    expect(textDifference(expected, made)).toBeUndefined();
  });
});
