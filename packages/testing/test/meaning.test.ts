/**
 * Every pass that should keep a module's meaning keeps it on random modules: before and after are run on the same
 * random inputs.
 */
import { moduleFrom } from "@relayscope/cases";
import { checkMeaning, withRandomConstants } from "@relayscope/evaluate";
import { inferTypes } from "@relayscope/infer";
import { composeLineage, drained, type Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type PipelineStep, passContext, runStep } from "@relayscope/passes";
import { findPass, passNames } from "@relayscope/passes/all";
import { printModule } from "@relayscope/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const context = passContext(operators, { optLevel: 4 });

/**
 * Passes that are meant to change what a module computes, or that take bodies away, with why. Whatever is registered
 * besides them is tested.
 */
const excused: Readonly<Record<string, string>> = {
  MarkCompilerFunctionsAsExtern: "takes away the bodies of external functions",
  QuantizeAnnotate: "puts in scales that calibration fills",
  QuantizeCalibrate: "makes values coarser",
  QuantizeRealize: "makes values coarser",
  ToMixedPrecision: "makes values coarser",
};

/** Options without which a pass does nothing. */
const needed: Readonly<Record<string, Pick<PipelineStep, "options" | "tables">>> = {
  AnnotateTarget: {
    options: { targets: ["toy"] },
    tables: { patterns: [], rules: { toy: Object.fromEntries(["nn.relu", "add", "sigmoid", "split"].map((n) => [n, () => true])) } },
  },
};

const bare = { options: {} };

function moduleOf(choices: readonly number[]): Module {
  const { module } = inferTypes(moduleFrom(choices, operators), operators, { trust: "nothing" });
  return withRandomConstants(module, 1)?.module ?? module;
}

describe("passes keep the meaning of random modules", () => {
  for (const name of passNames.filter((n) => !Object.hasOwn(excused, n))) {
    it(name, () => {
      const pass = findPass(name);
      if (!pass) throw new Error(`There is no pass ${name}.`);
      fc.assert(
        fc.property(fc.array(fc.nat({ max: 1000 }), { maxLength: 40 }), (choices) => {
          let before = moduleOf(choices);
          for (const first of name === "MergeCompilerRegions" || name === "PartitionGraph" ? ["AnnotateTarget"] : []) {
            const step = findPass(first);
            if (step) before = runStep(before, { pass: step, ...(needed[first] ?? bare) }, context).module;
          }
          const after = runStep(before, { pass, ...(needed[name] ?? bare) }, context);
          if (after.status === "failed") return;
          const typed = inferTypes(after.module, operators, { trust: "nothing" });
          const lineage = composeLineage(after.lineage, typed.lineage);
          const answer = drained(checkMeaning(before, typed.module, lineage, { runs: 1, seed: 7, budget: 1e8 }));
          expect(answer, printModule(after.module)).toMatchObject({ kind: "same" });
        }),
        { numRuns: 15, seed: 11 },
      );
    });
  }
});
