/** `relayscope import`: the text of a model, and a sentence where there is none. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { importModel } from "../src/importModel.ts";

const model = fileURLToPath(new URL("../../../public/examples/small-classifier.onnx", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "relayscope-"));
const written: string[] = [];
const complained: string[] = [];

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(console, "error").mockImplementation((line: string) => void complained.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  written.length = 0;
  complained.length = 0;
});

afterAll(() => rmSync(folder, { recursive: true }));

test("weights are constants, or parameters where asked for", () => {
  expect(importModel([model, "--shape", "image=1,3,32,32"])).toBe(0);
  expect(written.join("")).toContain("def @main(%image: Tensor[(1, 3, 32, 32), float32]");
  expect(written.join("")).toContain("meta[relay.Constant][0]");
  written.length = 0;
  expect(importModel([model, "--shape", "image=1,3,32,32", "--keep-params"])).toBe(0);
  expect(written.join("")).toMatch(/def @main\(%image: [^)]*\), float32\][^,]*, %low: float32/);
});

test.each([
  ["a shape that is none", [model, "--shape", "image=1,x"], /^`image=1,x` is no shape/],
  ["an input that is none", [model, "--shape", "data=1"], /no input of the model; its inputs are `image`\.$/],
  ["no file", [], /needs a FILE/],
])("%s gets a sentence", (_, args, sentence) => {
  expect(importModel(args)).toBe(2);
  expect(complained.join("\n")).toMatch(sentence);
});

test("a file that is cut off gets a sentence", () => {
  const file = join(folder, "cut.onnx");
  writeFileSync(file, Buffer.from([8, 7, 58, 120, 10]));
  expect(importModel([file])).toBe(2);
  expect(complained.join("\n")).toContain("no ONNX model");
});
