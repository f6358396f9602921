/**
 * Long and deep texts: every service answers, without a stack of their depth and in time that grows with their length.
 */
import { describe, expect, test } from "vitest";
import { languageService } from "../src/service.ts";

const size = 20_000;
const type = "Tensor[(1), float32]";

const texts: Readonly<Record<string, string>> = {
  "a chain of calls": [
    `def @main(%x: ${type}) {`,
    "  %0 = nn.relu(%x);",
    ...Array.from({ length: size - 1 }, (_, i) => `  %${i + 1} = nn.relu(%${i});`),
    `  nn.relu(%${size - 1})`,
    "}",
  ].join("\n"),
  "nested lets": [
    `def @main(%x: ${type}) {`,
    "  let %v0 = nn.relu(%x);",
    ...Array.from({ length: size - 1 }, (_, i) => `  let %v${i + 1} = nn.relu(%v${i});`),
    `  nn.relu(%v${size - 1})`,
    "}",
  ].join("\n"),
  "brackets that do not match": `def @main() {${"(\n".repeat(size)}${"}\n".repeat(size)}`,
};

describe.each(Object.entries(texts))("%s", (name, text) => {
  test("answers every question", { timeout: 60_000 }, async () => {
    const service = languageService();
    const end = text.lastIndexOf("relu") + 1;
    const tokens = await service.semanticTokens(text);
    const folds = await service.folding(text);
    await service.outline(text);
    const hover = await service.hover(text, end);
    const found = await service.completions(text, end);
    await service.rename(text, text.indexOf("%x"), "y");
    if (name.startsWith("brackets")) return;
    expect(tokens.length).toBeGreaterThan(3 * 5 * size);
    expect(folds).toHaveLength(1);
    expect(hover?.markdown).toContain(`nn.relu(data) -> ${type}`);
    expect(found.some((c) => c.label === "nn.relu")).toBe(true);
  });
});
