/** Cuts text to the available room, so that nothing on a box is clipped. */

const sans = '"Inter Variable", system-ui, "Liberation Sans", sans-serif';
const mono = '"JetBrains Mono Variable", ui-monospace, "DejaVu Sans Mono", monospace';

/** The widths of texts at a font size of one pixel. */
interface Ruler {
  readonly document: Document;
  readonly context: CanvasRenderingContext2D | null;
  readonly widths: Map<string, number>;
}

let ruler: Ruler | undefined;

/** The ruler of the document: another one may have other fonts. */
function rulerHere(): Ruler {
  if (ruler?.document === document) return ruler;
  const context = document.createElement("canvas").getContext("2d");
  ruler = { document, context, widths: new Map() };
  return ruler;
}

/** The width of a text in CSS pixels. */
export function textWidth(text: string, size: number, isMono = false): number {
  if (isMono) return text.length * size * 0.6;
  const { context, widths } = rulerHere();
  let width = widths.get(text);
  if (width === undefined) {
    if (context) context.font = `600 100px ${sans}`;
    // The page gives all digits the width of a 0.
    width = (context?.measureText(text.replace(/\d/g, "0")).width ?? text.length * 58) / 100;
    if (widths.size > 20_000) widths.clear();
    widths.set(text, width);
  }
  return width * size;
}

const pageFonts = [`600 12px ${sans}`, `430 10px ${mono}`];
const waiting = new Set<() => void>();
let areThere = false;

/** Whether the page's own fonts are loaded, so that texts have their final widths. Once loaded, they stay. */
export function areFontsThere(): boolean {
  areThere ||= pageFonts.every((font) => document.fonts.check(font));
  return areThere;
}

/** Calls back when the page's own fonts are loaded, unless they already are. Returns a function that cancels this. */
export function whenFontsCome(act: () => void): () => void {
  if (waiting.size === 0 && !areFontsThere()) void Promise.all(pageFonts.map((font) => document.fonts.load(font))).then(come);
  waiting.add(act);
  return () => waiting.delete(act);
}

/** Forgets measured widths: the page's own fonts have replaced the others. */
function come(): void {
  ruler?.widths.clear();
  for (const act of waiting) act();
}

/** `text`, or its longest start that fits `width` with an ellipsis; empty if less than two letters fit. */
export function cutText(text: string, size: number, width: number, isMono = false): string {
  if (textWidth(text, size, isMono) <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const part = `${text.slice(0, middle)}…`;
    if ((isMono ? textWidth(part, size, true) : estimated(part, size)) <= width) low = middle;
    else high = middle - 1;
  }
  return low < 2 ? "" : `${text.slice(0, low).trimEnd()}…`;
}

/** No place has room for more characters. */
const longestLabel = 400;

/** The least share of the width that whole words fill. If the next word is so long that they fill less, it is cut. */
const wellFilled = 0.6;

/** `text`, or as many of its words as fit `width` with an ellipsis; a long word is cut. */
export function cutWords(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const words = text.slice(0, longestLabel).split(" ");
  for (let count = words.length - 1; count > 0; count--) {
    const part = `${words
      .slice(0, count)
      .join(" ")
      .replace(/[\s·:,]+$/, "")} …`;
    const partWidth = textWidth(part, size);
    if (partWidth <= width) return partWidth < wellFilled * width ? cutText(text, size, width) : part;
  }
  return cutText(text, size, width);
}

/** A card's line, cut to its words that fit; nothing of what flows in and out if not all of it fits. */
export function shortened(line: string, size: number, width: number): string {
  const part = cutWords(line, size, width);
  return part !== line && line.includes("→") ? "" : part;
}

/**
 * `text` in at most `most` lines. Its parts between dots go to lines of their own if there are enough; if there is no
 * room for all of it, its first part remains.
 */
export function titleLines(text: string, size: number, width: number, most: number): readonly string[] {
  const [first = text, ...others] = text.split(" · ");
  const parts = [first, ...others].flatMap((part) => wrapped(part, size, width));
  const fitting = [[text], parts, wrapped(text, size, width), wrapped(first, size, width)].find(
    (lines) => lines.length <= most && lines.every((line) => textWidth(line, size) <= width),
  );
  return fitting ?? [cutWords(text, size, width)];
}

/** The words in as many lines as they need. A word may be wider than its line. */
function wrapped(text: string, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.slice(0, longestLabel).split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function estimated(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) sum += textWidth(letter, size);
  return sum;
}
