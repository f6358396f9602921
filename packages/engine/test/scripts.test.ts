/** Modules that Python scripts build, and the pipelines with which the scripts partition them. */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { createEngine, type ScriptAnswer } from "../src/index.ts";

const cases = textCases(new URL("scripts/", import.meta.url));

function shown({ built, targets, customTargets = [], flow, problem }: ScriptAnswer): string {
  const lines = [
    ...(problem ? [`stops at line ${problem.line}: ${problem.message}`] : []),
    ...(targets.length > 0 ? [`for ${targets.join(", ")}`] : []),
    ...customTargets.flatMap(({ name, patterns, operators }) => [
      `${name} takes ${operators.length > 0 ? operators.join(", ") : "no operators"}`,
      ...patterns.map((entry) => `  ${entry.name}: ${entry.pattern}`),
    ]),
    ...(flow ? [`at level ${flow.optLevel}`] : []),
    ...(flow?.pipeline ?? []).map(
      ({ pass, options }) => `  ${pass}${Object.keys(options).length > 0 ? ` ${JSON.stringify(options)}` : ""}`,
    ),
    ...(built?.left ? [`${built.left} without values`] : []),
    built?.text.trimEnd() ?? "no module",
  ];
  return lines.join("\n");
}

describe("what a script builds", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", async (_, { input, output }) => {
    const engine = createEngine();
    expect(shown(await engine.script([{ name: "script.py", text: input }]))).toBe(output);
    engine.dispose();
  });
});
