/**
 * Boundaries of known cause: the cause, what stands in the way, and the way of a cycle. Those in `known.jsonl` were
 * made and checked with the reference; those in `more.jsonl` were judged by hand, one of each kind of answer, with the
 * cures that are offered.
 */
import { readFileSync } from "node:fs";
import { isWhyRecord, replayWhy, requestOfCase, type WhyRecord } from "@relayscope/replay";
import { reduceCase } from "@relayscope/whatif";
import { describe, expect, it } from "vitest";

interface KnownCause {
  readonly id: string;
  readonly cause: string;
  readonly also: readonly string[];
  readonly blockers: readonly number[];
  readonly path?: readonly number[];
  readonly regions: Readonly<Record<string, number>>;
  /** An edit that joins; null where there is none. */
  readonly cure: { readonly run: Partial<WhyRecord>; readonly regionsAfter: number } | null;
}

function total(regions: Readonly<Record<string, number>> = {}): number {
  return Object.values(regions).reduce((sum, count) => sum + count, 0);
}

function casesIn<R extends { readonly id: string }>(file: string) {
  const lines = readFileSync(new URL(`../why/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as R).map((record) => [record.id, record] as const);
}

const cases = casesIn<KnownCause>("known.jsonl");

describe("boundaries of known cause", () => {
  it.each(cases)("%s", async (_id, record) => {
    if (!isWhyRecord(record)) throw new Error("This is no record of kind why.");
    const { joined, cause, also, lines: blockers, path, regions, cures } = await replayWhy(record);
    expect({ joined, cause, also: [...(also ?? [])].sort(), blockers, path, regions }).toEqual({
      joined: false,
      cause: record.cause,
      also: [...record.also].sort(),
      blockers: record.blockers,
      path: record.path ?? [],
      regions: record.regions,
    });
    expect((cures ?? []).length > 0).toBe(record.cure !== null);
    const known = record.cure ? [record.cure] : [];
    for (const { run, regionsAfter } of [...known, ...(cures ?? [])]) {
      const edited = await replayWhy({ ...record, ...run });
      expect({ joined: edited.joined, regions: total(edited.regions) }).toEqual({ joined: true, regions: regionsAfter });
    }
  });

  it.each(cases)("%s, reduced", async (_id, record) => {
    if (!isWhyRecord(record)) throw new Error("This is no record of kind why.");
    const reduced = await reduceCase(requestOfCase(record), record.at);
    expect(reduced?.cause).toBe(record.cause);
  });
});

describe("boundaries judged by hand", () => {
  it.each(casesIn<Omit<KnownCause, "cure"> & { readonly cures: readonly string[] }>("more.jsonl"))("%s", async (_id, record) => {
    if (!isWhyRecord(record)) throw new Error("This is no record of kind why.");
    const { joined, cause, also, lines: blockers, path, regions, cures = [] } = await replayWhy(record);
    expect({ joined, cause, also, blockers, path, regions, cures: cures.map((cure) => cure.edit) }).toEqual({
      joined: false,
      cause: record.cause,
      also: record.also,
      blockers: record.blockers,
      path: record.path ?? [],
      regions: record.regions,
      cures: record.cures,
    });
  });
});
