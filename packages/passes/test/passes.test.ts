/** The passes on regions: text cases, each with the passes it is put through; `error` stands for an output where the reference raises. */
import { readdirSync } from "node:fs";
import { inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { brokenLaws, passContext, snapshot, textCases, textDifference } from "@relayscope/testing";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { type GivenOptions, type PipelineStep, runStep } from "../src/index.ts";
import { findPass } from "../src/passes.ts";

const context = passContext({ trace: true });

/** A case's pass: the one of its folder, unless the case names others. */
interface CasePass {
  /** Codes of what the pass says, in order. */
  readonly notes?: readonly string[];
  readonly name: string;
  readonly options?: GivenOptions;
  /** Whether the pass leaves nodes without a type, as the reference's does; what comes after it infers them. */
  readonly isUntyped?: boolean;
}

const folder = new URL("cases/", import.meta.url);

function readModule(text: string): Module {
  const read = parseModule(text, { operators });
  const [problem] = read.diagnostics.filter((d) => d.severity === "error");
  if (problem) throw new Error(problem.message);
  return inferTypes(read.module, operators, { trust: "nothing" }).module;
}

function stepOf({ name, options }: CasePass, rules: Readonly<Record<string, readonly string[]>>): PipelineStep {
  const pass = findPass(name);
  if (!pass) throw new Error(`There is no pass ${name}.`);
  const tables = Object.entries(rules).map(([target, names]) => [target, Object.fromEntries(names.map((n) => [n, () => true]))]);
  return { pass, options: options ?? {}, tables: { patterns: [], rules: Object.fromEntries(tables) } };
}

for (const name of readdirSync(folder).filter((n) => /^[A-Z]/.test(n))) {
  describe(name, () => {
    for (const c of textCases(new URL(`${name}/`, folder))) {
      it(c.name, () => {
        const rules = (c.options.rules ?? {}) as Readonly<Record<string, readonly string[]>>;
        let module = readModule(c.input);
        const passes = (c.options.passes as readonly CasePass[] | undefined) ?? [{ ...(c.options as Omit<CasePass, "name">), name }];
        for (const [i, given] of passes.entries()) {
          const isLast = i === passes.length - 1;
          const before = snapshot(module);
          const result = runStep(module, stepOf(given, rules), context);
          if (isLast && c.output.startsWith("error")) {
            expect(result.status).toBe("failed");
            expect(result.module).toBe(module);
            expect(result.diagnostics[0]?.code).toBe(c.output.slice("error".length).trim());
            return;
          }
          expect(result.diagnostics.map((d) => d.code)).toEqual(given.notes ?? []);
          // what has no type yet gets one in place, by the next pass that infers
          const isTyped = !given.isUntyped && !passes[i - 1]?.isUntyped;
          if (isTyped) expect(brokenLaws(before, result.module, result.lineage, operators)).toEqual([]);
          if (printModule(result.module) === before.text && !c.options.isRebuilt) expect(result.status).toBe("unchanged");
          module = result.module;
        }
        const printed = printModule(module);
        expect(textDifference(c.output, printed), printed).toBeUndefined();
      });
    }
  });
}
