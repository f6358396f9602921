/** `relayscope why`: every boundary's cause, one line's, two lines'. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { whyFile } from "../src/whyFile.ts";

const text = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = exp(%1);
  %3 = add(%1, %2);
  add(%3, %3)
}
`;

const folder = mkdtempSync(join(tmpdir(), "relayscope-"));
const file = join(folder, "model.relay");
const said: string[] = [];
const complained: string[] = [];

beforeEach(() => {
  writeFileSync(file, text);
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  vi.spyOn(console, "error").mockImplementation((line: string) => void complained.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  complained.length = 0;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function why(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly errors: string }> {
  const code = await whyFile([file, ...args]);
  return { code, out: said.join("\n"), errors: complained.join("\n") };
}

test("all boundaries, the costliest cause first", async () => {
  const { code, out } = await why("--target", "byoc-target");
  expect(code).toBe(0);
  expect(out).toMatch(/^\d+ boundaries(, \d+ pairs? of regions with only the host between them)?\n/);
  expect(out).toContain("no-rule (exp)");
});

test("a line that is in no region, and two lines that are not in one", async () => {
  expect((await why("--target", "byoc-target", "--line", "4")).out).toContain(
    "no-rule: `byoc-target` has neither a rule nor a pattern for `exp`.",
  );
  const { out } = await why("--target", "byoc-target", "--from", "3", "--to", "5", "--format", "json");
  expect(JSON.parse(out.slice(out.indexOf("{")))).toMatchObject({ joined: false, cause: "cycle", lines: [4], path: [3, 4, 5] });
});

test("two lines in one region", async () => {
  expect((await why("--target", "byoc-target", "--from", "5", "--to", "6")).out).toBe("They are in one region.");
});

test("wrong command lines", async () => {
  expect(await why("--target", "byoc-target", "--from", "3")).toMatchObject({ code: 2, errors: "--from and --to go together." });
  expect((await why("--target", "nobody")).code).toBe(2);
  expect((await why()).code).toBe(2);
});

test("a line without a call", async () => {
  expect(await why("--target", "byoc-target", "--line", "7")).toMatchObject({ code: 1, errors: "The lines asked about have no call." });
});
