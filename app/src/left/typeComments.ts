/** The comments in which TVM prints types. They can be folded to show more of each line. */
import type { Range } from "@relayscope/engine";

const opening = "/* ty=";
const closing = "*/";

/** The type comments of a text, each with the space before it. */
export function typeComments(text: string): readonly Range[] {
  const found: Range[] = [];
  for (let start = text.indexOf(opening); start >= 0; ) {
    const close = text.indexOf(closing, start);
    if (close < 0) break;
    const end = close + closing.length;
    found.push({ start: text[start - 1] === " " ? start - 1 : start, end });
    start = text.indexOf(opening, end);
  }
  return found;
}

/**
 * Whether all lines with type comments are wider than this many columns. They are then folded until the user unfolds
 * them.
 */
export function foldsAtFirst(text: string, comments: readonly Range[], columns: number): boolean {
  let isWide = comments.length > 0;
  for (let i = 0; i < comments.length && isWide; ) {
    const { start: at } = comments[i] ?? { start: 0 };
    const start = text.lastIndexOf("\n", at) + 1;
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    isWide = end - start > columns;
    while (i < comments.length && (comments[i]?.start ?? 0) < end) i++;
  }
  return isWide;
}

/** If `@main` is at most this many lines down, a text is shown from its top. */
const mostAbove = 8;

/**
 * The first visible line of a text that is put on the page: that of `@main` or of a function without a name, whichever
 * comes first, or the first line if that is near. Counted from 0.
 */
export function firstLine(text: string): number {
  const main = text.search(/def @main|^fn \(%/m);
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < main; at = text.indexOf("\n", at + 1)) line++;
  return line > mostAbove ? line : 0;
}
