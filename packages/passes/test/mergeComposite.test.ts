import { inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { parsePatternTable } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { brokenLaws, passContext, snapshot, textCases, textDifference } from "@relayscope/testing";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { type CompositePattern, mergeComposite } from "../src/mergeComposite.ts";

const context = passContext({ trace: true });

function readModule(text: string): Module {
  const read = parseModule(text, { operators });
  const [problem] = read.diagnostics.filter((d) => d.severity === "error");
  if (problem) throw new Error(problem.message);
  return inferTypes(read.module, operators, { trust: "nothing" }).module;
}

function readTable(text: string, checks: Readonly<Record<string, readonly boolean[]>>): CompositePattern[] {
  const { entries, diagnostics } = parsePatternTable(text, { operators });
  if (diagnostics[0]) throw new Error(diagnostics[0].message);
  return entries.map(({ name, pattern }) => {
    const answers = checks[name]?.[Symbol.iterator]();
    return { name, pattern, check: answers && (() => answers.next().value === true) };
  });
}

describe("MergeComposite", () => {
  for (const c of textCases(new URL("cases/mergeComposite/", import.meta.url))) {
    it(c.name, () => {
      const [table = "", text = ""] = c.input.split(/^---$/m);
      const module = readModule(text);
      const before = snapshot(module);
      const patterns = readTable(table, (c.options.checks ?? {}) as Record<string, boolean[]>);
      const result = mergeComposite.run(module, { patterns }, context);
      expect(result.diagnostics).toEqual([]);
      const printed = printModule(result.module);
      expect(textDifference(c.output, printed), printed).toBeUndefined();
      expect(brokenLaws(before, result.module, result.lineage, operators)).toEqual([]);
      if (textDifference(before.text, printed) === undefined) expect(result.module).toBe(module);
      const decisions = result.decisions.map((d) => (d.kind === "composite" ? `${d.pattern} ${d.outcome}` : d.kind));
      if (c.options.decisions) expect(decisions).toEqual(c.options.decisions);
      for (const d of result.decisions) {
        if (d.kind !== "composite") continue;
        for (const node of [d.root, ...d.nodes, ...(d.blocker ? [d.blocker] : [])])
          expect(before.nodes.has(node), `${d.pattern} speaks of a new node`).toBe(true);
      }
    });
  }

  it("stops where a pattern raises, and names it", () => {
    const module = readModule("def @main(%x: Tensor[(4), float32]) { add(%x, %x) }");
    const patterns = readTable(`[("mine.product", is_op("multiply")(None))]`, {});
    expect(() => mergeComposite.run(module, { patterns }, context)).toThrow(/`mine.product`/);
  });

  it("stops without @main, as the reference does", () => {
    const module = readModule("def @f(%x: Tensor[(4), float32]) { nn.relu(%x) }");
    const patterns = readTable(`[("mine.relu", is_op("nn.relu")(wildcard()))]`, {});
    expect(() => mergeComposite.run(module, { patterns }, context)).toThrow(/@main/);
  });

  const tuple = "def @main(%x: Tensor[(4, 2), float32]) { concatenate((%x, %x), axis=1) }";
  it("stops where the reference can't type the composite", () => {
    const patterns = readTable(`[("mine.concatenate", is_op("concatenate")(wildcard()))]`, {});
    expect(() => mergeComposite.run(readModule(tuple), { patterns }, context)).toThrow(/`concatenate` is typed before/);
  });

  it("stops where a pattern takes an operator without its call", () => {
    const module = readModule("def @main(%x: Tensor[(4), float32]) { nn.relu(%x) }");
    const patterns = readTable(`[("mine.relu", is_op("nn.relu"))]`, {});
    expect(() => mergeComposite.run(module, { patterns }, context)).toThrow(/`nn.relu` itself/);
  });

  it("goes on where the tuple is inside", () => {
    const patterns = readTable(`[("mine.concatenate", is_op("concatenate")(is_tuple(None)))]`, {});
    expect(printModule(mergeComposite.run(readModule(tuple), { patterns }, context).module)).toContain("mine.concatenate");
  });
});
