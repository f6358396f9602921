/** What the field shows until the full editor stands. */
import { expect, test } from "vitest";
import { shownEnd } from "../src/left/PlainEditor.tsx";

const lines = "  %0 = nn.relu(%x);\n".repeat(2_000);

test.each([
  ["a short text", "", "", 3],
  ["many lines", "", lines, 900],
  ["parameters in one long line", `#[version = "0.0.5"]\ndef @main(${"%w: Tensor[(1), float32], ".repeat(1_000)}) {\n`, lines, 200],
  ["parameters in a line that is too long", `#[version = "0.0.5"]\ndef @main(${"%w: Tensor[(1), float32], ".repeat(2_000)}) {\n`, lines, 2],
])("of %s the field shows a screenful, as it begins", (_, head, body, least) => {
  const text = `${head}${body}` || "a\nb\nc";
  const shown = text.slice(0, shownEnd(text));
  expect(text.startsWith(shown)).toBe(true);
  expect(shown.split("\n").length).toBeGreaterThanOrEqual(least);
  expect(shown.length).toBeLessThanOrEqual(50_000);
  expect(shown.length).toBeGreaterThanOrEqual(Math.min(text.length, 10_000));
});
