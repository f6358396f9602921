/** Texts as bytes and back, in the encodings that target files use. Follows Objects/unicodeobject.c of CPython. */
import { raised } from "../model/exceptions.ts";

type Codec = "utf-8" | "ascii" | "latin-1";

const codecs: ReadonlyMap<string, Codec> = new Map([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["u8", "utf-8"],
  ["ascii", "ascii"],
  ["us-ascii", "ascii"],
  ["latin-1", "latin-1"],
  ["latin1", "latin-1"],
  ["iso-8859-1", "latin-1"],
  ["8859", "latin-1"],
]);

function codecOf(encoding: string): Codec {
  const found = codecs.get(encoding.toLowerCase().replaceAll("_", "-"));
  if (!found) throw raised("LookupError", `unknown encoding: ${encoding}`);
  return found;
}

/** What takes the place of what a codec can't say: `undefined` where that is an error. */
function standIn(errors: string, replacement: string): string | undefined {
  if (errors === "strict") return undefined;
  if (errors === "ignore") return "";
  if (errors === "replace") return replacement;
  throw raised("LookupError", `unknown error handler name '${errors}'`);
}

/** The bytes of a text. Raises for characters that the encoding lacks, unless `errors` says otherwise. */
export function encoded(text: string, encoding: string, errors: string): Uint8Array {
  const codec = codecOf(encoding);
  if (codec === "utf-8") return new TextEncoder().encode(text);
  const end = codec === "ascii" ? 128 : 256;
  const bytes: number[] = [];
  let position = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < end) bytes.push(code);
    else {
      const instead = standIn(errors, "?");
      if (instead === undefined) {
        const shown = code < 256 ? `\\x${hex(code, 2)}` : code < 65536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
        throw raised(
          "UnicodeEncodeError",
          `'${codec}' codec can't encode character '${shown}' in position ${position}: ordinal not in range(${end})`,
        );
      }
      if (instead !== "") bytes.push(63);
    }
    position++;
  }
  return Uint8Array.from(bytes);
}

/** The text of bytes. Raises for bytes that the encoding lacks, unless `errors` says otherwise. */
export function decoded(bytes: Uint8Array, encoding: string, errors: string): string {
  const codec = codecOf(encoding);
  if (codec === "latin-1") return fromBytes(bytes);
  if (codec === "utf-8") return decodedUtf8(bytes, errors);
  const parts: string[] = [];
  bytes.forEach((byte, at) => {
    const instead = byte < 128 ? String.fromCharCode(byte) : standIn(errors, "\ufffd");
    if (instead === undefined) throw undecodable("ascii", bytes, at, at + 1, "ordinal not in range(128)");
    parts.push(instead);
  });
  return parts.join("");
}

function fromBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodedUtf8(bytes: Uint8Array, errors: string): string {
  try {
    return strict.decode(bytes);
  } catch {
    const parts: string[] = [];
    for (let from = 0; from < bytes.length; ) {
      const bad = firstFault(bytes, from);
      parts.push(strict.decode(bytes.subarray(from, bad?.start)));
      if (!bad) break;
      const instead = standIn(errors, "\ufffd");
      if (instead === undefined) throw undecodable("utf-8", bytes, bad.start, bad.end, bad.reason);
      parts.push(instead);
      from = bad.end;
    }
    return parts.join("");
  }
}

interface Fault {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

/** The first bytes from `from` on that UTF-8 does not allow; undefined if there are none. */
function firstFault(bytes: Uint8Array, from: number): Fault | undefined {
  for (let at = from; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const more =
      first < 0x80 ? 0 : first >= 0xc2 && first <= 0xdf ? 1 : first >= 0xe0 && first <= 0xef ? 2 : first >= 0xf0 && first <= 0xf4 ? 3 : -1;
    if (more < 0) return { start: at, end: at + 1, reason: "invalid start byte" };
    // The second byte of some is limited: no longer form of a shorter one, no surrogate, nothing above U+10FFFF.
    const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    for (let i = 1; i <= more; i++) {
      const next = bytes[at + i];
      if (next === undefined) return { start: at, end: bytes.length, reason: "unexpected end of data" };
      if (next < (i === 1 ? low : 0x80) || next > (i === 1 ? high : 0xbf)) {
        return { start: at, end: at + i, reason: "invalid continuation byte" };
      }
    }
    at += more + 1;
  }
  return undefined;
}

function undecodable(codec: Codec, bytes: Uint8Array, start: number, end: number, reason: string) {
  const what = end - start === 1 ? `byte 0x${hex(bytes[start] ?? 0, 2)} in position ${start}` : `bytes in position ${start}-${end - 1}`;
  return raised("UnicodeDecodeError", `'${codec}' codec can't decode ${what}: ${reason}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
