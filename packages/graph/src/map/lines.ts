/**
 * Breaks the words of cards into lines after commas. Words without room are counted, so that nothing is cut inside a
 * word.
 */
import { cardTexts } from "../layout/sizes.ts";
import { fitText, textWidth } from "../textWidth.ts";

/** The room for lines: their width, their number, and the font size. */
export interface Room {
  readonly width: number;
  readonly most: number;
  readonly size: number;
}

/**
 * A list after its heading, in lines: `dnnl: conv2d ×3,`, `relu ×3, 4 more`. A single word may be wider than the room;
 * only a word wider than any card is cut.
 */
export function listLines(head: string, words: readonly string[], room: Room): readonly string[] {
  return wholeLines(head, words, room).map((line) => fitText(line, cardTexts.hardest, room.size));
}

/** The list in one line, after the longest of the headings with which the line is narrower than any card can be. */
export function listTitle(heads: readonly string[], words: readonly string[], width: number, size: number): string {
  const titles = heads.map((head) => wholeLines(head, words, { width, most: 1, size }).join(" "));
  return firstFitting(titles, cardTexts.hardest, size);
}

/** The lines of a list, whose single words may be wider than any card. */
function wholeLines(head: string, words: readonly string[], room: Room): string[] {
  for (let shown = words.length; shown > 0; shown--) {
    const rest = words.length - shown;
    const lines = broken(head, rest > 0 ? [...words.slice(0, shown), `${rest} more`] : words, room.width, room.size);
    if (lines.length <= room.most || shown === 1) return joined(lines, room.most);
  }
  return head === "" ? [] : [head];
}

/** The words in as many lines of limited width as needed. */
function broken(head: string, words: readonly string[], width: number, size: number): string[] {
  const lines: string[] = [];
  let line = head === "" ? "" : `${head}:`;
  words.forEach((word, i) => {
    const piece = i < words.length - 1 ? `${word},` : word;
    const longer = line === "" ? piece : `${line} ${piece}`;
    if (i === 0 || textWidth(longer, size) <= width) {
      line = longer;
      return;
    }
    lines.push(line);
    line = piece;
  });
  lines.push(line);
  return lines;
}

/** At most `most` lines: the last one has the words of all further ones. */
function joined(lines: readonly string[], most: number): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")];
}

/** The first of the texts that fits, else the last one. */
export function firstFitting(texts: readonly string[], width: number, size: number): string {
  const found = texts.find((text) => textWidth(text, size) <= width) ?? texts.at(-1) ?? "";
  return fitText(found, cardTexts.hardest, size);
}
