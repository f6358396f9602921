import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limits, unpack, unpackedName } from "../src/index.ts";

const text = "def @main(%x: float32) { nn.relu(%x) }\n";
/** A file of bytes. */
const fileOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer());

describe("a packed file", () => {
  test("is unpacked; another is handed back as it is", async () => {
    const content = Buffer.from(text.repeat(300));
    const opened = await unpack(fileOf(gzipSync(content)), "It");
    expect(opened.kind === "ok" && (await bytesOf(opened.file)).equals(content)).toBe(true);
    const plain = fileOf(content);
    const same = await unpack(plain, "It");
    expect(same.kind === "ok" && same.file === plain).toBe(true);
    expect(await unpack(new Blob([]), "It")).toMatchObject({ kind: "ok" });
  });

  test("says what is wrong with it", async () => {
    const packed = gzipSync(text);
    const damaged = Buffer.from(packed);
    damaged[20] = (damaged[20] ?? 0) ^ 16;
    for (const bytes of [packed.subarray(0, 2), packed.subarray(0, -9), damaged]) {
      expect(await unpack(fileOf(bytes), "`a.gz`")).toEqual({
        kind: "refused",
        message: "`a.gz` was not opened: it is a gzip file, and damaged or cut off.",
      });
    }
    expect(await unpack(fileOf(gzipSync(packed)), "It")).toMatchObject({ message: expect.stringContaining("more than once") });
  });

  test("is refused where it is far larger than it was packed", async () => {
    const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 9 });
    expect(bomb.length * limits.inflation.factor).toBeLessThan(16 * 1024 * 1024);
    expect(await unpack(fileOf(bomb), "It")).toMatchObject({ message: expect.stringContaining("500 times larger") });
  });
});

test("its name loses the ending alone", () => {
  expect(["m.onnx.gz", "a.relay.GZ", "a.gz.txt", ".gz"].map(unpackedName)).toEqual(["m.onnx", "a.relay", "a.gz.txt", ""]);
});
