/** A command in its worker: what never ends is ended, and what breaks is a sentence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { supervise } from "../src/supervise.ts";

const folder = mkdtempSync(join(tmpdir(), "relayscope-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function ended(code: string, limit?: number): Promise<{ readonly code: number; readonly errors: readonly string[] }> {
  const file = join(folder, `${code.length}.mjs`);
  writeFileSync(file, `import { parentPort } from "node:worker_threads"; ${code}`);
  const errors: string[] = [];
  const url = pathToFileURL(file);
  const exit = await supervise({ url, words: [], readsStandardInput: false, limit }, (line) => errors.push(line));
  return { code: exit, errors };
}

test("the worker's exit code is the command's", async () => {
  expect(await ended("parentPort.postMessage(2)")).toEqual({ code: 2, errors: [] });
  expect(await ended("parentPort.postMessage(0)", 60)).toEqual({ code: 0, errors: [] });
});

test("a loop that never comes back is ended at the limit", async () => {
  expect(await ended("for (;;);", 0.2)).toEqual({
    code: 3,
    errors: ["The command stopped after 0.2 s, the time limit of `--limit`."],
  });
});

test("what breaks is a sentence", async () => {
  expect(await ended('throw new Error("broken")')).toEqual({
    code: 1,
    errors: ["Relayscope failed internally: broken. This is a defect of Relayscope, not of your module."],
  });
  expect(await ended("1 + 1")).toMatchObject({ code: 1, errors: [expect.stringMatching(/without an answer/)] });
});
