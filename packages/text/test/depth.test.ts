/** Depth and length: nothing overflows the stack, and what is read prints back. */
import { type Expr, func, moduleOf, scalarType, type Type, tuple, tupleType, variable } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { describe, expect, test } from "vitest";
import { parseModule, printModule } from "../src/index.ts";

const main = (body: string) => `def @main(%x: float32) {\n${body}\n}\n`;
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** What a text without problems prints. */
function reprinted(text: string): string {
  const { module, diagnostics } = parseModule(text, { operators });
  expect(diagnostics).toEqual([]);
  return printModule(module);
}

describe("a hundred thousand", () => {
  const n = 100_000;

  test("chained calls", () => {
    const text = main([...range(n).map((i) => `  %${i} = negative(${i === 0 ? "%x" : `%${i - 1}`});`), `  negative(%${n - 1})`].join("\n"));
    expect(reprinted(text) === text).toBe(true);
  });

  test("nested lets", () => {
    const text = main([...range(n).map((i) => `  let %a${i} = negative(${i === 0 ? "%x" : `%a${i - 1}`});`), `  %a${n - 1}`].join("\n"));
    expect(reprinted(text) === text).toBe(true);
  });
});

describe("twenty thousand nested", () => {
  const n = 20_000;

  test.each([
    ["calls within calls", "negative(", "%x", ")"],
    ["parentheses", "(", "%x", ")"],
    ["tuples of one", "(", "%x", ",)"],
    ["sums", "", "%x", " + %x"],
    ["cells", "ref(", "%x", ")"],
  ])("%s", (_, open, inner, close) => {
    expect(reprinted(main(open.repeat(n) + inner + close.repeat(n)))).toContain("%x");
  });

  test.each([
    ["types", `def @main(%x: ${"(".repeat(n)}float32${",)".repeat(n)}) { %x }`],
    ["attributes", `def @main(%x: float32) { reshape(%x, newshape=${"[".repeat(n)}${"]".repeat(n)}) }`],
  ])("nested %s are refused with a sentence", (_, text) => {
    expect(parseModule(text, { operators }).diagnostics.map((d) => d.code)).toContain("too-deep");
  });
});

describe("five thousand nested", () => {
  const n = 5_000;

  test.each([
    ["functions", "fn () {", "%x", "}"],
    ["branches", "if (True) {", "%x", "} else { %x }"],
    ["blocks", "{", "%x", "}"],
  ])("%s", (_, open, inner, close) => {
    expect(reprinted(main(open.repeat(n) + inner + close.repeat(n)))).toContain("%x");
  });
});

test("types that double with each line are written while there is room", () => {
  const leaf = variable("x", scalarType("float32"), { checkedType: scalarType("float32") });
  const lines = range(18);
  let body: Expr = leaf;
  let type: Type = scalarType("float32");
  for (const _ of lines) {
    type = tupleType([type, type]);
    body = tuple([body, body], { checkedType: type });
  }
  const wide = range(200).map(() => tuple([body], { checkedType: tupleType([type]) }));
  const text = printModule(moduleOf([["main", func({ params: [leaf], body: tuple(wide) })]]));
  expect(text.length).toBeLessThan(20_000_000);
  expect(text.split("\n").length).toBeGreaterThan(wide.length);
  expect(text).toContain("/* ty=((float32, float32), (float32, float32)) */");
});
