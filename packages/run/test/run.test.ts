/** A run on the text of an earlier one takes over its input. */
import { readFileSync } from "node:fs";
import { printModule } from "@relayscope/text";
import { expect, test } from "vitest";
import { builtInInfo } from "../src/builtInTargets.ts";
import type { RunEvent, RunRequest } from "../src/contract/index.ts";
import { createRun, type Run } from "../src/run.ts";

const folder = new URL("../../../public/examples/", import.meta.url);
const examples = ["diamond.relay", "notebook.relay", "two-targets.relay"];

/** The flow of a target on a text. */
function requestOf(text: string, name: string): RunRequest {
  const { pipeline = [], optLevel = 3, bindsParameters: bindParameters = false } = builtInInfo(name) ?? {};
  return { epoch: 1, text, pipeline, optLevel, bindParameters, target: name, customTargets: [], trace: true };
}

/** What a run reports, without its times, and the texts of its stages. */
async function outcomeOf(run: Run) {
  const events: RunEvent[] = [];
  const isStopped = () => false;
  await run.start((event) => events.push(event), isStopped);
  const reported = events.map((event) => (event.kind === "stage" ? { ...event, result: { ...event.result, ms: 0 } } : event.kind));
  return { reported, texts: run.stages.map(({ module }) => printModule(module)) };
}

test.each(examples)("on %s: one target after another", async (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  let known: Run["input"];
  for (const target of ["dnnl", "tensorrt", "bnns"]) {
    const request = requestOf(text, target);
    const [own, taken] = [createRun(request), createRun(request, known)];
    expect(await outcomeOf(taken)).toEqual(await outcomeOf(own));
    // Bound parameters are another input.
    if (known && !known.request.bindParameters && !request.bindParameters) expect(taken.input).toBe(known);
    known = taken.input;
  }
});

test("another text, or another way to read it, is another input", async () => {
  const text = readFileSync(new URL("diamond.relay", folder), "utf8");
  const request = { ...requestOf(text, "dnnl"), bindParameters: false };
  const first = createRun(request);
  await outcomeOf(first);
  const others = [{ text: `${text}\n` }, { bindParameters: true }];
  for (const other of others) {
    const run = createRun({ ...request, ...other }, first.input);
    await outcomeOf(run);
    expect(run.input).not.toBe(first.input);
  }
  const again = createRun({ ...request, epoch: 2, target: "bnns" }, first.input);
  await outcomeOf(again);
  expect(again.input).toBe(first.input);
});
