/**
 * `npm run fuzz:onnx -- [--count N] [--seed N] [--limit MS]`, `npm run fuzz:tflite -- ...`: model files with bytes
 * changed, numbers changed, cut out, doubled, repeated, nested and spliced. Each must be read and imported, or refused
 * with a sentence, within the limit. Starts from the recorded models and from the gallery's.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { ConversionFailure, formatNamed, importedText, ModelFailure } from "../src/index.ts";

const named = new Map<string, string>();
for (let i = 2; i < process.argv.length; i += 2) named.set((process.argv[i] ?? "").replace(/^--/, ""), process.argv[i + 1] ?? "");
const count = Number(named.get("count") ?? 2_000);
const limit = Number(named.get("limit") ?? 2_000);
let state = Number(named.get("seed") ?? 1) >>> 0;

function next(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const format = formatNamed(named.get("format") ?? "") ?? exit("--format is onnx or tflite.");

function exit(sentence: string): never {
  process.stdout.write(`${sentence}\n`);
  process.exit(2);
}

const corpus = gunzipSync(readFileSync(new URL(`../../testing/corpus/${named.get("format")}.jsonl.gz`, import.meta.url))).toString("utf8");
const files = corpus
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => Buffer.from((JSON.parse(line) as { readonly model: string }).model, "base64"))
  .filter((bytes) => bytes.length < 20_000);
const gallery = fileURLToPath(new URL("../../../public/examples/", import.meta.url));
for (const name of readdirSync(gallery)) {
  if (format.endings.some((ending) => name.endsWith(ending))) files.push(readFileSync(`${gallery}${name}`));
}

/** Bytes at which numbers turn. */
const edges = [0, 1, 2, 0x7f, 0x80, 0xff];

const changes: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  ...Array.from({ length: 8 }, () => (b: Uint8Array) => withByte(b, next(b.length), next(256))),
  ...Array.from({ length: 4 }, () => (b: Uint8Array) => withByte(b, next(b.length), edges[next(edges.length)] as number)),
  ...Array.from(
    { length: 4 },
    () => (b: Uint8Array) => withNumber(b, next(b.length), next(3) === 0 ? next(2 ** 32) : next(2 * b.length) - 8),
  ),
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
  (b) => {
    const at = next(b.length);
    const piece = b.subarray(at, at + 1 + next(64));
    let pieces = piece;
    for (let n = next(8); n > 0; n--) pieces = joined(pieces, pieces);
    return joined(joined(b.subarray(0, at), pieces), b.subarray(at));
  },
  (b) => {
    const [from, to] = [next(b.length), next(b.length)].sort((x, y) => x - y) as [number, number];
    let inner: Uint8Array = b.subarray(from, to);
    for (let levels = 1 + next(40); levels > 0; levels--) inner = joined(fieldHead(inner.length), inner);
    return joined(joined(b.subarray(0, from), inner), b.subarray(to));
  },
];

/** Fields of protobuf that hold others: graphs, nodes, attributes, types. */
const holders = [0x0a, 0x12, 0x2a, 0x32, 0x3a];

function fieldHead(length: number): Uint8Array {
  const head = [holders[next(holders.length)] as number];
  for (let rest = length; ; rest >>>= 7) {
    head.push((rest & 127) | (rest > 127 ? 128 : 0));
    if (rest <= 127) return Uint8Array.from(head);
  }
}

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at] = byte;
  return copy;
}

/** Four bytes that are a number, as offsets and lengths are. */
function withNumber(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  const place = at - (at % 4);
  if (place + 4 <= copy.length) new DataView(copy.buffer).setInt32(place, value | 0, true);
  return copy;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** Milliseconds of work: a busy machine takes longer by the clock. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let [read, imported, failed, slowest] = [0, 0, 0, 0];
for (let i = 0; i < count; i++) {
  const seed = state;
  let bytes: Uint8Array = files[next(files.length)] as Uint8Array;
  for (let n = 1 + next(3); n > 0 && bytes.length > 0; n--) bytes = (changes[next(changes.length)] as (b: Uint8Array) => Uint8Array)(bytes);
  const begin = cpuTime();
  try {
    const model = format.open(bytes);
    read++;
    model.describe();
    importedText(model.import({ leavesHoles: next(4) > 0, keepsParameters: next(2) === 0 }));
    imported++;
  } catch (error) {
    if (!(error instanceof ModelFailure) && !(error instanceof ConversionFailure)) {
      failed++;
      process.stdout.write(`seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    }
  }
  const ms = cpuTime() - begin;
  slowest = Math.max(slowest, ms);
  if (ms > limit) {
    failed++;
    process.stdout.write(`seed ${seed}: took ${Math.round(ms)} ms\n`);
  }
}
process.stdout.write(`${count} files: ${read} read, ${imported} imported, ${failed} failed; the slowest took ${Math.round(slowest)} ms\n`);
if (failed > 0) process.exitCode = 1;
