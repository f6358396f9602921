import { holds, textCases } from "@relayscope/cases";
import { patternToData, printPattern } from "@relayscope/match";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePattern, parsePatternTable } from "../src/patternText.ts";

const writers = { printExpr: () => "?", printType: (type: unknown) => JSON.stringify(type) };

/** The pattern printed; or each diagnostic with what it underlines. */
function answer(text: string): string {
  const { pattern, diagnostics } = parsePattern(text);
  if (!pattern) {
    return diagnostics
      .map((d) => [`${d.code} at \`${text.slice(d.span?.start, d.span?.end).split("\n")[0]}\`: ${d.message}`, ...d.hints].join(" "))
      .join("\n");
  }
  const printed = printPattern(pattern);
  const again = parsePattern(printed).pattern;
  expect(again && patternToData(again, writers)).toEqual(patternToData(pattern, writers));
  return printed;
}

describe("the text of patterns", () => {
  for (const c of textCases(new URL("patternTexts/", import.meta.url))) it(c.name, () => expect(answer(c.input)).toBe(c.output));

  it("reads a table with names, patterns and checks", () => {
    const { entries, diagnostics } = parsePatternTable(
      `@register_pattern_table("mine")
def pattern_table():
    def conv(with_relu):
        out = is_op("nn.conv2d")(wildcard(), is_constant())
        return is_op("nn.relu")(out) if with_relu else out

    return [
        ("mine.conv2d_relu", conv(True), check_conv),
        ("mine.conv2d", conv(with_relu=False)),
    ]
`,
    );
    expect(diagnostics).toEqual([]);
    expect(entries.map((e) => [e.name, printPattern(e.pattern), e.check])).toEqual([
      ["mine.conv2d_relu", `out = is_op("nn.conv2d")(wildcard(), is_constant())\nis_op("nn.relu")(out)`, "check_conv"],
      ["mine.conv2d", `is_op("nn.conv2d")(wildcard(), is_constant())`, undefined],
    ]);
  });

  it("starts from the same names each time", () => {
    parsePattern("relay.op = None\ndfp.is_op = None\nwildcard = None");
    expect(parsePattern('dfp.ExprPattern(relay.op.get("nn.relu"))(wildcard()) | dfp.is_op("tanh")(wildcard())').diagnostics).toEqual([]);
  });

  it("survives any text", () => {
    const words = [
      "is_op",
      '("nn.relu")',
      "(",
      ")",
      "wildcard()",
      "\n",
      "  ",
      "def f(x):",
      "return",
      "=",
      ".optional(",
      "lambda x:",
      "|",
      "[",
      "]",
      "{",
      "}",
      "'",
      '"',
      "if",
      "else",
      "\\",
      "1e9",
      "None",
      ",",
      ":",
      "x",
    ];
    holds(500, [fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), { maxLength: 60 })], (parts) => {
      const text = parts.join("");
      const { pattern, diagnostics } = parsePattern(text);
      if (!pattern) expect(diagnostics.length).toBeGreaterThan(0);
      for (const d of diagnostics) expect(d.span && d.span.start <= d.span.end && d.span.end <= text.length).toBe(true);
    });
  });

  it("bounds depth, steps and length", () => {
    const codes = (text: string) => parsePattern(text).diagnostics.map((d) => d.code);
    expect(codes("(".repeat(100_000))).toContain("pattern-too-deep");
    expect(codes(`${"wildcard() | ".repeat(15_000)}wildcard()`)).toContain("pattern-too-deep");
    expect(codes("x".repeat(300_000))).toEqual(["pattern-too-long"]);
    expect(codes("def f(x):\n  return f(x)\nf(wildcard())")).toContain("pattern-too-deep");
    const doubling = [
      "def f0(x):",
      "  return is_op('add')(x, x)",
      ...Array.from({ length: 30 }, (_, i) => `def f${i + 1}(x):\n  return f${i}(f${i}(x))`),
      "f30(wildcard())",
    ];
    expect(codes(doubling.join("\n"))).toContain("pattern-too-costly");
    const nested = (times: number) => `x = wildcard()\nfor _ in range(${times}):\n  x = is_op("nn.relu")(x)\nx`;
    expect(codes(nested(900))).toEqual([]);
    expect(codes(nested(1_100))).toEqual(["pattern-too-deep"]);
  });
});
