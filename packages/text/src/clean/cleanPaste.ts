/**
 * Blanks out what mails, logs, notebooks and renderers put around Relay and between its lines: code fences, quoting,
 * prompts, log lines, line numbers, color codes, HTML. The text keeps its length, so that offsets stay right; a text
 * with none of it is handed back as it is.
 */
import { at } from "@relayscope/ir";
import { joinWraps, wrapWidth } from "./hardWraps.ts";
import { hasForeignCharacters, healCharacters } from "./healCharacters.ts";
import { anchorOf, hasAnchor, type LinePrefix, linePrefix, mayHavePrefix } from "./linePrefixes.ts";
import { blank } from "./markup.ts";

export interface CleanText {
  readonly text: string;
  /** Lines that were blanked out as a whole, counted from zero. */
  readonly blankLines: ReadonlySet<number>;
  /** Where they start, in order. */
  readonly blankStarts: readonly number[];
}

/** Whether a line was blanked out between two offsets. */
export function isBlankedBetween({ blankStarts }: CleanText, from: number, to: number): boolean {
  let low = 0;
  let high = blankStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(blankStarts, middle) < from) low = middle + 1;
    else high = middle;
  }
  return low < blankStarts.length && at(blankStarts, low) < to;
}

/** How lines start that may hold something else than Relay: one search, so that a clean text costs next to nothing. */
const suspicious = /^[ \t]*(?:```|~~~|>|v0\.0\.\d|\[(?:\d\d:\d\d|\d{4}-\d\d|[A-Z]{4})|\d{4}[-/]\d\d|(?:INFO|WARNING|DEBUG|ERROR)\b)/m;

/** What a line of Relay starts with. */
const relayLine = /^\s*(?:[%@})\]]|def @|fn\s*[([]|let %|free_var|#\[|\/\*|if \(|match\b|type \w|extern |\(|[a-z_]\w*(?:\.\w+)*\()/;

const fence = /^[ \t]*(?:```|~~~)/;
const quoteMarks = /^[ \t]*>(?:[ \t]?>)*[ \t]?/;
const oldVersion = /^[ \t]*v0\.0\.\d[ \t]*$/;
const logPrefix =
  /^[ \t]*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*\]?[ \t]*(?:\[?(?:INFO|WARNING|DEBUG|ERROR)\]?[ \t:]*)?|\[\d\d:\d\d:\d\d\][ \t]*|\[(?:INFO|WARNING|DEBUG|ERROR)\][ \t:]*|(?:INFO|WARNING|DEBUG|ERROR)(?::[\w.]*:?|[ \t])[ \t]*)/;

/** The text with everything but Relay's own characters blanked out, as far as its form allows. */
export function cleanPaste(text: string): CleanText {
  const isForeign = hasForeignCharacters(text);
  const healed = isForeign ? healCharacters(text) : text;
  const mayBePrefixed = mayHavePrefix(healed);
  const width = wrapWidth(text);
  if (!isForeign && !mayBePrefixed && width === undefined && !suspicious.test(text)) return { text, blankLines: none, blankStarts: [] };
  const blankLines = new Set<number>();
  const blankStarts: number[] = [];
  let start = 0;
  const lines = healed.split("\n");
  if (width !== undefined) joinWraps(lines, width);
  const prefix = mayBePrefixed ? linePrefix(lines) : undefined;
  let previous = "";
  for (let i = 0; i < lines.length; i++) {
    const line = at(lines, i);
    const cleaned = cleanLine(line, previous, prefix);
    if (cleaned === undefined) {
      blankLines.add(i);
      blankStarts.push(start);
      lines[i] = blank(line);
    } else {
      if (cleaned !== line) lines[i] = cleaned;
      if (cleaned.trim() !== "") previous = cleaned;
    }
    start += at(lines, i).length + 1;
  }
  return { text: lines.join("\n"), blankLines, blankStarts };
}

const none: ReadonlySet<number> = new Set();

/** A line without what precedes its Relay; undefined if it contains no Relay. */
function cleanLine(line: string, previous: string, prefix: LinePrefix | undefined): string | undefined {
  if (fence.test(line) || oldVersion.test(line)) return undefined;
  let rest = line;
  if (prefix) {
    rest = line.replace(prefix.pattern, blank);
    if (rest === line && (commentMark.test(line) || (prefix.isDiff && line.startsWith("-")))) return undefined;
    if (oldVersion.test(rest)) return undefined;
  }
  if (quoteMarks.test(rest) && !previous.endsWith("-")) {
    const isPrompt = /^[ \t]*>>>[ \t]/.test(rest);
    const behind = rest.replace(quoteMarks, blank);
    if (isPrompt && !relayLine.test(behind.trim().replace(/^(?:print|mod|relay)\b.*/, ""))) return undefined;
    rest = behind;
    if (fence.test(rest)) return undefined;
  }
  const log = logPrefix.exec(rest);
  if (log) {
    const behind = rest.slice(log[0].length);
    if (relayLine.test(behind)) return blank(log[0]) + behind;
    if (!hasAnchor(behind)) return undefined;
    const at = anchorOf(behind);
    return blank(log[0] + behind.slice(0, at)) + behind.slice(at);
  }
  return rest;
}

/** A line that opens or closes the comment that other lines are in. */
const commentMark = /^[ \t]*(?:\/\*+|\*+\/)[ \t]*$/;
