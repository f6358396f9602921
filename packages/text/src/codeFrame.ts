/** Code frames: where in the text a diagnostic points. */
import type { Span } from "@relayscope/ir";

/** Line and column of an offset, counted from one, in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of `offset` in `text`; an offset beyond the text is after its last character. */
export function positionOf(text: string, offset: number): TextPosition {
  const stop = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < stop; i = text.indexOf("\n", i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: stop - lineStart + 1 };
}

const contextWidth = 120;

/**
 * A message over the line it is about, with carets under the range: `3:14: message`, the line, the carets.
 * Long lines are cut around the range; a range over several lines is marked up to the first one's end.
 */
export function codeFrame(text: string, span: Span, message: string): string {
  const { line, column } = positionOf(text, span.start);
  const lineStart = Math.min(span.start, text.length) - (column - 1);
  const newline = text.indexOf("\n", lineStart);
  const lineEnd = newline < 0 ? text.length : newline;
  const content = text.slice(lineStart, lineEnd).replace(/\r$/, "").replaceAll("\t", " ");
  const width = Math.max(1, Math.min(span.end, lineEnd) - span.start);
  let from = 0;
  let shown = content;
  if (content.length > contextWidth) {
    from = Math.max(0, Math.min(column - 1 - 30, content.length - contextWidth));
    shown = `${from > 0 ? "…" : ""}${content.slice(from, from + contextWidth)}${from + contextWidth < content.length ? "…" : ""}`;
  }
  const indent = column - 1 - from + (from > 0 ? 1 : 0);
  const marks = "^".repeat(Math.max(1, Math.min(width, shown.length - indent)));
  const gutter = String(line);
  return `${line}:${column}: ${message}\n${gutter} | ${shown}\n${" ".repeat(gutter.length)} | ${" ".repeat(indent)}${marks}`;
}
