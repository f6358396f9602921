import type { Completion } from "@relayscope/engine";
import { useRef, useState } from "react";

export interface Suggestions {
  readonly items: readonly Completion[];
  /** The index of the suggestion that Enter takes. */
  readonly active: number;
  readonly offset: number;
}

const longestList = 50;

/** Suggestions at the caret of a field. `complete` returns what fits at an offset of a text. */
export function useSuggestions(complete: (text: string, offset: number) => Promise<readonly Completion[]>) {
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const newest = useRef(0);
  const close = () => {
    newest.current++;
    setSuggestions(undefined);
  };
  /** Looks for suggestions. Without a request, only after the start of a word, a quotation mark or a dot. */
  const ask = async (text: string, offset: number, isWanted: boolean) => {
    const question = ++newest.current;
    setSuggestions((s) => s && narrowed(s, text, offset));
    const found = await complete(text, offset).catch(() => []);
    if (question !== newest.current) return;
    const items = fitting(found, text, offset);
    const hasBegun = isWanted || /[\w."']$/.test(text.slice(0, offset));
    setSuggestions(items.length > 0 && hasBegun ? { items, active: 0, offset } : undefined);
  };
  const choose = (by: number) =>
    setSuggestions((s) => s && { ...s, active: (s.active + by + s.items.length) % Math.max(1, s.items.length) });
  return { suggestions, ask, choose, close };
}

/** The suggestions that fit the changed word, until the answer about it comes: Enter may come first. */
function narrowed({ items, offset: before }: Suggestions, text: string, offset: number): Suggestions | undefined {
  const by = offset - before;
  const moved = items.map((item) => ({ ...item, range: { ...item.range, end: item.range.end + by } }));
  const left = offset < (moved[0]?.range.start ?? 0) ? [] : fitting(moved, text, offset);
  return left.length > 0 ? { items: left, active: 0, offset } : undefined;
}

/**
 * Completions that start with the word before the caret, then those of its last part in another namespace, as `sigmoid`
 * for `nn.sigm`, then those that contain it. A complete word needs no suggestion.
 */
function fitting(found: readonly Completion[], text: string, offset: number): readonly Completion[] {
  const word = text.slice(found[0]?.range.start ?? offset, offset).toLowerCase();
  const starts = found.filter((c) => c.label.toLowerCase().startsWith(word));
  const own = lastPart(word);
  const elsewhere = own === "" || own === word ? [] : found.filter((c) => lastPart(c.label.toLowerCase()).startsWith(own));
  const holds = word === "" ? [] : found.filter((c) => c.label.toLowerCase().includes(word));
  elsewhere.sort((a, b) => a.label.length - b.label.length);
  const items = [...new Set([...starts, ...elsewhere, ...holds])].slice(0, longestList);
  return items.length === 1 && items[0]?.label === word ? [] : items;
}

const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);
