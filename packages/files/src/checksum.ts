/**
 * CRC-32 as in gzip and Python's `zlib.crc32`. It always detects flipped bits, and runs of changed bits up to 32 long.
 */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let i = 0; i < 8; i++) rest = rest & 1 ? 0xedb8_8320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** The checksum of a text in UTF-8, as eight hexadecimal digits. */
export function checksumText(text: string): string {
  return checksum(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}

/** The checksum of some bytes after others, whose checksum is `before`. */
export function checksum(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 255] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}
