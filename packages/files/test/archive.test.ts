import { zipArchive } from "@relayscope/cases/zipArchive";
import { describe, expect, test } from "vitest";
import { isArchive, listArchive, openArchived } from "../src/index.ts";

const small = Buffer.from("a model");
const large = Buffer.from("weights, ".repeat(2_000));
const files = [
  { name: "models/", content: Buffer.alloc(0), isStored: true },
  { name: "models/détecteur.tflite", content: small, isStored: true },
  { name: "labels.txt", content: large },
];
const archive = zipArchive(files);
const fileOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

async function contents(bytes: Uint8Array): Promise<readonly string[] | string> {
  const file = fileOf(bytes);
  const listed = await listArchive(file, "`a.zip`");
  if (listed.kind === "refused") return listed.message;
  const opened = await Promise.all(listed.files.map((entry) => openArchived(file, entry, "`a.zip`")));
  return Promise.all(opened.map(async (found) => (found.kind === "ok" ? found.file.text() : found.message)));
}

describe("a zip archive", () => {
  test("lists its files without its folders, and opens stored and deflated ones", async () => {
    expect(isArchive(archive)).toBe(true);
    const listed = await listArchive(fileOf(archive), "It");
    expect(listed.kind === "ok" && listed.files.map(({ name, size }) => [name, size])).toEqual([
      ["models/détecteur.tflite", small.length],
      ["labels.txt", large.length],
    ]);
    expect(await contents(archive)).toEqual([String(small), String(large)]);
  });

  test("is found where a comment follows its list", async () => {
    const commented = Buffer.concat([archive, Buffer.alloc(60_000, 32)]);
    commented.writeUInt16LE(60_000, archive.length - 2);
    expect(await contents(commented)).toEqual([String(small), String(large)]);
  });

  test("is refused where it is cut off", async () => {
    const damaged = "`a.zip` was not opened: it is a zip archive, and damaged or cut off.";
    for (const length of [4, 40, archive.length - 30]) expect(await contents(archive.subarray(0, length))).toBe(damaged);
  });

  test("says what it does not read", async () => {
    const at = archive.indexOf("PK\u0001\u0002", archive.indexOf("PK\u0001\u0002", archive.indexOf("PK\u0001\u0002") + 4) + 4);
    const encrypted = Buffer.from(archive);
    encrypted[at + 8] = 1;
    const packed = Buffer.from(archive);
    packed[at + 10] = 9;
    const longer = Buffer.from(archive);
    longer.writeUInt32LE(large.length + 1, at + 24);
    const messages = await Promise.all([encrypted, packed, longer].map(async (bytes) => (await contents(bytes))[1]));
    expect(messages).toEqual([
      "`labels.txt` of `a.zip` was not opened: it is encrypted. Extract it first.",
      "`labels.txt` of `a.zip` was not opened: it is compressed by method 9; Relayscope reads stored and deflated files. Extract it first.",
      "`a.zip` was not opened: it is a zip archive, and damaged or cut off.",
    ]);
  });

  test("is refused where a content is not what its checksum says", async () => {
    const changed = Buffer.from(archive);
    changed[changed.indexOf("a model")] = 65;
    const other = Buffer.from(archive);
    const at = other.lastIndexOf("PK\u0001\u0002");
    other[at + 16] = (other[at + 16] ?? 0) ^ 1;
    const damaged = (name: string) =>
      `\`${name}\` of \`a.zip\` was not opened: its checksum is not that of its content, so the archive is damaged.`;
    expect(await contents(changed)).toEqual([damaged("models/détecteur.tflite"), String(large)]);
    expect(await contents(other)).toEqual([String(small), damaged("labels.txt")]);
  });

  test("is refused where a file of it is far larger than it was packed", async () => {
    const bomb = zipArchive([{ name: "bomb.onnx", content: Buffer.alloc(16 * 1024 * 1024) }]);
    expect(await contents(bomb)).toEqual([expect.stringContaining("500 times larger")]);
  });
});
