/**
 * `npm run fuzz:archives -- [--count N] [--seed N] [--limit MS]`: zip archives of the gallery's models with bytes and
 * numbers changed, cut out, doubled and spliced, half of them with checksums that are right again. Each is listed and
 * each of its files opened, and read and imported where it is a model, or refused with a sentence, within the limit.
 */
import { readdirSync, readFileSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";
import { zipArchive } from "@relayscope/cases/zipArchive";
import { importFile, readModel } from "@relayscope/engine/models/importFile";
import { listArchive, openArchived } from "@relayscope/files";
import { flags } from "../harness.ts";
import { randomFrom } from "../random.ts";

const { count, seed, limit } = flags({ count: 2_000, seed: 1, limit: 5_000 });

const gallery = new URL("../../../../public/examples/", import.meta.url);
const models = readdirSync(gallery)
  .filter((name) => /\.(?:onnx|tflite)$/u.test(name))
  .map((name) => ({ name, content: readFileSync(new URL(name, gallery)) }))
  .filter(({ content }) => content.length < 50_000);
const random = randomFrom(seed);

function archive(): Buffer {
  const files = Array.from({ length: random.int(1, 3) }, () => ({ ...random.pick(models), isStored: random.chance(0.5) }));
  return zipArchive(random.chance(0.2) ? [...files, { name: "labels.txt", content: Buffer.from("cat\n") }] : files);
}

/** Numbers at which readers turn. */
const edges = [0, 1, 8, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff];

/** The places of the headers' fields, from the beginnings of headers: most of an archive is content. */
function inHeaders(bytes: Buffer): number {
  const starts: number[] = [];
  for (let at = bytes.indexOf("PK"); at >= 0; at = bytes.indexOf("PK", at + 2)) starts.push(at);
  return starts.length === 0 ? 0 : Math.min(bytes.length - 1, random.pick(starts) + random.int(0, 45));
}

const place = (bytes: Buffer) => (random.chance(0.5) ? inHeaders(bytes) : random.int(0, bytes.length - 1));

const changes: readonly ((bytes: Buffer) => Buffer)[] = [
  (b) => {
    const at = place(b);
    b[at] = (b[at] ?? 0) ^ (1 << random.int(0, 7));
    return b;
  },
  (b) => {
    b[place(b)] = random.int(0, 255);
    return b;
  },
  (b) => {
    const at = place(b);
    if (at + 4 <= b.length) b.writeUInt32LE(random.chance(0.5) ? random.pick(edges) : random.int(0, 2 * b.length), at);
    return b;
  },
  (b) => b.subarray(0, random.int(0, b.length)),
  (b) => {
    const at = place(b);
    return Buffer.concat([b.subarray(0, at), b.subarray(Math.max(0, at - random.int(0, 200)))]);
  },
  (b) => {
    const at = place(b);
    return Buffer.concat([b.subarray(0, at), b.subarray(Math.min(b.length, at + random.int(1, 60)))]);
  },
  (b) => {
    const other = archive();
    return Buffer.concat([b.subarray(0, place(b)), other.subarray(place(other))]);
  },
];

/** The archive with the checksums that its contents have, so that what reads them sees what was changed. */
function summed(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
    if (at + 46 > bytes.length) break;
    const offset = bytes.readUInt32LE(at + 42);
    if (offset + 30 > bytes.length) continue;
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    try {
      const content = bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed, { maxOutputLength: 1 << 24 }) : packed;
      bytes.writeUInt32LE(crc32(content), at + 16);
      bytes.writeUInt32LE(content.length, at + 24);
    } catch {
      // What does not unpack keeps the checksum that it has.
    }
  }
  return bytes;
}

/** Milliseconds of work: a busy machine takes longer by the clock. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let [listed, opened, imported, failed, slowest] = [0, 0, 0, 0, 0];

async function read(bytes: Buffer): Promise<void> {
  const file = new Blob([new Uint8Array(bytes)]);
  const found = await listArchive(file, "It");
  if (found.kind === "refused") return;
  listed++;
  for (const entry of found.files.slice(0, 8)) {
    const one = await openArchived(file, entry, "It");
    if (one.kind === "refused") continue;
    opened++;
    try {
      importFile(readModel(new Uint8Array(await one.file.arrayBuffer()), entry.name), {});
      imported++;
    } catch (error) {
      // A refusal has a code.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
}

for (let i = 0; i < count; i++) {
  let bytes = archive();
  for (let n = random.int(1, 3); n > 0 && bytes.length > 0; n--) bytes = random.pick(changes)(bytes);
  if (random.chance(0.5)) bytes = summed(bytes);
  const begin = cpuTime();
  try {
    await read(bytes);
  } catch (error) {
    failed++;
    console.log(`number ${i}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const ms = cpuTime() - begin;
  slowest = Math.max(slowest, ms);
  if (ms > limit) {
    failed++;
    console.log(`number ${i}: took ${Math.round(ms)} ms`);
  }
}
console.log(
  `${count} archives: ${listed} listed, ${opened} files opened, ${imported} imported, ${failed} failed; the slowest took ${Math.round(slowest)} ms`,
);
if (failed > 0) process.exitCode = 1;
