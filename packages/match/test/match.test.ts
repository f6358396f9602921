import { textCases } from "@relayscope/cases";
import { Failure } from "@relayscope/ir";
import { describe, expect, it } from "vitest";
import { indexGraph, matches, traceMatch } from "../src/index.ts";
import { operators, readCase } from "./readCase.ts";

/** `yes`; `no`, reason and sentence; or what is raised. */
function answer(input: string): string {
  const { pattern, expr } = readCase(input);
  const graph = indexGraph(expr);
  const trace = traceMatch(pattern, expr, graph, { operators });
  let matched: boolean;
  try {
    matched = matches(pattern, expr, graph, { operators });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `raises ${error.code}: ${error.message}`;
  }
  expect(trace.root.matched).toBe(matched);
  return matched ? "yes" : `no, ${trace.problem?.reason}: ${trace.problem?.message}`;
}

describe("match", () => {
  for (const c of textCases(new URL("cases/match/", import.meta.url))) it(c.name, () => expect(answer(c.input)).toBe(c.output));
});
