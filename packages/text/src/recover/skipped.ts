/** Summarizes in one sentence which parts of a text were left out. */
import { at, present, type Span } from "@relayscope/ir";
import type { CleanText } from "../clean/cleanText.ts";
import { positionOf } from "../codeFrame.ts";

/** What was read of a text. */
interface ReadText {
  readonly text: string;
  /** The text as the parser had it. */
  readonly clean: CleanText;
  /** What was read, in order, without the lines that start in `leftOut`. */
  readonly ranges: readonly Span[];
  readonly leftOut: readonly Span[];
  /** The ranges of other modules that were read, and where all others start. */
  readonly others: readonly (readonly Span[])[];
  readonly starts: readonly number[];
}

/** The sentence; undefined where nothing was left out. */
export function skippedSentence({ text, clean, ranges, leftOut, others, starts }: ReadText): string | undefined {
  const first = ranges[0]?.start ?? 0;
  const last = ranges.at(-1)?.end ?? 0;
  let before = 0;
  let within = 0;
  let behind = 0;
  let range = 0;
  const elsewhere = others.flat();
  let other = 0;
  let remarks = 0;
  let counted = 0;
  let gap = 0;
  let line = 0;
  for (let at = 0; at < text.length; line++) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    while (range < ranges.length && present(ranges[range]).end <= at) range++;
    while (gap < leftOut.length && present(leftOut[gap]).end <= at) gap++;
    for (; counted < leftOut.length && present(leftOut[counted]).start < end; counted++)
      if (isRemarkAt(clean.text, at, present(leftOut[counted]))) remarks++;
    const isBlanked = clean.blankLines.has(line);
    const isGap =
      gap < leftOut.length &&
      present(leftOut[gap]).start < end &&
      isBlankBetween(clean.text, at, present(leftOut[gap]).start) &&
      holdsWords(clean.text, present(leftOut[gap]));
    const isRead = range < ranges.length && present(ranges[range]).start < end && !isBlanked && !isGap;
    while (other < elsewhere.length && present(elsewhere[other]).end <= at) other++;
    const isOther = other < elsewhere.length && present(elsewhere[other]).start < end;
    if (!isRead && !isOther && isMissed(isBlanked ? text : clean.text, at, end)) {
      if (end <= first) before++;
      else if (at >= last) behind++;
      else within++;
    }
    at = end + 1;
  }
  const places: string[] = [];
  if (before > 0) places.push(`${lines(before)} before the module`);
  if (within > 0) places.push(`${lines(within)} within it`);
  if (remarks > 0) places.push(remarks === 1 ? "a remark after a value" : `${remarks} remarks after values`);
  if (starts.length > 0) places.push(otherModules(text, starts));
  else if (behind > 0) places.push(`${lines(behind)} after it`);
  if (places.length === 0) return undefined;
  const list = places.length === 1 ? at(places, 0) : `${places.slice(0, -1).join(", ")} and ${places.at(-1)}`;
  const isOne = places.length === 1 && before + within + remarks + (starts.length > 0 ? starts.length : behind) === 1;
  const named = before > 0 ? list : list.replace(/ it\b/, " the module");
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${isOne ? "was" : "were"} skipped.`;
}

/** How many places are named; the text shows the others. */
const namedPlaces = 8;

function otherModules(text: string, starts: readonly number[]): string {
  const named = starts.slice(0, namedPlaces).map((start) => String(positionOf(text, start).line));
  if (starts.length === 1) return `another module (line ${named[0]})`;
  if (starts.length > namedPlaces) return `${starts.length} other modules (lines ${named.join(", ")}, …)`;
  return `${starts.length} other modules (lines ${named.slice(0, -1).join(", ")} and ${named.at(-1)})`;
}

function lines(n: number): string {
  return n === 1 ? "1 line" : `${n} lines`;
}

/** Whether something was left out after something else in the line that starts at `line`, and words are in it. */
function isRemarkAt(text: string, line: number, { start, end }: Span): boolean {
  return !isBlankBetween(text, line, start) && /[^\W\d_]{2}/u.test(text.slice(start, Math.min(end, start + 200)).split("\n")[0] ?? "");
}

/** Whether more than marks is in a range, as those that a diff writes before its lines. */
function holdsWords(text: string, { start, end }: Span): boolean {
  return /[^\W_]|[\u0080-\uffff]/.test(text.slice(start, Math.min(end, start + 200)));
}

function isBlankBetween(text: string, start: number, end: number): boolean {
  return start >= end || text.slice(start, end).trim() === "";
}

/** Blank lines, fences, headers, comments and lone brackets are nothing that anyone misses. */
const nothingMissed = /^[\s>]*(?:$|`{3}|~{3}|#\[|#\s*meta data omitted|\/\/|\/\*|\*|v0\.0\.\d\s*$|[{}()\];,.\s]+(?:\/\*.*)?$)/;

function isMissed(text: string, start: number, end: number): boolean {
  return !nothingMissed.test(text.slice(start, Math.min(end, start + 200)));
}
