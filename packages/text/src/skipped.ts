/** One quiet sentence on what was left out of a text. */
import type { Span } from "@relayscope/ir";

/**
 * The sentence; undefined where nothing was left out. `ranges` are what was read, in order; `blankLines` (counted from zero) were never read;
 * `others` is how many more modules there are.
 */
export function skippedSentence(
  text: string,
  blankLines: ReadonlySet<number>,
  ranges: readonly Span[],
  others: number,
): string | undefined {
  const first = ranges[0]?.start ?? 0;
  const last = ranges.at(-1)?.end ?? 0;
  let before = 0;
  let within = 0;
  let behind = 0;
  let range = 0;
  let line = 0;
  for (let at = 0; at < text.length; line++) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    while (range < ranges.length && (ranges[range] as Span).end <= at) range++;
    const isRead = range < ranges.length && (ranges[range] as Span).start < end && !blankLines.has(line);
    if (!isRead && isMissed(text, at, end)) {
      if (end <= first) before++;
      else if (at >= last) behind++;
      else within++;
    }
    at = end + 1;
  }
  const places: string[] = [];
  if (before > 0) places.push(`${lines(before)} before the module`);
  if (within > 0) places.push(`${lines(within)} within it`);
  if (others > 0) places.push(others === 1 ? "another module" : `${others} other modules`);
  else if (behind > 0) places.push(`${lines(behind)} behind it`);
  if (places.length === 0) return undefined;
  const list = places.length === 1 ? (places[0] as string) : `${places.slice(0, -1).join(", ")} and ${places.at(-1)}`;
  const isOne = places.length === 1 && before + within + (others > 0 ? others : behind) === 1;
  const named = before > 0 ? list : list.replace(/ it\b/, " the module");
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${isOne ? "was" : "were"} skipped.`;
}

function lines(n: number): string {
  return n === 1 ? "1 line" : `${n} lines`;
}

/** Blank lines, fences, headers, comments and lone brackets are nothing that anyone misses. */
const nothingMissed = /^[\s>]*(?:$|`{3}|~{3}|#\[|\/\/|\/\*|\*|v0\.0\.\d\s*$|[{}()\];,.\s]+(?:\/\*.*)?$)/;

function isMissed(text: string, start: number, end: number): boolean {
  return !nothingMissed.test(text.slice(start, Math.min(end, start + 200)));
}
