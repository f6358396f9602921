/** Python in its colors, where there is no editor. */
import { createEngine } from "@relayscope/engine";
import { guideOf } from "@relayscope/guide";
import { expect, test } from "vitest";
import { pythonLines } from "../src/guide/pythonLines.ts";

const looksOf = (text: string) =>
  pythonLines(text).map((line) => line.flatMap(({ text: part, look }) => (look === "" ? [] : [`${part} ${look.slice(4)}`])));

test("each line has its tokens, also within a string of several lines", () => {
  expect(looksOf('@rule(1)\ndef check(call):\n    """Says\n    # why."""\n    return f"{call}" is None  # no\n')).toEqual([
    ["@rule function", "1 number"],
    ["def keyword", "check function"],
    ['"""Says string'],
    ['    # why.""" string'],
    ["return keyword", 'f"{call}" string', "is keyword", "None keyword", "# no comment"],
    [],
  ]);
});

test("the lines of a target's file are those of its page in the guide, numbered", async () => {
  const catalog = await createEngine().catalog();
  const page = guideOf(catalog).pageAt("target/tensorrt");
  const block = page?.blocks.find((found) => found.kind === "code");
  const [file] = catalog.targets.find(({ name }) => name === "tensorrt")?.spec.files ?? [];
  expect(block).toEqual({ kind: "code", text: file?.text, language: "python", isFile: true });
  const lines = pythonLines(file?.text ?? "").map((line) => line.map(({ text }) => text).join(""));
  expect(lines.join("\n")).toBe(file?.text);
});
