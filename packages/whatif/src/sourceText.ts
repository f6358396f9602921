/**
 * The ranges of the parts of a call or a tuple in the text. A node's span does not give them, since a part may be a
 * name.
 */
import { at, present } from "@relayscope/ir";
import type { Range } from "@relayscope/run/contract";

const opening = "([{";
const closing = ")]}";

/**
 * Calls `visit` for each character outside of strings and comments, with the depth of brackets around it, until it
 * answers true.
 */
function scan(text: string, from: number, to: number, visit: (at: number, depth: number) => boolean): void {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const c = present(text[at]);
    if (c === '"') {
      for (at++; at < to && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      continue;
    }
    if (c === "/" && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? to : end + 1;
      continue;
    }
    if (closing.includes(c)) depth--;
    if (visit(at, depth)) return;
    if (opening.includes(c)) depth++;
  }
}

/** The closing bracket for the one at an offset; undefined if the text ends before it. */
export function closingOf(text: string, at: number): number | undefined {
  let found: number | undefined;
  scan(text, at, text.length, (i, depth) => {
    if (i > at && depth === 0 && closing.includes(present(text[i]))) found = i;
    return found !== undefined;
  });
  return found;
}

/**
 * The parts between the first bracket in a range and the one that closes it, split at its commas, without space around
 * them.
 */
export function partsOf(text: string, range: Range): readonly Range[] {
  const open = indexWithin(text, "(", range);
  const close = open === undefined ? undefined : closingOf(text, open);
  if (open === undefined || close === undefined || close > range.end) return [];
  const parts: Range[] = [];
  let start = open + 1;
  scan(text, open + 1, close, (at, depth) => {
    if (depth === 0 && text[at] === ",") {
      parts.push(trimmed(text, start, at));
      start = at + 1;
    }
    return false;
  });
  const last = trimmed(text, start, close);
  return last.start < last.end ? [...parts, last] : parts;
}

function indexWithin(text: string, what: string, range: Range): number | undefined {
  const at = text.indexOf(what, range.start);
  return at < 0 || at >= range.end ? undefined : at;
}

function trimmed(text: string, from: number, to: number): Range {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(at(text, start))) start++;
  while (end > start && /\s/.test(at(text, end - 1))) end--;
  return { start, end };
}
