/** Texts that try to make a search quadratic take no more work than their length asks for. */
import { growthOf } from "@relayscope/cases/work";
import { operators } from "@relayscope/ops";
import { expect, test } from "vitest";
import { parseModule, printModule } from "../src/index.ts";

test.each([
  '\\"',
  "/*\n",
  "/* /* */ ",
  "#[",
  "/ ty=((",
  "meta[",
  '"',
  "> ",
  "&gt;",
  "%a-\n",
  "def @f() {",
  "fn (",
  "{",
  "(",
  "%0 = ",
  "[",
  "foo(a=",
  "%a.1.2",
  "match (%x) {",
  "def @main() {}\n",
  '#[version = "0.0.5"] %0 = a(); ',
  "#[metadata]{",
  "let %x = ",
  "1.",
  "type A[",
  "%a = nn.relu(%x);\n",
])("work grows no faster than a text of many %j", async (piece) => {
  const read = (text: string) => {
    printModule(parseModule(text, { operators }).module);
    printModule(parseModule(`def @main(%x: float32) { ${text}`, { operators }).module);
  };
  expect(await growthOf(read, piece.repeat(500), piece.repeat(2_000))).toBeLessThan(4.4);
});

test("a variable names the fields of fields up to a depth", () => {
  const read = (depth: number) => parseModule(`def @main(%x: float32) { %x${".0".repeat(depth)} }`, { operators }).diagnostics;
  expect(read(100).map(({ code }) => code)).not.toContain("undefined-variable");
  expect(read(101).map(({ code }) => code)).toContain("undefined-variable");
});
