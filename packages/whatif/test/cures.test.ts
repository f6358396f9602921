/** Cures of boundaries: each was tried, and its run, run by itself from its text, comes to what was said. */
import { textCases } from "@relayscope/cases";
import { partitioningPasses } from "@relayscope/passes";
import { wholeKit } from "@relayscope/run";
import type { RunSpec } from "@relayscope/run/contract";
import { describe, expect, test } from "vitest";
import { lastOf } from "../src/anchors.ts";
import { type FoundCure, knowledgeOf } from "../src/boundary.ts";
import { cures } from "../src/cures.ts";
import { builtInSpecs, groundFromText } from "../src/ground.ts";
import { nodesAtLine } from "../src/lines.ts";
import { outcomeOf } from "../src/outcome.ts";
import { failureOf } from "../src/pipelineCandidates.ts";

const flow = partitioningPasses.map((pass) => ({ pass, options: {} }));

interface CureOptions {
  readonly operators?: readonly string[];
  readonly patterns?: readonly (readonly [string, string])[];
  /** The check of a pattern for `nn.conv2d` in the target's own file, as the body of a function. */
  readonly check?: readonly string[];
  /** Lines before that function. */
  readonly constants?: readonly string[];
  /** Instead of the four passes of partitioning. */
  readonly passes?: readonly string[];
  readonly from: number;
  readonly to?: number;
}

const kit = await wholeKit();
const builtIn = builtInSpecs();

function specOf(text: string, { operators = [], patterns = [], check, constants, passes }: CureOptions): RunSpec {
  const files = check && [{ name: "acc.py", text: fileWith(check, constants) }];
  const acc = { name: "acc", operators, patterns: patterns.map(([name, pattern]) => ({ name, pattern })), ...(files ? { files } : {}) };
  return {
    text,
    target: "acc",
    customTargets: [acc],
    pipeline: passes?.map((pass) => ({ pass, options: {} })) ?? flow,
    optLevel: 2,
    bindParameters: false,
  };
}

function fileWith(check: readonly string[], constants: readonly string[] = []): string {
  return [
    "from tvm.relay.dataflow_pattern import is_op, wildcard",
    "from tvm.relay.op.contrib.register import register_pattern_table",
    ...constants,
    "def check(call):",
    ...check.map((line) => `    ${line}`),
    '@register_pattern_table("acc")',
    "def table():",
    '    return [("acc.conv", is_op("nn.conv2d")(wildcard(), wildcard()), check)]',
  ].join("\n");
}

const cases = textCases(new URL("cures", import.meta.url)).map((c) => [c.name, c] as const);

describe.each(cases)("%s", (_, { input, output, options }) => {
  const given = options as unknown as CureOptions;
  const ground = groundFromText(specOf(`${input}\n`, given), kit, builtIn);
  const known = knowledgeOf(ground);
  const at = (line: number) => nodesAtLine(ground, known.tracer, line);
  const found: FoundCure[] = [];
  for (const cure of cures(known, { from: at(given.from), to: given.to === undefined ? undefined : at(given.to) })) {
    if (cure) found.push(cure);
  }

  test("cures are found", () => {
    const lines = found.map((c) => `${c.label}: ${c.before.regions} -> ${c.after.regions}`);
    expect(lines.length === 0 ? "no cure" : lines.join("\n")).toBe(output);
  });

  test("each run comes to what its cure says", () => {
    for (const cure of found) {
      const again = groundFromText(cure.run, kit, builtIn);
      expect(outcomeOf(lastOf(again.stages).module, failureOf(again))).toEqual(cure.after);
    }
  });
});
