/** Texts with a caret in them, and texts with ranges marked: how the cases of the language service are written. */
import type { Range, TextEdit } from "../src/answers.ts";

const caret = "‸";

/** The text without its caret, and where the caret stood. */
export function atCaret(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf(caret);
  if (offset < 0) throw new Error(`No caret ${caret} in this case.`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** The text with each range in ⟦brackets⟧. */
export function marked(text: string, ranges: readonly Range[]): string {
  return edited(
    text,
    ranges.map((range) => ({ range, text: `⟦${text.slice(range.start, range.end)}⟧` })),
  );
}

/** The text after edits, which come in order. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  return [...edits].reverse().reduce((t, e) => t.slice(0, e.range.start) + e.text + t.slice(e.range.end), text);
}
