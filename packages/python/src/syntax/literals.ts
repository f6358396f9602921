/** The values of number and string tokens. */
import { SyntaxFailure, unsupported } from "./problem.ts";

/** An int, or `{ float }`. Throws `SyntaxFailure` for something else (imaginary numbers). */
export function numberOf(text: string, start: number): number | bigint | { readonly float: number } {
  const plain = text.replaceAll("_", "");
  const end = start + text.length;
  if (/[jJ]$/.test(plain)) throw unsupported("complex numbers are", { start, end });
  if (/^0[xXoObB]/.test(plain)) return small(BigInt(plain.toLowerCase()));
  if (/^\d+$/.test(plain)) {
    if (plain.length > 4300) {
      throw new SyntaxFailure("Exceeds the limit (4300 digits) for integer string conversion: value has too many digits", start, end);
    }
    return plain.length < 16 ? Number(plain) : small(BigInt(plain));
  }
  return { float: Number(plain) };
}

function small(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A string token taken apart. */
export interface StringToken {
  readonly isRaw: boolean;
  readonly isBytes: boolean;
  readonly isFormat: boolean;
  /** Where the text between the quotes is. */
  readonly start: number;
  readonly end: number;
}

export function stringToken(text: string, start: number): StringToken {
  const quoteAt = text.search(/['"]/);
  const prefix = text.slice(0, quoteAt).toLowerCase();
  const quotes = /^("""|''')/.test(text.slice(quoteAt)) ? 3 : 1;
  if (!["", "r", "u", "b", "f", "br", "rb", "fr", "rf"].includes(prefix)) {
    throw new SyntaxFailure("invalid syntax", start, start + prefix.length);
  }
  return {
    isRaw: prefix.includes("r"),
    isBytes: prefix.includes("b"),
    isFormat: prefix.includes("f"),
    start: start + quoteAt + quotes,
    end: start + text.length - quotes,
  };
}

const simple = new Map([
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\n", ""],
]);

/** Replaces the escapes of a text (or of bytes, where those of Unicode mean nothing). `at` is its place in the file. */
export function unescape(text: string, at: number, isBytes: boolean): string {
  if (!text.includes("\\")) return text;
  const bad = (what: string, from: number, length: number) =>
    new SyntaxFailure(
      `(unicode error) 'unicodeescape' codec can't decode bytes in position ${from}-${from + length - 1}: ${what}`,
      at,
      at + 1,
    );
  return text.replace(
    /\\(?:([0-7]{1,3})|x([\da-fA-F]{0,2})|u([\da-fA-F]{0,4})|U([\da-fA-F]{0,8})|N(\{[^}]{0,99}\})?|([\s\S]))/g,
    (all: string, octal?: string, hex?: string, short?: string, long?: string, name?: string, other?: string, offset?: number) => {
      const from = typeof offset === "number" ? offset : 0;
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & (isBytes ? 255 : 511));
      if (hex !== undefined) {
        if (hex.length < 2)
          throw isBytes
            ? new SyntaxFailure(`(value error) invalid \\x escape at position ${from}`, at, at + 1)
            : bad("truncated \\xXX escape", from, all.length);
        return String.fromCharCode(Number.parseInt(hex, 16));
      }
      if (isBytes && other === undefined) return all;
      if (short !== undefined) {
        if (short.length < 4) throw bad("truncated \\uXXXX escape", from, all.length);
        return String.fromCharCode(Number.parseInt(short, 16));
      }
      if (long !== undefined) {
        const point = Number.parseInt(long, 16);
        if (long.length < 8) throw bad("truncated \\UXXXXXXXX escape", from, all.length);
        if (point > 0x10ffff) throw bad("illegal Unicode character", from, all.length);
        return String.fromCodePoint(point);
      }
      if (other === undefined) throw unsupported(`names of characters, \\N${name ?? ""}, are`, { start: at, end: at + 1 });
      return simple.get(other) ?? all;
    },
  );
}
