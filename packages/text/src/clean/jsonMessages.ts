/** Reduces lines of a JSON log to their messages. */
import { blank } from "./markup.ts";

const key = /"(?:log|msg|message|text|line)" ?: ?"/g;
const lineStart = /^[ \t]*\{/;
const lineEnd = /\}[ \t]*,?\r?$/;
/** The most characters before a message's key, and after the message. */
const longest = { head: 200, tail: 400 };

/**
 * The text with everything except the messages blanked out; the same text if no line is of such a log. Each line is
 * read once.
 */
export function jsonMessages(text: string): string {
  if (text.search(key) < 0) return text;
  const lines = text.split("\n");
  for (const [i, line] of lines.entries()) {
    const message = messageIn(line);
    if (message) lines[i] = blank(line.slice(0, message.start)) + line.slice(message.start, message.end) + blank(line.slice(message.end));
  }
  return lines.join("\n");
}

/** The position of a line's message; undefined if the line is not from such a log. */
function messageIn(line: string): { readonly start: number; readonly end: number } | undefined {
  const open = lineStart.exec(line)?.[0].length;
  if (open === undefined) return undefined;
  const from = Math.max(0, line.length - longest.tail);
  const brace = line.slice(from).search(lineEnd);
  if (brace < 0) return undefined;
  for (const { index, 0: found } of line.slice(0, open + longest.head).matchAll(key)) {
    const start = index + found.length;
    const end = stringEnd(line, start);
    if (end !== undefined && end < from + brace && from + brace - end <= longest.tail) return { start, end };
  }
  return undefined;
}

/** Where the quote is that closes a string; undefined where none does. */
function stringEnd(line: string, start: number): number | undefined {
  for (let i = start; i < line.length; i++) {
    const c = line[i];
    if (c === "\\") i++;
    else if (c === '"') return i;
  }
  return undefined;
}
