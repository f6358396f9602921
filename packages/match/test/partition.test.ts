import { textCases } from "@relayscope/cases";
import { lineageRecorder, postOrder } from "@relayscope/ir";
import { printExpression, textDifference } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { indexGraph, partition } from "../src/index.ts";
import { operators, readCase } from "./readCase.ts";

describe("partition", () => {
  for (const c of textCases(new URL("cases/partition/", import.meta.url))) {
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
