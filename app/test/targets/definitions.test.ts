/** Which check or rule a call in the target's files belongs to. */
import { expect, test } from "vitest";
import { definitionOf, isRaising, raisingCheck } from "../../src/left/definitions.ts";

const place = (line: number, file = "t.py") => ({ file, line });
const files = {
  entries: [5, 20].map((line) => ({ name: `mine.${line}`, hasCheck: true, place: place(line) })),
  rules: [{ name: "nn.relu", place: place(12) }],
};
const found = (line: number, file = "t.py") => definitionOf({ file, line, name: "f" }, files);

test("a call belongs to the nearest definition above it", () => {
  expect([4, 5, 11, 12, 19, 30].map((line) => found(line)?.line)).toEqual([undefined, 5, 5, 12, 12, 20]);
});

test("a call of another file, or none, belongs to no definition", () => {
  expect(found(30, "helpers.py")).toBeUndefined();
  expect(definitionOf(undefined, files)).toBeUndefined();
});

test("of entries with one check, the one that was asked raises", () => {
  const at = (line: number, asked?: string) =>
    raisingCheck({ calls: [{ file: "t.py", line, name: "f" }], ...(asked === undefined ? {} : { asked }) }, files);
  const entry = (name: string, line?: number) => ({ name, place: line === undefined ? undefined : place(line) });
  expect(isRaising(entry("mine.a", 5), at(6, "mine.a"))).toBe(true);
  expect(isRaising(entry("mine.b", 5), at(6, "mine.a"))).toBe(false);
  expect(isRaising(entry("mine.a", 20), at(6, "mine.a"))).toBe(false);
  expect(isRaising(entry("mine.b", 5), at(6))).toBe(true);
  expect(isRaising(entry("mine.a"), raisingCheck(undefined, files))).toBe(false);
});
