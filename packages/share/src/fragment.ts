/**
 * Snapshot <-> URL fragment. The payload of the link (`linkForm.ts`) is a length and raw deflate of: the snapshot
 * without its text as JSON on one line, a line feed, the text. Codecs: `r` without and `d` with the preset dictionary;
 * `R` and `D` the same, the text's temporaries counted from the latest definition. The shortest wins.
 */
import { limits } from "@relayscope/files";
import { Deflate, deflateRaw } from "pako";
import { type ShareError, shareError } from "./diagnostics.ts";
import { relayDictionary } from "./dictionary.ts";
import { inflatePayload, withLength } from "./inflate.ts";
import { readLink, writeLink } from "./linkForm.ts";
import { checkSnapshot } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";
import { absoluteTemporaries, relativeTemporaries } from "./temporaries.ts";

const codecs = new Map([
  ["r", undefined],
  ["d", relayDictionary],
  ["R", undefined],
  ["D", relayDictionary],
]);

export type Opened = { readonly kind: "ok"; readonly snapshot: Snapshot } | { readonly kind: "none" } | ShareError;

interface Candidate {
  readonly codec: string;
  readonly payload: Uint8Array;
}

/** How many bytes are packed in one step. */
const stepBytes = 8 * 1024;

/** The raw deflate of `bytes`, some of them a step. */
function* deflated(bytes: Uint8Array, dictionary?: Uint8Array): Generator<void, Uint8Array> {
  const deflate = new Deflate({ level: 9, memLevel: 9, raw: true, ...(dictionary === undefined ? {} : { dictionary }) });
  for (let start = 0; start === 0 || start < bytes.length; start += stepBytes) {
    const end = Math.min(start + stepBytes, bytes.length);
    deflate.push(bytes.subarray(start, end), end === bytes.length);
    yield;
  }
  return deflate.result;
}

/**
 * `content` packed with and without the dictionary, without forms that a reader would refuse; unpacked if all of them
 * would be refused.
 */
function* packed(content: string, plain: string, withDictionary: string): Generator<void, readonly Candidate[]> {
  const bytes = new TextEncoder().encode(content);
  const best: Candidate[] = [];
  for (const [codec, dictionary] of [[plain], [withDictionary, relayDictionary]] as const) {
    const payload = withLength(bytes.length, yield* deflated(bytes, dictionary));
    if (inflatePayload(payload, dictionary).kind === "ok") best.push({ codec, payload });
    yield;
  }
  return best.length > 0 ? best : [{ codec: plain, payload: withLength(bytes.length, deflateRaw(bytes, { level: 0 })) }];
}

/**
 * The fragment that opens `snapshot`, without the leading `#`. Its length is in characters of a URL; nothing in it
 * needs escaping.
 */
export function encodeFragment(snapshot: Snapshot): string {
  const steps = encodeInSteps(snapshot);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The result of `encodeFragment`, in steps of a few milliseconds each, so that a large text does not block. */
export function* encodeInSteps(snapshot: Snapshot): Generator<void, string> {
  const { text, ...rest } = snapshot;
  const header = `${JSON.stringify(rest)}\n`;
  const candidates = [...(yield* packed(header + text, "r", "d"))];
  const relative = relativeTemporaries(text);
  yield;
  if (relative !== undefined && absoluteTemporaries(relative, Number.POSITIVE_INFINITY) === text) {
    yield;
    candidates.push(...(yield* packed(header + relative, "R", "D")));
  }
  const best = candidates.reduce((a, b) => (b.payload.length < a.payload.length ? b : a));
  return writeLink("s", best.codec, best.payload);
}

/**
 * The content of a fragment (with or without `#`): a checked snapshot, `none` if it is empty or not a snapshot's, or
 * what is wrong with it. Never throws.
 */
export function decodeFragment(fragment: string): Opened {
  const link = readLink("s", codecs, fragment);
  if (link.kind !== "ok") return link;
  const { codec, content } = link;
  const end = content.indexOf("\n");
  if (end < 0) return shareError("share/damaged");
  const tail = content.slice(end + 1);
  const text = codec === codec.toUpperCase() ? absoluteTemporaries(tail, limits.linkBytes) : tail;
  if (text === undefined) return shareError("share/too-large");
  try {
    const checked = checkSnapshot(JSON.parse(content.slice(0, end)), text);
    return checked.kind === "ok" ? checked : shareError("share/shape", checked.where);
  } catch {
    return shareError("share/damaged");
  }
}
