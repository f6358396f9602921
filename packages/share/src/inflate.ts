/**
 * Inflating of untrusted bytes. The sender states the length first, so that a false or too large length is known before
 * any memory is spent on it.
 */
import { limits, mostInflated } from "@relayscope/files";
import { Inflate } from "pako";

export type Inflated = { readonly kind: "ok"; readonly bytes: Uint8Array } | { readonly kind: "truncated" | "damaged" | "too-large" };

const chunkSize = 32 * 1024;
const sliceSize = 512;

class Overflow extends Error {}

/**
 * The payload that `inflatePayload` reads: the content's length as bytes of seven bits, lowest first, and the content
 * as raw deflate.
 */
export function withLength(length: number, deflated: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  const payload = new Uint8Array(bytes.length + deflated.length);
  payload.set(bytes);
  payload.set(deflated, bytes.length);
  return payload;
}

/**
 * The content of `payload` (length, then raw deflate): at most `limits.linkBytes`, and at most what its size allows at
 * every point. Stops at the first byte above the stated length.
 */
export function inflatePayload(payload: Uint8Array, dictionary: Uint8Array | undefined): Inflated {
  let length = 0;
  let at = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = payload[at++];
    if (byte === undefined) return { kind: "truncated" };
    length += (byte & 127) * scale;
    if (length > limits.linkBytes) return { kind: "too-large" };
    if (byte < 128) break;
    if (at > 5) return { kind: "damaged" };
  }
  const compressed = payload.subarray(at);
  if (length > mostInflated(compressed.length)) return { kind: "too-large" };
  const bytes = new Uint8Array(length);
  let filled = 0;
  let hasEnded = false;
  const inflate = new Inflate({ raw: true, chunkSize, ...(dictionary === undefined ? {} : { dictionary }) });
  inflate.onData = (chunk) => {
    if (filled + chunk.length > length) throw new Overflow();
    bytes.set(chunk, filled);
    filled += chunk.length;
  };
  inflate.onEnd = (status) => {
    hasEnded = status === 0;
  };
  try {
    for (let start = 0; start === 0 || start < compressed.length; start += sliceSize) {
      const end = Math.min(start + sliceSize, compressed.length);
      inflate.push(compressed.subarray(start, end), end === compressed.length);
      if (filled > mostInflated(end)) return { kind: "too-large" };
    }
  } catch (error) {
    return { kind: error instanceof Overflow ? "too-large" : "damaged" };
  }
  if (inflate.err !== 0 && inflate.err !== -5) return { kind: "damaged" };
  if (!hasEnded || filled < length) return { kind: "truncated" };
  return { kind: "ok", bytes };
}
