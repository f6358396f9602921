/** Finds the prefixes of lines with Relay: marks of diffs, comments and quotes, line numbers, a logger's words. */
import { anchor, longestPrefix } from "./signs.ts";

/** The common prefix of lines. */
export interface LinePrefix {
  /** Matches it at a line's start. */
  readonly pattern: RegExp;
  /** Whether the prefix marks lines added by a diff. */
  readonly isDiff: boolean;
}

/**
 * The prefix that most lines of Relay have, numbers in it aside; undefined where most have none. Where they name
 * levels, words aside as well.
 */
export function linePrefix(lines: readonly string[]): LinePrefix | undefined {
  const prefixes: string[] = [];
  for (const line of lines) {
    const at = line.search(anchor);
    if (at < 0) continue;
    prefixes.push(at < longestPrefix && !/[%@{]/.test(line.slice(0, at)) ? line.slice(0, at) : "");
  }
  return commonPrefix(prefixes, lines, false) ?? commonPrefix(prefixes, lines, true);
}

function commonPrefix(prefixes: readonly string[], lines: readonly string[], withoutWords: boolean): LinePrefix | undefined {
  const forms = new Map<string, { count: number; isSpaced: boolean }>();
  for (const prefix of prefixes) {
    const form = formOf(prefix, withoutWords);
    const isSpaced = /\s$/.test(prefix);
    const known = forms.get(form);
    if (known) {
      known.count++;
      known.isSpaced &&= isSpaced;
    } else forms.set(form, { count: 1, isSpaced });
  }
  for (const [form, { count }] of forms) {
    // In `E   -`, the `-` is a diff's mark after a test runner's prefix.
    const shorter = form.slice(0, form.search(/\s+[-+]$/));
    const known = shorter !== form && form.length > shorter.length + 1 ? forms.get(shorter) : undefined;
    if (known) known.count += count;
  }
  const most = [...forms].sort((a, b) => b[1].count - a[1].count)[0];
  if (!most) return undefined;
  const [form, { count, isSpaced }] = most;
  if (form === "" || count * 2 <= prefixes.length) return undefined;
  // A prefix of words alone is prose or a part of Relay.
  if (withoutWords && !/0.*[^\w\s]/.test(form)) return undefined;
  const pattern = form
    .replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
    .replace(/\s+/g, "[ \\t]+")
    .replace(/0/g, "\\d+")
    .replaceAll(hashMark, "[\\da-f]+")
    .replaceAll(wordMark, "[A-Za-z_]+")
    .replaceAll("'", "[\"'`]");
  const found = { pattern: new RegExp(`^[ \\t]*${pattern}${isSpaced ? "(?=\\s|$)" : ""}`), isDiff: form === "+" };
  return count > 1 || isEverywhere(found, lines) ? found : undefined;
}

/** Whether the prefix of the only certain line of Relay in a text is the prefix of all lines. */
function isEverywhere({ pattern }: LinePrefix, lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== "");
  return written.length > 2 && written.every((line) => pattern.test(line));
}

/** The common form of lines with one kind of prefix. */
function formOf(prefix: string, withoutWords: boolean): string {
  const form = prefix.trim().replace(hash, hashMark).replace(/\d+/g, "0").replace(/["'`]/g, "'");
  return withoutWords ? form.replace(/[A-Za-z_]+/g, wordMark) : form;
}

const wordMark = "\u0002";

/** A commit's hash, and the character that replaces it in the form of a prefix. */
const hash = /\b(?=\d*[a-f])[\da-f]{7,40}\b/g;
const hashMark = "\u0001";

/** Whether a line holds a statement or the head of a definition. */
export function hasAnchor(line: string): boolean {
  return anchor.test(line);
}

/** Where Relay surely starts in a line; -1 where it does not. */
export function anchorOf(line: string): number {
  return line.search(anchor);
}
