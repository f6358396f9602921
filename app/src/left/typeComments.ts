/** The comments in which TVM prints types: they can be folded away, so that what a line says is in sight. */
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

/** Whether the lines with type comments are all wider than so many columns: then these are folded, until somebody asks for them. */
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

/** Lines above `@main` up to which a text is shown from its top. */
const mostAbove = 8;

/** The line that a text is shown from when it is put on the page: that of `@main`, or its first where that is near. From 0 on. */
export function firstLine(text: string): number {
  const main = text.indexOf("def @main");
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < main; at = text.indexOf("\n", at + 1)) line++;
  return line > mostAbove ? line : 0;
}
