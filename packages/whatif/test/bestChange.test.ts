/** The best change for the whole module, beside all sets of operators really run. */
import { partitioningPasses } from "@relayscope/passes";
import { builtInInfos, wholeKit } from "@relayscope/run";
import type { BestChange, RunSpec, TargetSpec } from "@relayscope/run/contract";
import { expect, test } from "vitest";
import { lastOf } from "../src/anchors.ts";
import { applyEdits } from "../src/applyEdit.ts";
import { bestChanges } from "../src/bestChange.ts";
import { knowledgeOf } from "../src/boundary.ts";
import { builtInSpecs, groundFromText, tryVariant } from "../src/ground.ts";
import { outcomeOf } from "../src/outcome.ts";
import { subsets } from "../src/ruleSets.ts";

const flow = partitioningPasses.map((pass) => ({ pass, options: {} }));

const kit = await wholeKit();
const builtIn = builtInSpecs();

const acc = { name: "acc", patterns: [], operators: ["nn.relu"] };

const stretches = `def @main(%x: Tensor[(4, 4), float32], %y: Tensor[(2, 2), float32]) {
  %0 = nn.relu(%x);
  %1 = exp(%0);
  %2 = sin(%1);
  %3 = nn.relu(%2);
  %4 = tanh(%3);
  %5 = nn.relu(%4);
  %6 = nn.relu(%y);
  %7 = exp(%6);
  %8 = nn.relu(%7);
  (%5, %8)
}
`;

const branches = `def @main(%x: Tensor[(1, 8, 6, 6), float32], %w: Tensor[(8, 8, 1, 1), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[0, 0, 0, 0], channels=8, kernel_size=[1, 1]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%x, %w, padding=[0, 0, 0, 0], channels=8, kernel_size=[1, 1]);
  %3 = sigmoid(%2);
  %4 = (%1, %3);
  %5 = concatenate(%4, axis=1);
  %6 = split(%5, indices_or_sections=2, axis=1);
  %7 = %6.0;
  %8 = nn.relu(%7);
  %9 = %6.1;
  multiply(%8, %9)
}
`;

function ofDnnl(text: string): RunSpec {
  const info = builtInInfos().find(({ name }) => name === "dnnl");
  return { text, target: "dnnl", customTargets: [], pipeline: info?.pipeline ?? [], optLevel: info?.optLevel ?? 3, bindParameters: true };
}

function ofOwn(text: string, target: TargetSpec): RunSpec {
  return { text, target: target.name, customTargets: [target], pipeline: flow, optLevel: 2, bindParameters: false };
}

const runs: readonly (readonly [string, RunSpec, readonly string[]])[] = [
  ["stretches that are taken together", ofOwn(stretches, acc), ["exp", "sin", "tanh"]],
  ["branches, and regions that are given back", ofDnnl(branches), ["concatenate", "split"]],
];

test.each(runs)("%s: of each size the best of all sets, where none smaller does as much", (_, spec, operators) => {
  const ground = groundFromText(spec, kit, builtIn);
  const known = knowledgeOf(ground);
  const told: BestChange[] = [];
  for (const part of bestChanges(known)) if (part?.kind === "change") told.push(part.change);
  const expected: (readonly [BestChange["by"], number, number])[] = [];
  const best = { bytes: known.before.bytes, regions: known.before.regions };
  for (let size = 1; size <= operators.length; size++) {
    for (const by of ["bytes", "regions"] as const) {
      const all = [...subsets(operators, size)].map((set) => {
        const edits = set.map((operator) => ({ kind: "add-rule", target: spec.target, operator }) as const);
        return outcomeOf(lastOf(tryVariant(ground, applyEdits(spec, edits, builtIn)).stages).module, "")[by];
      });
      const least = Math.min(...all);
      if (least >= best[by]) continue;
      best[by] = least;
      expected.push([by, size, least]);
    }
  }
  expect(expected.length).toBeGreaterThan(0);
  expect(told.map(({ by, operators: set, after }) => [by, set.length, after[by]])).toEqual(expected);
});

test("where nothing merges regions, a pass that does is tried too, alone and with operators", () => {
  const spec = { ...ofOwn(stretches, acc), pipeline: flow.filter(({ pass }) => pass !== "MergeCompilerRegions") };
  const told: BestChange[] = [];
  for (const part of bestChanges(knowledgeOf(groundFromText(spec, kit, builtIn)))) if (part?.kind === "change") told.push(part.change);
  expect(told.map(({ label, by, after }) => `${label}: ${after[by]} ${by}`)).toEqual([
    "add-pass MergeCompilerRegions: 448 bytes",
    "add-pass MergeCompilerRegions: 5 regions",
    "add-pass MergeCompilerRegions + add-rule tanh: 320 bytes",
    "add-pass MergeCompilerRegions + add-rule tanh: 4 regions",
    "add-pass MergeCompilerRegions + add-rule exp + add-rule sin: 288 bytes",
    "add-pass MergeCompilerRegions + add-rule exp + add-rule sin: 3 regions",
    "add-pass MergeCompilerRegions + add-rule exp + add-rule sin + add-rule tanh: 160 bytes",
    "add-pass MergeCompilerRegions + add-rule exp + add-rule sin + add-rule tanh: 2 regions",
  ]);
});
