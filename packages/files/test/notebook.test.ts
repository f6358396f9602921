/** Notebooks as scripts. A case is the source of cells, with lines of dashes between them, and the script. */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { limits, placeInCells, readNotebook, scriptName } from "../src/index.ts";

const notebook = (cells: readonly unknown[], more = {}) => JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5, ...more });
const code = (source: unknown) => ({ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source });

describe("the script of a notebook", () => {
  test.each(textCases(new URL("notebooks/", import.meta.url)).map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    // Sources are lists of lines or single texts, and other cells do not count.
    const cells = input.split(/^-----\n/m).map((source, i) => code(i % 2 === 0 ? source.split(/(?<=\n)/) : source));
    const read = readNotebook(notebook([{ cell_type: "markdown", source: ["import torch\n"] }, ...cells]));
    const shown = read && `${read.text.trimEnd().replace(/^/gm, "|")}\n== skipped ${read.skipped}; after lines ${read.cells.join(", ")}`;
    expect(shown ?? "not a notebook of TVM").toBe(output);
  });
});

test("other texts are not notebooks", () => {
  const cell = code("import tvm");
  expect(readNotebook(notebook([cell]))?.text).toBe("# Code cell 1\nimport tvm\n");
  const others = [
    "",
    "{",
    '{"cells": [',
    notebook([]),
    notebook([code("import torch")]),
    notebook([{ cell_type: "code" }, cell]),
    notebook([cell, code(["x", 1])]),
    notebook([cell, 3]),
    notebook([cell], { metadata: { kernelspec: { language: "julia", name: "julia-1.9" } } }),
    notebook([cell], { metadata: { language_info: { name: "R" } } }),
    `[${notebook([cell])}]`,
    notebook(Array.from({ length: limits.notebookCells + 1 }, () => cell)),
    '{"cells": {"0": 1}}',
  ];
  for (const text of others) expect(readNotebook(text)).toBeUndefined();
  expect(readNotebook(notebook([cell], { metadata: { language_info: { name: "python", version: "3.11" } } }))).toBeDefined();
});

test("places name the cell and its line", () => {
  const cells = [1, 4, 9];
  expect([1, 2, 3, 5, 9, 10, 12].map((line) => placeInCells({ cells }, line))).toEqual([
    { cell: 1, line: 1 },
    { cell: 1, line: 1 },
    { cell: 1, line: 2 },
    { cell: 2, line: 1 },
    { cell: 2, line: 5 },
    { cell: 3, line: 1 },
    { cell: 3, line: 3 },
  ]);
  expect([scriptName("bug.ipynb"), scriptName("a.b.IPYNB"), scriptName("noname")]).toEqual(["bug.py", "a.b.py", "noname.py"]);
});

test("a long notebook is read in linear time", () => {
  const hostile = [
    "import tvm\n",
    `x = ${"(".repeat(200_000)}\n`,
    "'''\n".repeat(50_001),
    "%a\\\n".repeat(50_000),
    `${"a,".repeat(100_000)}b\n`,
  ];
  const began = performance.now();
  readNotebook(notebook(hostile.map((source) => code(`import tvm\n${source}`))));
  expect(performance.now() - began).toBeLessThan(3000);
});
