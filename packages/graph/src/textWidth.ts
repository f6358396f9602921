/**
 * Widths of texts without a DOM, from the advances of the page's typeface (Inter, weight 600), so that boxes can be
 * sized to fit.
 */

/** From space to `~`, in hundredths of the font size. */
const advances: readonly number[] = [
  27, 32, 52, 64, 65, 100, 66, 33, 39, 39, 65, 65, 27, 65, 27, 38, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 27, 27, 65, 65, 65, 54, 100, 74,
  66, 74, 72, 61, 59, 75, 75, 28, 58, 70, 57, 92, 76, 77, 65, 77, 65, 65, 66, 74, 74, 104, 72, 71, 65, 39, 34, 39, 48, 47, 35, 57, 62, 58,
  62, 59, 35, 63, 61, 26, 26, 57, 26, 90, 61, 61, 62, 62, 41, 55, 35, 61, 59, 84, 57, 59, 57, 39, 36, 39, 65,
];
const others: ReadonlyMap<string, number> = new Map([
  ["×", 65],
  ["·", 32],
  ["…", 96],
  ["→", 100],
]);
const widest = 105;

/** An upper bound of a text's width in CSS pixels at a font size: kerning and lighter weights take less. */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (const c of text) sum += advances[c.charCodeAt(0) - 32] ?? others.get(c) ?? widest;
  return (sum * size) / 100;
}

/** Width of a text in the page's monospaced face (JetBrains Mono). */
export function monoWidth(text: string, size: number): number {
  return text.length * 0.6 * size;
}

/** A text, or its longest start with an ellipsis that is not a wider than `width`. */
export function fitText(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  let end = text.length - 1;
  while (end > 0 && textWidth(`${text.slice(0, end).trimEnd()}…`, size) > width) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}
