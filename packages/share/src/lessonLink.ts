/** A lesson's text <-> URL fragment: `l=<version>r.<base64url>`, the bytes being a length and raw deflate of the text. */
import { deflateRaw } from "pako";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { type ShareError, shareError } from "./diagnostics.ts";
import { inflatePayload, lengthPrefix } from "./inflate.ts";
import { limits } from "./limits.ts";

const version = "1";
const form = /^#?l=(\d)r\.(.*)$/s;

/** The fragment that opens a lesson's text, without the leading `#`. */
export function encodeLesson(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const prefix = lengthPrefix(bytes.length);
  const deflated = deflateRaw(bytes, { level: 9 });
  const payload = new Uint8Array(prefix.length + deflated.length);
  payload.set(prefix);
  payload.set(deflated, prefix.length);
  return `l=${version}r.${toBase64Url(payload)}`;
}

export type OpenedLesson = { readonly kind: "ok"; readonly text: string } | { readonly kind: "none" } | ShareError;

/** What a fragment (with or without `#`) opens: a lesson's text, `none` where it is no lesson's, or what is wrong with it. Never throws. */
export function decodeLesson(fragment: string): OpenedLesson {
  if (!/^#?l=/.test(fragment)) return { kind: "none" };
  const [, digit, letters = ""] = form.exec(fragment) ?? [];
  if (digit === undefined) return shareError("share/not-a-link");
  if (digit !== version) return shareError("share/version");
  if (letters.length > limits.contentBytes) return shareError("share/too-large");
  const payload = fromBase64Url(letters);
  if (payload === undefined) return shareError("share/alphabet");
  const inflated = inflatePayload(payload, undefined);
  if (inflated.kind !== "ok") return shareError(`share/${inflated.kind}`);
  try {
    return { kind: "ok", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(inflated.bytes) };
  } catch {
    return shareError("share/damaged");
  }
}
