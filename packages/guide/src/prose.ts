/** Prose of the guide in its parts. */
import type { Guide } from "./guide.ts";

export interface ProsePart {
  readonly text: string;
  readonly isCode: boolean;
  /** The page that it leads to. */
  readonly address?: string;
}

const parts = /`([^`]+)`|\[([^[\]]+)\]\(([\w/.-]+)\)/g;

/** The parts of a text: names in backquotes are code, and lead to the page of the pass or target that they name; `[words](address)` leads there. */
export function proseParts(text: string, guide: Guide): readonly ProsePart[] {
  const found: ProsePart[] = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    const [whole, name, words, address] = match;
    if (match.index > end) found.push({ text: text.slice(end, match.index), isCode: false });
    if (name !== undefined) {
      const to = guide.addressOf(name);
      found.push({ text: name, isCode: true, ...(to === undefined ? {} : { address: to }) });
    } else if (words !== undefined && address !== undefined) found.push({ text: words, isCode: false, address });
    end = match.index + whole.length;
  }
  if (end < text.length) found.push({ text: text.slice(end), isCode: false });
  return found;
}

/** A text without its marks, for search and for titles. */
export function plainProse(text: string): string {
  return text.replace(parts, (_, name: string | undefined, words: string | undefined) => name ?? words ?? "");
}
