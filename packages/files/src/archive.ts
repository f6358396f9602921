/**
 * Zip archives, as `.zip` and MediaPipe's `.task` files are: which files they hold, and one of them. In a browser and
 * in Node, without reading the whole archive; the platform inflates. Follows PKWARE's APPNOTE.TXT without encryption
 * and without files above 4 GiB.
 */
import { checksum } from "./checksum.ts";
import { fileProblems } from "./diagnostics.ts";
import { limits } from "./limits.ts";
import { inflated, type Unpacked } from "./unpack.ts";

/** One file in an archive. */
export interface ArchivedFile {
  /** Its path in the archive. */
  readonly name: string;
  /** Bytes once it is unpacked, as the archive says. */
  readonly size: number;
  readonly packedSize: number;
  /** The CRC-32 of the unpacked bytes. */
  readonly checksum: number;
  /** How it is packed: 0 stored, 8 deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Where its own header begins. */
  readonly offset: number;
}

/** The files of an archive, or a sentence on why it is not opened. */
export type Listed =
  | { readonly kind: "ok"; readonly files: readonly ArchivedFile[] }
  | { readonly kind: "refused"; readonly message: string };

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const;
/** Sizes of the three headers without what follows them, and the longest comment after the last. */
const sizes = { file: 30, entry: 46, end: 22, comment: 0xffff } as const;

/** Whether the first bytes of a file are those of an archive with something in it. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The files that an archive lists, folders left out; `what` is how sentences call it. Work is linear in the list, which
 * is limited.
 */
export async function listArchive(file: Blob, what: string): Promise<Listed> {
  const damaged: Listed = { kind: "refused", message: fileProblems.damagedArchive(what) };
  const tailStart = Math.max(0, file.size - sizes.end - sizes.comment);
  const tail = await viewOf(file, tailStart, file.size);
  let end = tail.byteLength - sizes.end;
  while (end >= 0 && tail.getUint32(end, true) !== signatures.end) end--;
  if (end < 0) return damaged;
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (length > limits.archiveListBytes) return { kind: "refused", message: fileProblems.longArchive(what) };
  if (start + length > tailStart + end) return damaged;
  const list = await viewOf(file, start, start + length);
  const files: ArchivedFile[] = [];
  for (let at = 0; at < length; ) {
    if (at + sizes.entry > length || list.getUint32(at, true) !== signatures.entry) return damaged;
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true));
    const next = at + sizes.entry + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (next > length) return damaged;
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + sizes.entry, nameLength));
    const found: ArchivedFile = {
      name,
      size: list.getUint32(at + 24, true),
      packedSize: list.getUint32(at + 20, true),
      checksum: list.getUint32(at + 16, true),
      method: list.getUint16(at + 10, true),
      isEncrypted: (list.getUint16(at + 8, true) & 1) === 1,
      offset: list.getUint32(at + 42, true),
    };
    if (!name.endsWith("/")) files.push(found);
    at = next;
  }
  return { kind: "ok", files };
}

/**
 * One file of an archive, unpacked; `what` is how sentences call the archive. It has the length and the
 * checksum that the list says, or is refused.
 */
export async function openArchived(archive: Blob, entry: ArchivedFile, what: string): Promise<Unpacked> {
  const { name, size, packedSize, method, isEncrypted, offset } = entry;
  const own = `\`${name}\` of ${what}`;
  const refused = (message: string): Unpacked => ({ kind: "refused", message });
  if (isEncrypted) return refused(fileProblems.encrypted(own));
  if (method !== 0 && method !== 8) return refused(fileProblems.unknownPacking(own, method));
  if (offset + sizes.file > archive.size) return refused(fileProblems.damagedArchive(what));
  const header = await viewOf(archive, offset, offset + sizes.file);
  if (header.getUint32(0, true) !== signatures.file) return refused(fileProblems.damagedArchive(what));
  const start = offset + sizes.file + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = archive.slice(start, start + packedSize);
  const unpacked: Unpacked =
    method === 0
      ? { kind: "ok", file: packed }
      : await inflated(packed, "deflate-raw", { tooLarge: fileProblems.unpackedTooLarge(own), damaged: fileProblems.damagedArchive(what) });
  if (unpacked.kind === "refused") return unpacked;
  if (unpacked.file.size !== size) return refused(fileProblems.damagedArchive(what));
  return (await checksumOf(unpacked.file)) === entry.checksum ? unpacked : refused(fileProblems.wrongChecksum(own));
}

/** The checksum of a file, part after part. */
async function checksumOf(file: Blob): Promise<number> {
  const reader = file.stream().getReader();
  let sum = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) sum = checksum(part.value, sum);
  return sum;
}

async function viewOf(file: Blob, start: number, end: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}
