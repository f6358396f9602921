/**
 * One law over all readers of what strangers send (`readers.ts`): whatever the bytes are, a reader answers, takes no
 * more work than their number asks for, and leaves them as they are. Each piece is tried at one place of each reader,
 * at another with another `RELAYSCOPE_SEED`.
 */
import { attackPieces, flips, repeated, truncations } from "@relayscope/cases";
import { growthOf } from "@relayscope/cases/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Reader, readers } from "./readers.ts";

const seed = Number(process.env.RELAYSCOPE_SEED ?? 1);

/** Reads, and holds the reader to leaving the bytes as they were. */
async function read(reader: Reader, bytes: Uint8Array): Promise<void> {
  const before = Buffer.from(bytes);
  await reader.read(bytes);
  if (!before.equals(bytes)) throw new Error("The bytes were changed.");
}

/** The pieces in lists of some, each list at a place. */
function* turns(places: number): Generator<{ readonly place: number; readonly pieces: readonly string[] }> {
  const size = 12;
  for (let place = 0; place < places; place++) {
    const pieces = attackPieces.filter((_, i) => (i + seed) % places === place);
    for (let at = 0; at < pieces.length; at += size) yield { place, pieces: pieces.slice(at, at + size) };
  }
}

describe.each(readers.map((reader) => [reader.name, reader] as const))("%s", (_, reader) => {
  test("takes its sample", async () => {
    await read(reader, reader.sample);
  });

  test("answers damaged ones", async () => {
    for (const damaged of [...truncations(reader.sample, 40), ...flips(reader.sample, 60)]) await read(reader, damaged);
  });

  test("answers any bytes, alone and after its own beginning", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(reader.sample.length), async (bytes, at) => {
        await read(reader, bytes);
        await read(reader, Buffer.concat([reader.sample.subarray(0, at), bytes]));
      }),
      { numRuns: 60 },
    );
  });

  test("answers nesting and repetition in work that grows no faster than they do", async () => {
    for (const { place, pieces } of turns(reader.places.length)) {
      const inputs = (characters: number) => pieces.map((piece) => reader.places[place]?.(repeated(piece, characters)) ?? new Uint8Array());
      const readAll = async (list: readonly Uint8Array[]) => {
        for (const bytes of list) await reader.read(bytes);
      };
      const growth = await growthOf(readAll, inputs(1_500), inputs(6_000));
      expect(growth, `place ${place}: ${JSON.stringify(pieces)}`).toBeLessThan(4.6);
    }
  });

  test("answers ten thousand levels", async () => {
    for (const open of ["[", "(", "{", '{"a":', "fn () {", "<a>"]) {
      for (const place of reader.places) await read(reader, place(open.repeat(10_000)));
    }
  });
});
