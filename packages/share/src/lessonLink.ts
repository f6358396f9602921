/** A lesson's text <-> URL fragment: a link (`linkForm.ts`) whose payload is a length and raw deflate of the text. */
import { deflateRaw } from "pako";
import type { ShareError } from "./diagnostics.ts";
import { inflatePayload, withLength } from "./inflate.ts";
import { readLink, writeLink } from "./linkForm.ts";

const codecs = new Map([["r", undefined]]);

/** The fragment that opens a lesson's text, without the leading `#`. */
export function encodeLesson(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const payload = withLength(bytes.length, deflateRaw(bytes, { level: 9 }));
  const isTaken = inflatePayload(payload, undefined).kind === "ok";
  return writeLink("l", "r", isTaken ? payload : withLength(bytes.length, deflateRaw(bytes, { level: 0 })));
}

export type OpenedLesson = { readonly kind: "ok"; readonly text: string } | { readonly kind: "none" } | ShareError;

/**
 * The content of a fragment (with or without `#`): a lesson's text, `none` if it is not a lesson's, or what is wrong
 * with it. Never throws.
 */
export function decodeLesson(fragment: string): OpenedLesson {
  const link = readLink("l", codecs, fragment);
  return link.kind === "ok" ? { kind: "ok", text: link.content } : link;
}
