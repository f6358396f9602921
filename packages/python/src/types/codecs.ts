/** Texts as bytes and back, in UTF-8, ASCII and Latin-1. */
import { textOf } from "../core/numbers.ts";
import { typeName } from "../core/protocol.ts";
import { PyBytes } from "../model/containers.ts";
import { type PyException, raised, typeError, unavailable } from "../model/exceptions.ts";
import type { Value } from "../model/value.ts";

type Codec = "utf-8" | "ascii" | "latin-1";

const codecs: ReadonlyMap<string, Codec> = new Map([
  ...["utf-8", "utf8", "u8"].map((name) => [name, "utf-8"] as const),
  ...["ascii", "us-ascii", "646"].map((name) => [name, "ascii"] as const),
  ...["latin-1", "latin1", "latin", "l1", "iso-8859-1", "iso8859-1", "8859"].map((name) => [name, "latin-1"] as const),
]);

function codecOf(given: Value | undefined, place: string): Codec {
  const name = given === undefined ? "utf-8" : textOf(given);
  if (name === undefined)
    throw typeError(`${place} argument 'encoding' must be str, not ${given === null ? "None" : typeName(given ?? null)}`);
  const plain = name.toLowerCase().replace(/[ _]/g, "-");
  const codec = codecs.get(plain);
  if (codec) return codec;
  if (/^(utf|cp|iso|mac|big|euc|shift)/.test(plain)) throw unavailable(`the encoding ${name} is`);
  throw raised("LookupError", `unknown encoding: ${name}`);
}

interface Fault {
  readonly codec: Codec;
  readonly object: Value;
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

function fail(name: string, message: string, { codec, object, start, end, reason }: Fault): PyException {
  const error = raised(name, `'${codec}' codec can't ${message}: ${reason}`);
  error.attrs = new Map<string, Value>(Object.entries({ encoding: codec, object, start, end, reason }));
  return error;
}

const hex = (value: number, width: number) => value.toString(16).padStart(width, "0");

const escaped = (point: number) => (point < 256 ? `\\x${hex(point, 2)}` : point < 65536 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`);

const unknownHandler = (name: string) => raised("LookupError", `unknown error handler name '${name}'`);

const handlerOf = (errors: Value | undefined) => (errors === undefined ? "strict" : (textOf(errors) ?? "strict"));

const isSurrogate = (point: number) => point >= 0xd800 && point < 0xe000;

/** `text.encode(encoding, errors)`. */
export function encodeText(text: string, encoding?: Value, errors?: Value): PyBytes {
  const codec = codecOf(encoding, "encode()");
  const most = codec === "utf-8" ? 0x10ffff : codec === "ascii" ? 127 : 255;
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const isBad = (point: number | undefined) => point !== undefined && (point > most || (codec === "utf-8" && isSurrogate(point)));
  if (!points.some(isBad)) return new PyBytes(codec === "utf-8" ? new TextEncoder().encode(text) : Uint8Array.from(points));
  const handler = handlerOf(errors);
  const stand = (point: number): string => {
    if (handler === "ignore") return "";
    if (handler === "replace") return "?";
    if (handler === "backslashreplace") return escaped(point);
    if (handler === "xmlcharrefreplace") return `&#${point};`;
    throw unknownHandler(handler);
  };
  if (handler === "strict") {
    const start = points.findIndex(isBad);
    let end = start;
    while (isBad(points[end])) end++;
    const reason = codec === "utf-8" ? "surrogates not allowed" : `ordinal not in range(${most + 1})`;
    const what =
      end - start > 1 ? `characters in position ${start}-${end - 1}` : `character '${escaped(points[start] ?? 0)}' in position ${start}`;
    throw fail("UnicodeEncodeError", `encode ${what}`, { codec, object: text, start, end, reason });
  }
  const whole = points.map((point) => (isBad(point) ? stand(point) : String.fromCodePoint(point))).join("");
  return new PyBytes(
    codec === "utf-8" ? new TextEncoder().encode(whole) : Uint8Array.from(Array.from(whole, (c) => c.codePointAt(0) ?? 0)),
  );
}

/** How many bytes a character of UTF-8 has by its first, and the bounds of its second; undefined for no first byte. */
function formOf(first: number): readonly [size: number, low: number, high: number] | undefined {
  if (first < 0x80) return [1, 0, 0];
  if (first >= 0xc2 && first < 0xe0) return [2, 0x80, 0xbf];
  if (first >= 0xe0 && first < 0xf0) return [3, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf];
  if (first >= 0xf0 && first < 0xf5) return [4, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf];
  return undefined;
}

/** The character at a place of UTF-8, or what is wrong there: how many bytes are bad, and why. */
function readUtf8(bytes: Uint8Array, at: number): { readonly point: number; readonly size: number; readonly reason?: string } {
  const first = bytes[at] ?? 0;
  const form = formOf(first);
  if (!form) return { point: 0, size: 1, reason: "invalid start byte" };
  const [size, low, high] = form;
  let point = size === 1 ? first : first & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) {
    const next = bytes[at + i];
    if (next === undefined) return { point: 0, size: i, reason: "unexpected end of data" };
    if (next < (i === 1 ? low : 0x80) || next > (i === 1 ? high : 0xbf)) return { point: 0, size: i, reason: "invalid continuation byte" };
    point = point * 64 + (next & 63);
  }
  return { point, size };
}

function readByte(codec: Codec, byte: number) {
  return { point: byte, size: 1, ...(codec === "ascii" && byte > 127 ? { reason: "ordinal not in range(128)" } : {}) };
}

/** `bytes.decode(encoding, errors)`. */
export function decodeBytes(bytes: Uint8Array, encoding?: Value, errors?: Value): string {
  const codec = codecOf(encoding, "decode()");
  const handler = handlerOf(errors);
  const out: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { point, size, reason } = codec === "utf-8" ? readUtf8(bytes, at) : readByte(codec, bytes[at] ?? 0);
    const end = at + size;
    if (reason === undefined) out.push(String.fromCodePoint(point));
    else if (handler === "strict") {
      const what = size > 1 ? `bytes in position ${at}-${end - 1}` : `byte 0x${hex(bytes[at] ?? 0, 2)} in position ${at}`;
      throw fail("UnicodeDecodeError", `decode ${what}`, { codec, object: new PyBytes(bytes), start: at, end, reason });
    } else if (handler === "replace") out.push("\ufffd");
    else if (handler === "backslashreplace") out.push(...Array.from(bytes.subarray(at, end), (byte) => `\\x${hex(byte, 2)}`));
    else if (handler !== "ignore") throw unknownHandler(handler);
    at = end;
  }
  return out.join("");
}

/** The bytes of `bytes.fromhex(text)`. */
export function bytesOfHex(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; ) {
    if (/[ \t\n\r\f\v]/.test(text[at] ?? "")) {
      at++;
      continue;
    }
    for (const place of [at, at + 1]) {
      if (!/[\da-fA-F]/.test(text[place] ?? "")) {
        throw raised("ValueError", `non-hexadecimal number found in fromhex() arg at position ${place}`);
      }
    }
    bytes.push(Number.parseInt(text.slice(at, at + 2), 16));
    at += 2;
  }
  return Uint8Array.from(bytes);
}

/** `bytes.hex(sep, bytes_per_sep)`: groups count from the right, or from the left where their size is negative. */
export function hexOfBytes(bytes: Uint8Array, separator: string, each: number): string {
  const pairs = Array.from(bytes, (byte) => hex(byte, 2));
  const size = Math.abs(each);
  if (separator === "" || size === 0) return pairs.join("");
  return pairs.map((pair, i) => ((each > 0 ? pairs.length - i : i) % size === 0 && i > 0 ? separator + pair : pair)).join("");
}
