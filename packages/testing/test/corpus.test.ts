import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recordedCases, verdicts } from "../src/recordedCases.ts";

const folder = new URL("../corpus/", import.meta.url);

/**
 * What is known to differ, by file: lines `FILE | ID | why`, or `FILE | not built: PASS | why` for all that asks for a
 * pass. A line that is no longer true fails too.
 */
function remaining(): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const line of readFileSync(new URL("remaining.txt", folder), "utf8").split("\n")) {
    const [file, id, why] = line.split(" | ");
    if (line === "" || line.startsWith("#") || !file || !id) continue;
    if (!why) throw new Error(`remaining.txt names no cause for ${file} ${id}.`);
    ids.set(file, [...(ids.get(file) ?? []), id]);
  }
  return ids;
}

const known = remaining();

describe("recorded answers of the reference", () => {
  for (const name of readdirSync(folder).filter((n) => n.endsWith(".jsonl.gz"))) {
    const file = name.replace(".jsonl.gz", "");
    it(`${file} agrees but for what remaining.txt names`, { timeout: 300_000 }, () => {
      const differing = new Set<string>();
      let total = 0;
      for (const recorded of recordedCases(new URL(name, folder).pathname)) {
        for (const { id, reason } of verdicts(recorded)) {
          total++;
          if (reason === undefined) continue;
          const [, pass] = /^error pass-not-built: .* the pass `(.*)`/.exec(reason) ?? [];
          differing.add(pass === undefined ? id : `not built: ${pass}`);
        }
      }
      expect(total).toBeGreaterThan(0);
      expect([...differing].sort()).toEqual([...(known.get(file) ?? [])].sort());
    });
  }
});
