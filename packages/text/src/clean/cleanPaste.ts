/**
 * Blanks out what mails, logs, notebooks and renderers put around Relay and between its lines: code fences, quoting,
 * prompts, log lines, line numbers, color codes, HTML. The text keeps its length, so that offsets stay right; a text
 * with none of it is handed back as it is.
 */
import { at } from "@relayscope/ir";
import { asWritten, type CleanText } from "./cleanText.ts";
import { joinWraps } from "./hardWraps.ts";
import { healCharacters } from "./healCharacters.ts";
import { anchorOf, hasAnchor, type LinePrefix, linePrefix } from "./linePrefixes.ts";
import { blank } from "./markup.ts";
import { hasForeignCharacters, mayHavePrefix, needsCleaning, wrapWidth } from "./signs.ts";

/** The possible beginnings of a line of Relay. */
const relayLine = /^\s*(?:[%@})\]]|def @|fn\s*[([]|let %|free_var|#\[|\/\*|if \(|match\b|type \w|extern |\(|[a-z_]\w*(?:\.\w+)*\()/;

const fence = /^[ \t]*(?:```|~~~)/;
const quoteMarks = /^[ \t]*>(?:[ \t]?>)*[ \t]?/;
const oldVersion = /^[ \t]*v0\.0\.\d[ \t]*$/;
const logPrefix =
  /^[ \t]*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*\]?[ \t]*(?:\[?(?:INFO|WARNING|DEBUG|ERROR)\]?[ \t:]*)?|\[\d\d:\d\d:\d\d\][ \t]*|\[(?:INFO|WARNING|DEBUG|ERROR)\][ \t:]*|(?:INFO|WARNING|DEBUG|ERROR)(?::[\w.]*:?|[ \t])[ \t]*)/;

/** The text with everything but Relay's own characters blanked out, as far as its form allows. */
export function cleanPaste(text: string): CleanText {
  if (!needsCleaning(text)) return asWritten(text);
  const healed = hasForeignCharacters(text) ? healCharacters(text) : text;
  const width = wrapWidth(text);
  const blankLines = new Set<number>();
  const blankStarts: number[] = [];
  let start = 0;
  const lines = healed.split("\n");
  if (width !== undefined) joinWraps(lines, width);
  const prefix = mayHavePrefix(healed) ? linePrefix(lines) : undefined;
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
