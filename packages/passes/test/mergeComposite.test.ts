import { inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { parsePatternTable } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { brokenLaws, passContext, snapshot, textCases, textDifference } from "@relayscope/testing";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { mergeComposite } from "../src/byoc/mergeComposite.ts";
import type { CompositePattern } from "../src/index.ts";

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

function merged(module: Module, patterns: readonly CompositePattern[]) {
  return mergeComposite.run({ module, options: {}, context: { ...context, tables: { patterns, rules: {} } } });
}

describe("MergeComposite", () => {
  for (const c of textCases(new URL("cases/mergeComposite/", import.meta.url))) {
    it(c.name, () => {
      const [table = "", text = ""] = c.input.split(/^---$/m);
      const module = readModule(text);
      const before = snapshot(module);
      const patterns = readTable(table, (c.options.checks ?? {}) as Record<string, boolean[]>);
      const result = merged(module, patterns);
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
    expect(() => merged(module, patterns)).toThrow(/`mine.product`/);
  });

  it("stops without @main, as the reference does", () => {
    const module = readModule("def @f(%x: Tensor[(4), float32]) { nn.relu(%x) }");
    const patterns = readTable(`[("mine.relu", is_op("nn.relu")(wildcard()))]`, {});
    expect(() => merged(module, patterns)).toThrow(/@main/);
  });

  const tuple = "def @main(%x: Tensor[(4, 2), float32]) { concatenate((%x, %x), axis=1) }";
  it("stops where the reference can't type the composite", () => {
    const patterns = readTable(`[("mine.concatenate", is_op("concatenate")(wildcard()))]`, {});
    expect(() => merged(readModule(tuple), patterns)).toThrow(/`concatenate` is typed before/);
  });

  it("stops where a pattern takes an operator without its call", () => {
    const module = readModule("def @main(%x: Tensor[(4), float32]) { nn.relu(%x) }");
    const patterns = readTable(`[("mine.relu", is_op("nn.relu"))]`, {});
    expect(() => merged(module, patterns)).toThrow(/`nn.relu` itself/);
  });

  it("goes on where the tuple is inside", () => {
    const patterns = readTable(`[("mine.concatenate", is_op("concatenate")(is_tuple(None)))]`, {});
    expect(printModule(merged(readModule(tuple), patterns).module)).toContain("mine.concatenate");
  });
});
