/** What the field shows until the full editor stands. */
import { expect, test } from "vitest";
import { glanceAt, shownEnd } from "../src/left/PlainEditor.tsx";

const lines = "  %0 = nn.relu(%x);\n".repeat(2_000);
const parameters = (count: number) => `#[version = "0.0.5"]\ndef @main(${"%w: Tensor[(1), float32], ".repeat(count)}) {\n`;

test.each([
  ["a short text", "", "", 3],
  ["many lines", "", lines, 900],
  ["parameters in one long line", parameters(2_000), lines, 2],
])("of %s the field holds the beginning", (_, head, body, least) => {
  const text = `${head}${body}` || "a\nb\nc";
  const shown = text.slice(0, shownEnd(text));
  expect(text.startsWith(shown)).toBe(true);
  expect(shown.split("\n").length).toBeGreaterThanOrEqual(least);
  expect(shown.length).toBeLessThanOrEqual(20_000);
  expect(shown.length).toBeGreaterThanOrEqual(Math.min(text.length, 10_000));
});

test.each([
  ["a short text", "a\nb\nc", 0],
  ["many lines", lines, 0],
  ["parameters in one long line", parameters(2_000) + lines, 80],
  ["parameters in one long line and little else", `${parameters(2_000)}  %x\n}\n`, 4],
])("of %s a screenful is shown where the field shows less", (_, text, count) => {
  const shown = glanceAt(text);
  expect(shown === "" ? 0 : shown.split("\n").length).toBe(count);
  expect(shown.length).toBeLessThanOrEqual(80 * 401);
  shown.split("\n").forEach((line, i) => {
    expect(text.split("\n")[i]?.startsWith(line)).toBe(true);
  });
});
