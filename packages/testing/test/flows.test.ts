/**
 * Whole flows of targets whose clean-ups run behind PartitionGraph, against the reference of their release:
 * `flows/TARGET.txt` holds a network and what it becomes. Every step is built, and leaves a module that can be typed
 * and that reads back as itself.
 */
import { textCases } from "@relayscope/cases";
import { createEngine, type Engine, type RunRequest, type StageResult } from "@relayscope/engine";
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { parseModule, printModule, textDifference } from "@relayscope/text";
import { describe, expect, test } from "vitest";

const cases = textCases(new URL("flows/", import.meta.url)).map((c) => {
  const [file = "", title = ""] = c.name.split(/\.txt: /);
  return { ...c, target: file, title };
});

/** The text again after reading, inferring and printing; throws where it can't be read or typed. */
function readBack(text: string): string {
  const read = parseModule(text, { operators });
  const { module, diagnostics } = inferTypes(read.module, operators, { trust: "nothing" });
  const [problem] = [...read.diagnostics, ...diagnostics].filter((d) => d.severity === "error");
  if (problem) throw new Error(problem.message);
  return printModule(module);
}

function stagesOf(engine: Engine, asked: RunRequest): Promise<readonly StageResult[]> {
  const stages: StageResult[] = [];
  return new Promise((resolve) => {
    engine.run(asked, (event) => {
      if (event.kind === "stage") stages.push(event.result);
      else resolve(stages);
    });
  });
}

describe.each(cases)("$target: $title", ({ target, input, output }) => {
  test("goes through the whole flow as in the reference", async () => {
    const engine = createEngine();
    const info = (await engine.catalog()).targets.find((t) => t.name === target);
    const pipeline = info?.pipeline ?? [];
    const stages = await stagesOf(engine, {
      epoch: 1,
      text: input,
      target,
      pipeline,
      optLevel: info?.optLevel ?? 2,
      customTargets: [],
      bindParameters: false,
      trace: true,
    });
    expect(stages.map((s) => [s.pass, s.status]).filter(([, status]) => !["done", "unchanged"].includes(status ?? ""))).toEqual([]);
    expect(stages.length).toBe(pipeline.length + 1);
    const last = (await engine.text(1, pipeline.length)).text;
    expect(textDifference(output, last), last).toBeUndefined();
    expect(textDifference(last, readBack(last))).toBeUndefined();
    for (let stage = 1; stage < pipeline.length; stage++) expect(readBack((await engine.text(1, stage)).text)).not.toBe("");
  });
});
