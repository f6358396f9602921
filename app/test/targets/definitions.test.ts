/** Which check or rule a call in the target's files belongs to. */
import { expect, test } from "vitest";
import { definitionOf, isSamePlace } from "../../src/left/definitions.ts";

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

test("places without a definition are not the same", () => {
  expect(isSamePlace(undefined, undefined)).toBe(false);
  expect(isSamePlace(place(5), found(6))).toBe(true);
  expect(isSamePlace(place(5, "u.py"), found(6))).toBe(false);
});
