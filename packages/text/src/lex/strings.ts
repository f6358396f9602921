/** Reads string tokens. Follows StrEscape in src/support/str_escape.h, the other way round. */
import { filler } from "../clean/cleanText.ts";

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** A string token's value: quotes off, escapes read, a line break that a renderer put in taken out. */
export function stringValue(text: string): string {
  let inner = text.slice(1, -1);
  if (inner.includes(filler)) inner = inner.replaceAll(filler, "");
  if (inner.includes("\n")) inner = inner.replace(/(?<![ \t\r])[ \t\r]*\n\s*/g, "");
  if (!inner.includes("\\")) return inner;
  if (!/\\x[89A-Fa-f]/.test(inner)) return inner.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/gs, unescaped);
  // Bytes of UTF-8, as the printer writes something that is not an ASCII.
  return inner.replace(/(?:\\x[89A-Fa-f][0-9A-Fa-f])+|\\(?:x([0-9A-Fa-f]{2})|(.))/gs, (all: string, hex?: string, code?: string) =>
    hex !== undefined || code !== undefined ? unescaped(all, hex, code) : utf8(all),
  );
}

function unescaped(_: string, hex?: string, code?: string): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return code === undefined ? "" : (escapes[code] ?? code);
}

function utf8(escaped: string): string {
  const bytes = new Uint8Array(escaped.length / 4);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(escaped.slice(4 * i + 2, 4 * i + 4), 16);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The bytes are not text but, for example, a program. Each byte is kept.
    return Array.from(bytes, (byte) => String.fromCharCode(rawByte + byte)).join("");
  }
}

/**
 * The base for bytes of a string that is not UTF-8: a byte is stored as the character with this code plus the byte,
 * half of a surrogate pair, which no text contains.
 */
export const rawByte = 0xdc00;
