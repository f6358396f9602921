/**
 * The passes: text cases in a folder for each pass. A table of patterns may stand before the module, a line `---`
 * between them; `error` and a code stand for the output where the reference raises.
 */
import { readdirSync } from "node:fs";
import { lawsOver, textCases } from "@relayscope/cases";
import { checkScopes, inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type CompositePattern, type Decision, type GivenOptions, type PipelineStep, passContext, runStep } from "@relayscope/passes";
import { findPass, passNames } from "@relayscope/passes/all";
import { parsePatternTable } from "@relayscope/targets/patternText";
import { parseModule, printModule, textDifference } from "@relayscope/text";
import { describe, expect, it } from "vitest";

const { snapshot, brokenLaws } = lawsOver({ operators, checkScopes, inferTypes, parseModule, printModule, textDifference });

const context = passContext(operators, { trace: true });

/** A case's pass: the one of its folder, unless the case names others. */
interface CasePass {
  /** Codes of what the pass says, in order. */
  readonly notes?: readonly string[];
  readonly name: string;
  readonly options?: GivenOptions;
  /** Whether the pass leaves nodes without a type, as the reference's does; what comes after it infers them. */
  readonly isUntyped?: boolean;
}

const folder = new URL("../../passes/test/cases/", import.meta.url);

it("has a folder for every pass, and a pass for every folder", () => {
  expect(readdirSync(folder).sort()).toEqual([...passNames].sort());
});

function readModule(text: string): Module {
  const read = parseModule(text, { operators });
  const [problem] = read.diagnostics.filter((d) => d.severity === "error");
  if (problem) throw new Error(problem.message);
  return inferTypes(read.module, operators, { trust: "nothing" }).module;
}

/** The patterns of a table; each answers the checks that the case gives it, in turn. */
function readTable(text: string, checks: Readonly<Record<string, readonly boolean[]>>): readonly CompositePattern[] {
  const { entries, diagnostics } = parsePatternTable(text);
  if (diagnostics[0]) throw new Error(diagnostics[0].message);
  return entries.map(({ name, pattern }) => {
    const answers = checks[name]?.[Symbol.iterator]();
    return { name, pattern, check: answers && (() => answers.next().value === true) };
  });
}

/** What a case brings besides its passes. */
interface CaseOptions {
  readonly passes?: readonly CasePass[];
  /** Operators that targets take. */
  readonly rules?: Readonly<Record<string, readonly string[]>>;
  /** What the checks of patterns answer. */
  readonly checks?: Readonly<Record<string, readonly boolean[]>>;
  /** What became of candidates for composites, in order. */
  readonly decisions?: readonly string[];
  /** Whether the module is another one though it prints the same. */
  readonly isRebuilt?: boolean;
}

function tablesOf({ rules = {}, checks = {} }: CaseOptions, table: string): PipelineStep["tables"] {
  const byTarget = Object.entries(rules).map(([target, names]) => [target, Object.fromEntries(names.map((n) => [n, () => true]))]);
  return { patterns: table === "" ? [] : readTable(table, checks), rules: Object.fromEntries(byTarget) };
}

function stepOf({ name, options }: CasePass, tables: PipelineStep["tables"]): PipelineStep {
  const pass = findPass(name);
  if (!pass) throw new Error(`There is no pass ${name}.`);
  return { pass, options: options ?? {}, tables };
}

/** What became of a candidate for a composite, in words; all that is told of it is told of nodes that were there. */
function outcome(d: Decision, before: ReadonlySet<unknown>): string {
  if (d.kind !== "composite") return d.kind;
  for (const node of [d.root, ...d.nodes, ...(d.blocker ? [d.blocker] : [])])
    expect(before.has(node), `${d.pattern} speaks of a new node`).toBe(true);
  return `${d.pattern} ${d.outcome}`;
}

for (const name of readdirSync(folder)) {
  describe(name, () => {
    for (const c of textCases(new URL(`${name}/`, folder))) {
      it(c.name, () => {
        const options = c.options as CaseOptions & Omit<CasePass, "name">;
        const [text = "", table = ""] = c.input.split(/^---$/m).reverse();
        const tables = tablesOf(options, table);
        let module = readModule(text);
        const passes = options.passes ?? [{ ...options, name }];
        for (const [i, given] of passes.entries()) {
          const isLast = i === passes.length - 1;
          const before = snapshot(module);
          const result = runStep(module, stepOf(given, tables), context);
          if (isLast && c.output.startsWith("error")) {
            expect(result.status).toBe("failed");
            expect(result.module).toBe(module);
            expect(result.diagnostics[0]?.code).toBe(c.output.slice("error".length).trim());
            return;
          }
          expect(result.diagnostics.map((d) => d.code)).toEqual(given.notes ?? []);
          // what has no type yet gets one in place, by the next pass that infers
          const isTyped = !given.isUntyped && !passes[i - 1]?.isUntyped;
          if (isTyped) expect(brokenLaws(before, result.module, result.lineage)).toEqual([]);
          if (printModule(result.module) === before.text && !options.isRebuilt) expect(result.status).toBe("unchanged");
          const decisions = result.decisions.map((d) => outcome(d, before.nodes));
          if (isLast && options.decisions) expect(decisions).toEqual(options.decisions);
          module = result.module;
        }
        const printed = printModule(module);
        expect(textDifference(c.output, printed), printed).toBeUndefined();
      });
    }
  });
}
