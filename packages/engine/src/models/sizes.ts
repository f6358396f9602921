/** Sizes that a model file leaves open, as they are written in their fields. */
import type { ImportChoice, ModelDescription } from "./contract.ts";

/** The size written in a field; undefined if it is not a size. */
export function sizeOf(text: string): number | "?" | undefined {
  const trimmed = text.trim();
  if (trimmed === "?") return "?";
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** The content of the fields, by key: the written text or, if there is none, the guess. */
export function sizeTexts({ unknownSizes }: ModelDescription, written: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(unknownSizes.map(({ key, guess }) => [key, written.get(key) ?? String(guess)]));
}

/** The sizes in the fields. A text that is not a size leaves the dimension dynamic. */
export function sizesIn(texts: ReadonlyMap<string, string>): ImportChoice["sizes"] {
  return [...texts].map(([key, text]) => [key, sizeOf(text) ?? "?"]);
}
