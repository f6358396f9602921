/** Passes played decision by decision. */

import { textCases } from "@relayscope/cases";
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, request } from "./modules.ts";

interface StepOptions {
  readonly stage: number;
  readonly operators?: readonly string[];
  readonly patterns?: readonly (readonly [string, string])[];
}

const cases = textCases(new URL("steps", import.meta.url)).map((c) => [c.name, c] as const);

test.each(cases)("%s", async (_, { input, output, options }) => {
  const { stage, operators = [], patterns = [] } = options as unknown as StepOptions;
  const acc = { name: "acc", operators, patterns: patterns.map(([name, pattern]) => ({ name, pattern })) };
  const engine = createEngine();
  await collect(engine, request(1, { text: `${input}\n`, target: "acc", customTargets: [acc] }));
  const { steps, note } = await engine.steps(1, stage);
  engine.dispose();
  const lines = steps.map(({ state, sentence }) => `${state}: ${sentence}`);
  expect(lines.length > 0 ? lines.join("\n") : `none: ${note}`).toBe(output);
  // What is grouped was in question when it was.
  for (const { groups, nodes } of steps.filter((s) => s.state === "merged")) {
    for (const group of groups) expect(group.nodes.filter((id) => !nodes.includes(id))).toEqual([]);
  }
});
