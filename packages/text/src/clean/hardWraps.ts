/**
 * Repairs words that a terminal or a printer cut where it wrapped its lines at a fixed width. A word's head moves down
 * to its tail, so that the text keeps its length and its lines.
 */
import { at } from "@relayscope/ir";
import { cutWord } from "./signs.ts";

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
