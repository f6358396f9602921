/**
 * `npm run fuzz:onnx -- [--count N] [--seed N] [--limit MS]`: model files with bytes changed, cut out, doubled, moved and spliced; each must be read and
 * imported, or refused with a sentence, within the limit. Starts from the recorded models and from the gallery's.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { ConversionFailure, importedText, ModelFailure } from "../../src/index.ts";
import { readModel } from "../../src/onnx/file/readModel.ts";
import { importModel } from "../../src/onnx/import/importModel.ts";

const named = new Map<string, string>();
for (let i = 2; i < process.argv.length; i += 2) named.set((process.argv[i] ?? "").replace(/^--/, ""), process.argv[i + 1] ?? "");
const count = Number(named.get("count") ?? 2_000);
const limit = Number(named.get("limit") ?? 2_000);
let state = Number(named.get("seed") ?? 1) >>> 0;

function next(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const corpus = gunzipSync(readFileSync(new URL("../../../testing/corpus/onnx.jsonl.gz", import.meta.url))).toString("utf8");
const files = corpus
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => Buffer.from((JSON.parse(line) as { readonly model: string }).model, "base64"))
  .filter((bytes) => bytes.length < 20_000);
files.push(readFileSync(fileURLToPath(new URL("../../../../public/examples/small-classifier.onnx", import.meta.url))));

/** Bytes at which numbers turn. */
const edges = [0, 1, 2, 0x7f, 0x80, 0xff];

const changes: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  ...Array.from({ length: 8 }, () => (b: Uint8Array) => withByte(b, next(b.length), next(256))),
  ...Array.from({ length: 4 }, () => (b: Uint8Array) => withByte(b, next(b.length), edges[next(edges.length)] as number)),
  (b) => b.subarray(0, next(b.length)),
  (b) => joined(b.subarray(0, next(b.length)), b.subarray(next(b.length))),
  (b) => {
    const at = next(b.length);
    return joined(b.subarray(0, at), b.subarray(at + 1 + next(8)));
  },
  (b) => {
    const other = files[next(files.length)] as Uint8Array;
    const at = next(b.length);
    return joined(b.subarray(0, at), other.subarray(next(other.length)));
  },
];

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at] = byte;
  return copy;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

let [read, imported, failed, slowest] = [0, 0, 0, 0];
for (let i = 0; i < count; i++) {
  const seed = state;
  let bytes: Uint8Array = files[next(files.length)] as Uint8Array;
  for (let n = 1 + next(3); n > 0 && bytes.length > 0; n--) bytes = (changes[next(changes.length)] as (b: Uint8Array) => Uint8Array)(bytes);
  const begin = performance.now();
  try {
    const model = readModel(bytes);
    read++;
    importedText(importModel(model, { leavesHoles: true, keepsParameters: next(2) === 0 }));
    imported++;
  } catch (error) {
    if (!(error instanceof ModelFailure) && !(error instanceof ConversionFailure)) {
      failed++;
      process.stdout.write(`seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    }
  }
  const ms = performance.now() - begin;
  slowest = Math.max(slowest, ms);
  if (ms > limit) {
    failed++;
    process.stdout.write(`seed ${seed}: took ${Math.round(ms)} ms\n`);
  }
}
process.stdout.write(`${count} files: ${read} read, ${imported} imported, ${failed} failed; the slowest took ${Math.round(slowest)} ms\n`);
if (failed > 0) process.exitCode = 1;
