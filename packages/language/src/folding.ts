/** What can be folded: blocks, parameter lists and comments that span lines, and the metadata section. */
import { at } from "@relayscope/ir";
import { tokenKind } from "@relayscope/text";
import type { Analysis } from "./analysis.ts";
import type { Range } from "./answers.ts";

const closers: Readonly<Record<number, string>> = { 125: "{", 41: "(", 93: "[" };

/** Ranges from an opening to its closing mark, at most one for each line on which one starts: the widest. */
export function folding(analysis: Analysis): readonly Range[] {
  const { tokens, text } = analysis;
  const found: Range[] = [];
  const open: { readonly mark: string; readonly start: number }[] = [];
  const openOf: Record<string, number> = { "{": 0, "(": 0, "[": 0 };
  const count = (mark: string, by: number) => {
    openOf[mark] = (openOf[mark] ?? 0) + by;
  };
  for (let i = 0; i < tokens.count; i++) {
    const kind = at(tokens.kinds, i);
    const start = at(tokens.starts, i);
    const end = at(tokens.ends, i);
    if (kind === tokenKind.metadata) found.push({ start, end });
    if (kind < 32) continue;
    const mark = String.fromCharCode(kind);
    if (mark in openOf) {
      open.push({ mark, start });
      count(mark, 1);
    }
    const opener = closers[kind];
    if (opener === undefined || openOf[opener] === 0) continue;
    // A bracket that was never closed does not spoil what is around it.
    for (let last = open.pop(); last; last = open.pop()) {
      count(last.mark, -1);
      if (last.mark !== opener) continue;
      found.push({ start: last.start, end });
      break;
    }
  }
  for (let i = 0; i + 1 < tokens.comments.length; i += 2) {
    const [start, end] = [at(tokens.comments, i), at(tokens.comments, i + 1)];
    if (end > start) found.push({ start, end });
  }
  const byLine = new Map<number, Range>();
  for (const range of found) {
    const newline = text.indexOf("\n", range.start);
    if (newline < 0 || newline >= range.end) continue;
    const known = byLine.get(newline);
    if (!known || known.end < range.end) byLine.set(newline, range);
  }
  return [...byLine.values()].sort((a, b) => a.start - b.start);
}
