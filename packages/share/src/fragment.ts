/**
 * Snapshot <-> URL fragment. `s=<version><codec>.<base64url>`, the bytes being a length and raw deflate of: the snapshot without its text
 * as JSON on one line, a line feed, the text. Codecs: `r` without and `d` with the preset dictionary; `R` and `D` the same,
 * the text's temporaries counted from the latest definition. The shortest wins.
 */
import { deflateRaw } from "pako";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { type ShareError, shareError } from "./diagnostics.ts";
import { relayDictionary } from "./dictionary.ts";
import { inflatePayload, lengthPrefix } from "./inflate.ts";
import { limits } from "./limits.ts";
import { checkSnapshot } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";
import { absoluteTemporaries, relativeTemporaries } from "./temporaries.ts";

const version = "1";
const form = /^#?s=(\d)([A-Za-z])\.(.*)$/s;

export type Opened = { readonly kind: "ok"; readonly snapshot: Snapshot } | { readonly kind: "none" } | ShareError;

interface Candidate {
  readonly codec: string;
  readonly payload: Uint8Array;
}

/** `content` packed with and without the dictionary, without those that no reader would take; as it is where there is none but those. */
function packed(content: string, plain: string, withDictionary: string): readonly Candidate[] {
  const bytes = new TextEncoder().encode(content);
  const prefix = lengthPrefix(bytes.length);
  const prefixed = (deflated: Uint8Array): Uint8Array => {
    const payload = new Uint8Array(prefix.length + deflated.length);
    payload.set(prefix);
    payload.set(deflated, prefix.length);
    return payload;
  };
  const candidate = (codec: string, deflated: Uint8Array, dictionary?: Uint8Array): readonly Candidate[] => {
    const payload = prefixed(deflated);
    return inflatePayload(payload, dictionary).kind === "ok" ? [{ codec, payload }] : [];
  };
  const options = { level: 9, memLevel: 9 } as const;
  const best = [
    ...candidate(plain, deflateRaw(bytes, options)),
    ...candidate(withDictionary, deflateRaw(bytes, { ...options, dictionary: relayDictionary }), relayDictionary),
  ];
  return best.length > 0 ? best : [{ codec: plain, payload: prefixed(deflateRaw(bytes, { level: 0 })) }];
}

/** The fragment that opens `snapshot`, without the leading `#`. Its length is in characters of a URL; nothing in it needs escaping. */
export function encodeFragment(snapshot: Snapshot): string {
  const { text, ...rest } = snapshot;
  const header = `${JSON.stringify(rest)}\n`;
  const relative = relativeTemporaries(text);
  const candidates = [...packed(header + text, "r", "d")];
  if (relative !== undefined && absoluteTemporaries(relative, Number.POSITIVE_INFINITY) === text) {
    candidates.push(...packed(header + relative, "R", "D"));
  }
  const best = candidates.reduce((a, b) => (b.payload.length < a.payload.length ? b : a));
  return `s=${version}${best.codec}.${toBase64Url(best.payload)}`;
}

/** What a fragment (with or without `#`) opens: a checked snapshot, `none` where it is empty or no snapshot's, or what is wrong with it. Never throws. */
export function decodeFragment(fragment: string): Opened {
  if (!/^#?s=/.test(fragment)) return { kind: "none" };
  const [, digit, codec = "", letters = ""] = form.exec(fragment) ?? [];
  if (digit === undefined) return shareError("share/not-a-link");
  if (digit !== version || !"rdRD".includes(codec)) return shareError("share/version");
  if (letters.length > limits.contentBytes) return shareError("share/too-large");
  const payload = fromBase64Url(letters);
  if (payload === undefined) return shareError("share/alphabet");
  const inflated = inflatePayload(payload, codec.toLowerCase() === "d" ? relayDictionary : undefined);
  if (inflated.kind !== "ok") return shareError(`share/${inflated.kind}`);
  try {
    const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(inflated.bytes);
    const end = content.indexOf("\n");
    if (end < 0) return shareError("share/damaged");
    const tail = content.slice(end + 1);
    const text = codec === codec.toUpperCase() ? absoluteTemporaries(tail, limits.contentBytes) : tail;
    if (text === undefined) return shareError("share/too-large");
    const checked = checkSnapshot(JSON.parse(content.slice(0, end)), text);
    return checked.kind === "ok" ? checked : shareError("share/shape", checked.where);
  } catch {
    return shareError("share/damaged");
  }
}
