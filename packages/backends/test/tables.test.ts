/**
 * The pattern tables and operator rules are the reference's, node by node. `fixtures/targets.json` lists what 0.19.0
 * registers, `targets-0.18.json` what 0.18.0 did beyond it.
 */
import { readFileSync } from "node:fs";
import { type PatternData, patternToData } from "@relayscope/match";
import { describe, expect, test } from "vitest";
import { loadFile, targets } from "../src/index.ts";
import { writers } from "./writers.ts";

interface Recorded {
  readonly operator_rules: readonly string[];
  readonly patterns: readonly { readonly name: string; readonly pattern: PatternData; readonly check?: boolean }[];
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8")) as Record<string, Recorded>;
const recorded = { ...read("targets"), ...read("targets-0.18") };

describe.each(targets.filter(({ name }) => name in recorded))("$name", (target) => {
  const { name } = target;
  const { entries = [], rules = new Map() } = loadFile(target) ?? {};
  const expected = recorded[name];

  test("has the reference's patterns, in its order", () => {
    expect(entries.map((entry) => entry.name)).toEqual(expected?.patterns.map((p) => p.name));
  });

  test("builds each pattern as the reference does", () => {
    for (const [i, entry] of entries.entries()) {
      expect({ name: entry.name, pattern: patternToData(entry.pattern, writers) }).toEqual({
        name: entry.name,
        pattern: expected?.patterns[i]?.pattern,
      });
    }
  });

  test("checks what the reference checks", () => {
    expect(entries.filter((entry) => entry.check).map((entry) => entry.name)).toEqual(
      expected?.patterns.filter((p) => p.check).map((p) => p.name),
    );
  });

  // The reference asks a vendor's tool instead of rules of its own; ours replace its answer.
  test.skipIf(name === "vitis_ai")("has rules for the reference's operators", () => {
    expect([...rules.keys()].sort()).toEqual([...(expected?.operator_rules ?? [])].sort());
  });
});
