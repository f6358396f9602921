/** Tables that a flow makes again. */
import { expect, test } from "vitest";
import { isSameTable } from "../src/flow/sameTable.ts";

const table = (size: number, last = "pattern") =>
  Array.from({ length: size }, (_, i) => ({ name: `mine.${i}`, pattern: i === size - 1 ? last : "pattern", check: undefined }));

test("tables are the same where names, patterns and checks are", () => {
  expect(isSameTable(table(50), table(50))).toBe(true);
  expect(isSameTable(table(50), table(50, "another"))).toBe(false);
  expect(isSameTable(table(50), table(49))).toBe(false);
});

test("tables of hundreds of thousands of entries count as different", () => {
  expect(isSameTable(table(300_000), table(300_000))).toBe(false);
});
