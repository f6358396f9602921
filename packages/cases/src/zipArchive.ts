/** Zip archives for tests. */
import { crc32, deflateRawSync } from "node:zlib";

export interface Zipped {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isStored?: boolean;
}

/** An archive of files, deflated where they are not to be stored. */
export function zipArchive(files: readonly Zipped[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false } of files) {
    const packed = isStored ? Buffer.from(content) : deflateRawSync(content);
    // What both headers of a file share: from the version that is needed to the length of what is extra.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isStored ? 0 : 8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, Buffer.from(name), packed]);
    bodies.push(body);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), shared, rest, Buffer.from(name)]));
    offset += body.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, list, Buffer.from("PK\u0005\u0006"), end]);
}
