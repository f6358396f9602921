/** Why a check says no: programs with an expression that is called, and the reasons that are given. */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { Machine, traceCall } from "../src/index.ts";
import { told, traced } from "./tellTrace.ts";

const cases = textCases(new URL("traces/", import.meta.url));

describe("a refused check is explained to the line", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    const [text = "", expression = ""] = input.split("\n---\n");
    expect(told(traced(text, expression))).toBe(output);
  });
});

describe("a trace", () => {
  const text = "def f(n):\n    for i in range(n):\n        if i == 2:\n            return i\n    return None\n";

  test("has the lines that ran", () => {
    const { lines } = traced(text, "f(5)");
    expect(lines.filter((l) => l.name === "f").map((l) => l.line)).toEqual([2, 3, 3, 3, 4]);
    expect(lines.find((l) => l.name === "f")?.source).toBe(text.split("\n")[1]?.trim());
  });

  test("ends with the budget, and the machine goes on", () => {
    const machine = new Machine({ budget: { steps: 10_000 } });
    const loaded = machine.loadText("main", "def f():\n    while True: pass\ndef g(): return 1");
    if (loaded.kind !== "value") throw new Error(loaded.message);
    expect(traceCall(machine, loaded.value.names.get("f") ?? null, []).outcome).toMatchObject({ kind: "exhausted", what: "steps" });
    expect(machine.call(loaded.value.names.get("g") ?? null, [])).toMatchObject({ value: 1 });
  });
});
