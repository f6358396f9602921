/**
 * Repairs words that a terminal or a printer cut where it wrapped its lines at a fixed width. A word's head moves down
 * to its tail, so that the text keeps its length and its lines.
 */
import { at } from "@relayscope/ir";

/** Fewer full lines than this are not sign of wrapping. */
const enough = 3;
/** No terminal is narrower. */
const narrowest = 40;

const cutWord = /[\w.%@:/*-]\n[\w.:*-]|[\w*]\n\/|-\n>/;

/** The width at which lines are wrapped within words; undefined where they are not. */
export function wrapWidth(text: string): number | undefined {
  let width = 0;
  let full = 0;
  let hasCut = false;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const length = end - at;
    if (length > width) {
      width = length;
      full = 0;
      hasCut = false;
    }
    if (length === width) {
      full++;
      hasCut ||= cutWord.test(text.slice(Math.max(0, end - 1), end + 2));
    }
    at = end + 1;
  }
  return full >= enough && hasCut && width >= narrowest ? width : undefined;
}

/** Repairs the words that are cut at that width, in place. */
export function joinWraps(lines: string[], width: number): void {
  let isFull = false;
  for (let i = 0; i < lines.length; i++) {
    const line = at(lines, i);
    const before = lines[i - 1];
    if (isFull && before !== undefined && cutWord.test(`${before.slice(-1)}\n${line.charAt(0)}`)) {
      const start = lastWord(before);
      if (start > 0) {
        lines[i - 1] = before.slice(0, start);
        lines[i] = before.slice(start) + line;
      }
    }
    isFull = line.length === width;
  }
}

/** No word is longer. */
const longestWord = 160;

/** Where a line's last word starts; 0 where the line is one word, or nearly. */
function lastWord(line: string): number {
  const least = Math.max(0, line.length - longestWord);
  let i = line.length;
  while (i > least && /[\w.%@:/*-]/.test(line.charAt(i - 1))) i--;
  return i > least ? i : 0;
}
