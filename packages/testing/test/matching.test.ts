/**
 * Patterns against expressions, and composites made of what they match: text cases, a line `---` between pattern and
 * expression.
 */
import { textCases } from "@relayscope/cases";
import { inferExpression } from "@relayscope/infer";
import { type Expr, Failure, lineageRecorder, postOrder } from "@relayscope/ir";
import { indexGraph, matches, type Pattern, partition, traceMatch } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { parsePattern } from "@relayscope/targets/patternText";
import { parseExpression, printExpression, textDifference } from "@relayscope/text";
import { describe, expect, it } from "vitest";

function readCase(input: string): { pattern: Pattern; expr: Expr } {
  const [patternText = "", exprText = ""] = input.split(/^---$/m);
  const { pattern, diagnostics } = parsePattern(patternText);
  const read = parseExpression(exprText.trim(), { operators });
  const [problem] = [...diagnostics, ...read.diagnostics].filter((d) => d.severity === "error");
  if (!pattern || problem) throw new Error(problem?.message);
  return { pattern, expr: inferExpression(read.expression, undefined, operators, { trust: "nothing" }).expr };
}

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
  for (const c of textCases(new URL("matching/match/", import.meta.url))) it(c.name, () => expect(answer(c.input)).toBe(c.output));
});

describe("partition", () => {
  for (const c of textCases(new URL("matching/partition/", import.meta.url))) {
    it(c.name, () => {
      const { pattern, expr } = readCase(c.input);
      const before = printExpression(expr);
      const answers = c.options.check as boolean[] | undefined;
      let asked = 0;
      const attrs = new Map(Object.entries((c.options.attrs ?? {}) as Record<string, string>));
      const lineage = lineageRecorder();
      const out = partition(pattern, expr, { operators, attrs, check: () => answers?.[asked++] ?? true, lineage });
      const text = printExpression(out);
      expect(textDifference(c.output, text), text).toBeUndefined();
      if (c.output === before.trim()) expect(out).toBe(expr);
      expect(printExpression(expr)).toBe(before);
      const graph = indexGraph(expr);
      postOrder(out, (node) => {
        for (const origin of lineage.originsOf(node))
          expect(graph.indexOf(origin), `${node.kind} has an origin outside of the input`).toBeDefined();
      });
    });
  }
});
