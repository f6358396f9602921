/**
 * Command lines and what comes of them: a case of `cases` is a command line, files and standard input below lines `---
 * NAME` (`--- input`), then `==>`, the output, and below such lines standard error (`--- errors`) and the exit code
 * where it is not 0 (`--- exit 2`).
 */
import { textCases } from "@relayscope/cases";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlayground, type Playground } from "./playground.ts";

let playground: Playground;
beforeAll(() => {
  playground = makePlayground();
});
afterAll(() => playground.remove());

/** The parts of a block: what comes before the first line `--- NAME`, and what is below each. */
function partsOf(block: string): ReadonlyMap<string, string> {
  const [first = "", ...rest] = block.split(/^--- /m);
  const parts = new Map([["", first.trim()]]);
  for (const part of rest) {
    const end = part.indexOf("\n");
    parts.set(part.slice(0, end < 0 ? undefined : end).trim(), end < 0 ? "" : part.slice(end + 1).trimEnd());
  }
  return parts;
}

/** The words of a command line; quotes keep blanks, and what is empty. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, plain]) => one ?? two ?? plain ?? "");
}

test.each(textCases(new URL("cases", import.meta.url)))("$name", async ({ input, output, options }) => {
  const { "": line = "", input: standard = "", ...files } = Object.fromEntries(partsOf(input));
  for (const [name, content] of Object.entries(files)) playground.write(name, `${content}\n`);
  const page = typeof options.page === "string" ? options.page : undefined;
  const [program, ...words] = wordsOf(line);
  expect(program).toBe("relayscope");
  const ended = await playground.run(words, standard === "" ? "" : `${standard}\n`, page);
  const written = [
    ended.output.trimEnd(),
    ...(ended.errors === "" ? [] : [`--- errors\n${ended.errors.trimEnd()}`]),
    ...(ended.code === 0 ? [] : [`--- exit ${ended.code}`]),
  ];
  expect(written.filter((part) => part !== "").join("\n")).toBe(output);
  // A wrong command line is one sentence, and leaves standard output alone.
  if (ended.code === 2) expect([ended.output, ended.errors.split("\n").length]).toEqual(["", 2]);
  expect(ended.errors).not.toMatch(/internal|^\s+at /m);
});
