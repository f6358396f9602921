/** Regions that touch differ in color: the palette has six. */
import { holds } from "@relayscope/cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tintRegions } from "../src/tints.ts";

/** Regions in which each is joined to at most `most` before it, and the numbers by which they are known mixed up. */
const sparse = (most: number) =>
  fc.integer({ min: 1, max: 60 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      names: fc.shuffledSubarray(
        Array.from({ length: count }, (_, i) => i),
        { minLength: count, maxLength: count },
      ),
      joins: fc.array(fc.array(fc.nat(), { maxLength: most }), { minLength: count, maxLength: count }),
    }),
  );

test("neighbors differ, with six tints where each region can be joined to two before it and its neighbors in the text", () => {
  holds(100, [sparse(2)], ({ count, names, joins }) => {
    const pairs = joins.flatMap((before, i) => (i === 0 ? [] : before.flatMap((n) => [names[i] ?? 0, names[n % i] ?? 0])));
    const tints = tintRegions(count, pairs);
    for (let p = 0; p + 1 < pairs.length; p += 2) expect(tints[pairs[p] ?? 0]).not.toBe(tints[pairs[p + 1] ?? 0]);
    for (let i = 1; i < count; i++) expect(tints[i]).not.toBe(tints[i - 1]);
    expect(Math.max(...tints)).toBeLessThan(6);
  });
});

test("a region that gathers from many has a color of its own among the six", () => {
  const pairs = Array.from({ length: 20 }, (_, i) => [i, 20]).flat();
  const tints = tintRegions(21, pairs);
  expect(Math.max(...tints)).toBeLessThan(6);
  expect(tints.slice(0, 20)).not.toContain(tints[20]);
});
