/**
 * The form of links: `<kind>=<version><codec>.<base64url>`. The bytes of version 2 are a checksum (4 bytes,
 * little-endian) of the characters before the dot and of the payload, followed by the payload. Those of version 1 are
 * the payload alone.
 */
import { checksum, limits } from "@relayscope/files";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { type ShareError, shareError } from "./diagnostics.ts";
import { inflatePayload } from "./inflate.ts";

/** `s` is a snapshot's link, `l` a lesson's. */
export type LinkKind = "s" | "l";

const version = "2";
const unchecked = "1";
const checksumBytes = 4;
const form = /^#?([sl])=(\d)([A-Za-z])\.(.*)$/s;
/** A link with one wrong character at the start, which would otherwise not be recognized. */
const nearlyForm = /^#?..\d[A-Za-z]\.[\w-]{16,}$/s;

/** The bytes before the dot, which the checksum covers, too. */
function checksumOf(kind: LinkKind, codec: string, payload: Uint8Array): number {
  return checksum(payload, checksum(new TextEncoder().encode(`${kind}${version}${codec}`)));
}

/**
 * The link around a payload, without a leading `#`. Its length is in characters of a URL; nothing in it needs escaping.
 */
export function writeLink(kind: LinkKind, codec: string, payload: Uint8Array): string {
  const bytes = new Uint8Array(checksumBytes + payload.length);
  new DataView(bytes.buffer).setUint32(0, checksumOf(kind, codec, payload), true);
  bytes.set(payload, checksumBytes);
  return `${kind}=${version}${codec}.${toBase64Url(bytes)}`;
}

export type LinkContent =
  | { readonly kind: "ok"; readonly codec: string; readonly content: string }
  | { readonly kind: "none" }
  | ShareError;

/**
 * The inflated content of a link of the kind (with or without `#`): `none` if it is of another kind or not a link, or
 * what is wrong with it. `codecs` are the known ones with their dictionaries. Never throws.
 */
export function readLink(kind: LinkKind, codecs: ReadonlyMap<string, Uint8Array | undefined>, link: string): LinkContent {
  if (!link.startsWith(`${kind}=`, link.startsWith("#") ? 1 : 0)) {
    return nearlyForm.test(link) && !form.test(link) ? shareError("share/not-a-link") : { kind: "none" };
  }
  const [, , digit, codec = "", letters = ""] = form.exec(link) ?? [];
  if (digit === undefined) return shareError("share/not-a-link");
  if ((digit !== version && digit !== unchecked) || !codecs.has(codec)) return shareError("share/version");
  if (letters.length > limits.linkBytes) return shareError("share/too-large");
  const bytes = fromBase64Url(letters);
  if (bytes === undefined) return shareError("share/alphabet");
  const payload = digit === version ? bytes.subarray(checksumBytes) : bytes;
  const inflated = inflatePayload(payload, codecs.get(codec));
  if (inflated.kind === "truncated") return shareError("share/truncated");
  if (digit === version && storedChecksum(bytes) !== checksumOf(kind, codec, payload)) return shareError("share/checksum");
  return inflated.kind === "ok" ? contentOf(codec, inflated.bytes) : shareError(`share/${inflated.kind}`);
}

function storedChecksum(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
}

function contentOf(codec: string, bytes: Uint8Array): LinkContent {
  try {
    return { kind: "ok", codec, content: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return shareError("share/damaged");
  }
}
