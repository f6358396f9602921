/** One quiet line on what was left out of a text. */
import type { Span } from "@relayscope/ir";

/** The sentence; undefined where nothing was left out. `ranges` are what was read, in order; `blankLines` were never read. */
export function skippedSentence(
  text: string,
  blankLines: ReadonlySet<number>,
  ranges: readonly Span[],
  others: number,
): string | undefined {
  const first = ranges[0]?.start ?? 0;
  const last = ranges.at(-1)?.end ?? 0;
  let before = 0;
  let behind = 0;
  let within = 0;
  let line = 0;
  let at = 0;
  let range = 0;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    while (range < ranges.length && (ranges[range] as Span).end <= at) range++;
    const isRead = range < ranges.length && (ranges[range] as Span).start < end && !blankLines.has(line);
    if (!isRead && isWorthCounting(text, at, end)) {
      if (end <= first) before++;
      else if (at >= last) behind++;
      else within++;
    }
    line++;
    at = end + 1;
  }
  const places: string[] = [];
  const lines = (n: number) => `${n} ${n === 1 ? "line" : "lines"}`;
  if (before > 0) places.push(`${lines(before)} before the module`);
  if (within > 0) places.push(`${lines(within)} within it`);
  if (behind > 0 && others === 0) places.push(`${lines(behind)} behind it`);
  if (others > 0) places.push(others === 1 ? "another module behind it" : `${others} other modules`);
  if (places.length === 0) return undefined;
  const isOne = places.length === 1 && (before + within + behind === 1 || others === 1);
  const list = places.length === 1 ? places[0] : `${places.slice(0, -1).join(", ")} and ${places.at(-1)}`;
  const sentence = `${list} ${isOne ? "was" : "were"} skipped`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1).replace(/^(.*?)\bit\b/, before > 0 ? "$1it" : "$1the module");
}

const notWorthCounting = /^[\s`~]*(?:\w*\s*$|#\[|\/\/|\/?\*|[{}\])]?;?\s*$)/;

/** Blank lines, fences, version lines and comments are none that anyone misses. */
function isWorthCounting(text: string, start: number, end: number): boolean {
  const line = text.slice(start, Math.min(end, start + 200));
  if (line.trim() === "") return false;
  return (
    !(notWorthCounting.test(line) && !/\w+\s+\w+/.test(line.trim())) || (/^\s*\w+\s*$/.test(line) === false && !notWorthCounting.test(line))
  );
}
