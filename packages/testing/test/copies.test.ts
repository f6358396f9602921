/**
 * Passes that change the regions of a target, for a copy of that target: the cases of such a pass with another name in
 * the place of the target's.
 */
import { textCases } from "@relayscope/cases";
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { type GivenOptions, passContext, runStep } from "@relayscope/passes";
import { findPass, passNames } from "@relayscope/passes/all";
import { parseModule, printModule, textDifference } from "@relayscope/text";
import { describe, expect, it } from "vitest";

const bound = passNames.flatMap((name) => {
  const pass = findPass(name);
  return typeof pass?.options.compiler?.default === "string" ? [{ name, pass, compiler: pass.options.compiler.default }] : [];
});

it("has the passes that prune regions", () => {
  expect(bound.map(({ name }) => name).sort()).toEqual([
    "InlineNonComputeIntensivePartitions",
    "PruneDnnlSubgraphs",
    "PruneTensorrtSubgraphs",
    "RepartitionMrvlSubgraphs",
  ]);
});

describe.each(bound)("$name", ({ name, pass, compiler }) => {
  const copied = (text: string) =>
    text.replaceAll(`="${compiler}"`, `="${compiler}_copy"`).replaceAll(`="${compiler}.`, `="${compiler}_copy.`);
  const cases = textCases(new URL(`../../passes/test/cases/${name}/`, import.meta.url));
  it.each(cases.filter(({ output }) => !output.startsWith("error")))("$name", ({ input, output, options }) => {
    const read = inferTypes(parseModule(copied(input), { operators }).module, operators, { trust: "nothing" }).module;
    const given: GivenOptions = { ...(options.options ?? {}), compiler: `${compiler}_copy` };
    const result = runStep(read, { pass, options: given }, passContext(operators));
    expect(textDifference(copied(output), printModule(result.module))).toBeUndefined();
  });
});
