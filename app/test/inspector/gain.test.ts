/** What a change gains, in words: what gets worse, and what it includes besides its cause. */
import { expect, test } from "vitest";
import { beyondText, gainOf, worseOf } from "../../src/inspector/causes/gain.ts";

const numbers = (regions: number, bytes: number) => ({
  regions,
  regionsByTarget: [],
  offloaded: 10,
  operators: 20,
  tensors: 5,
  bytes,
  failure: "",
});

test("a change says what it makes worse", () => {
  const mixed = { before: numbers(54, 35 * 2 ** 20), after: numbers(64, 34 * 2 ** 20) };
  expect(worseOf(mixed)).toEqual(["54 → 64 regions"]);
  expect(gainOf(mixed)).toBe("35 MiB → 34 MiB crossing, but 54 → 64 regions");
  expect(worseOf({ before: numbers(54, 100), after: numbers(42, 100) })).toEqual([]);
});

test("a change that includes operators of other causes names them", () => {
  expect(beyondText([])).toBeUndefined();
  expect(beyondText(["cast"])).toBe("`cast` is not part of this cause, and the numbers count it, too.");
  expect(beyondText(["cast", "add", "exp"])).toMatch(/^`cast`, `add` and `exp` are not part/);
});
