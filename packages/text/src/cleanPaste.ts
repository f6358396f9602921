/**
 * Blanks out what mails, logs, notebooks and renderers put around Relay and between its lines: code fences, quoting, prompts, log lines, line
 * numbers, color codes, HTML. The text keeps its length, so that offsets stay right; a text with none of it is handed back as it is.
 */

export interface CleanText {
  readonly text: string;
  /** Lines that were blanked out as a whole, counted from zero. */
  readonly blankLines: ReadonlySet<number>;
}

/** Whether any of it may be there: one search, so that a clean text costs next to nothing. */
const suspicious =
  /^[ \t]*(?:```|~~~|>|\d+[ \t]*[|:]?[ \t]|v0\.0\.\d|\[(?:\d\d:\d\d|[A-Z]{4})|\d{4}[-/]\d\d|(?:INFO|WARNING|DEBUG|ERROR)\b)|&(?:gt|lt|quot|amp|nbsp|#\d+);|[\u201c\u201d\u201e\u2212\u001b]|<\/?(?:br|pre|code|p|div|span)\b|[;{]\\n/m;

/** What a line of Relay starts with. */
const relayLine = /^\s*(?:[%@})\]]|def @|fn\s*[([]|let %|free_var|#\[|\/\*|if \(|match\b|type \w|extern |\(|[a-z_]\w*(?:\.\w+)*\()/;

const fence = /^[ \t]*(?:```|~~~)/;
const quoteMarks = /^[ \t]*>(?:[ \t]?>)*[ \t]?/;
const oldVersion = /^[ \t]*v0\.0\.\d[ \t]*$/;
const logPrefix =
  /^[ \t]*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*\]?[ \t]*(?:\[?(?:INFO|WARNING|DEBUG|ERROR)\]?[ \t:]*)?|\[\d\d:\d\d:\d\d\][ \t]*|\[(?:INFO|WARNING|DEBUG|ERROR)\][ \t:]*|(?:INFO|WARNING|DEBUG|ERROR)(?::[\w.]*:?|[ \t])[ \t]*)/;
/** What announces Relay in the middle of a line. */
const anchor = /def @[\w.]|(?:^|\s)fn \(|#\[version|%\d+ = |let %\w/;
const lineNumber = /^[ \t]*(\d+)(?:[ \t]*[|:][ \t]?|[ \t]+)/;

/** The text with everything but Relay's own characters blanked out as far as its form tells. */
export function cleanPaste(text: string): CleanText {
  if (!suspicious.test(text) && !isOneLineWithComments(text)) return { text, blankLines: none };
  const blankLines = new Set<number>();
  const lines = healCharacters(text).split("\n");
  const isNumbered = hasLineNumbers(lines);
  let previous = "";
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const cleaned = cleanLine(line, previous, isNumbered);
    if (cleaned === undefined) {
      blankLines.add(i);
      lines[i] = blank(line);
    } else {
      if (cleaned !== line) lines[i] = cleaned;
      if (cleaned.trim() !== "") previous = cleaned;
    }
  }
  return { text: lines.join("\n"), blankLines };
}

const none: ReadonlySet<number> = new Set();

/** A line without what stands before its Relay; undefined where there is none in it. */
function cleanLine(line: string, previous: string, isNumbered: boolean): string | undefined {
  if (fence.test(line) || oldVersion.test(line)) return undefined;
  let rest = line;
  if (quoteMarks.test(rest) && !previous.endsWith("-")) {
    const isPrompt = /^[ \t]*>>>[ \t]/.test(rest);
    const behind = rest.replace(quoteMarks, blank);
    if (isPrompt && !relayLine.test(behind.trim().replace(/^(?:print|mod|relay)\b.*/, ""))) return undefined;
    rest = behind;
    if (fence.test(rest)) return undefined;
  }
  if (isNumbered) {
    const numbered = rest.replace(lineNumber, blank);
    if (numbered.trim() === "" || relayLine.test(numbered) || anchor.test(numbered)) rest = numbered;
  }
  const prefix = logPrefix.exec(rest);
  if (prefix) {
    const behind = rest.slice(prefix[0].length);
    if (relayLine.test(behind)) return blank(prefix[0]) + behind;
    const at = behind.search(anchor);
    if (at < 0) return undefined;
    return blank(prefix[0] + behind.slice(0, at)) + behind.slice(at);
  }
  return rest;
}

/** Whether lines are numbered one after the other, as code viewers show them. */
function hasLineNumbers(lines: readonly string[]): boolean {
  let run = 0;
  let last = -2;
  for (const line of lines) {
    const found = lineNumber.exec(line);
    const n = found ? Number(found[1]) : -2;
    if (n < 0) continue;
    run = n === last + 1 ? run + 1 : 0;
    last = n;
    if (run >= 2) return true;
  }
  return false;
}

/** What stands for a character of Relay, as mailers and web pages write it. */
const entities = new Map([
  ["&gt;", ">"],
  ["&lt;", "<"],
  ["&quot;", '"'],
  ["&#34;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);

/** Fills the place of characters taken out, also within strings, where it is no character. */
export const filler = "\u200b";

function healCharacters(text: string): string {
  let out = text;
  if (out.includes("\u001b")) out = out.replace(/\u001b\[[\d;]*[A-Za-z]/g, blank);
  if (out.includes("&"))
    out = out.replace(/&(?:gt|lt|quot|amp|nbsp|#\d+);/g, (e) => (entities.get(e) ?? " ") + filler.repeat(e.length - 1));
  if (out.includes("<")) out = out.replace(/<\/?(?:br|pre|code|p|div|span)\b[^<>\n]{0,200}>/g, blank);
  if (/[\u201c\u201d\u201e]/.test(out)) out = out.replace(/[\u201c\u201d\u201e]/g, '"');
  if (out.includes("\u2212")) out = out.replaceAll("\u2212", "-");
  if (/[;{]\\n/.test(out)) out = out.replace(/\\[nt]|\\?"/g, (m) => (m === '\\"' ? ' "' : blank(m)));
  if (isOneLineWithComments(out)) out = endLineComments(out);
  return out;
}

function isOneLineWithComments(text: string): boolean {
  return text.includes("//") && !text.trim().includes("\n");
}

/** In a text of one line, a line comment ends where the next statement starts. */
function endLineComments(text: string): string {
  return text.replace(/\/\/.*?(?=%\d+ = |let %|[a-z_][\w.]*\(%|\}|$)/gs, blank);
}

function blank(text: string): string {
  return " ".repeat(text.length);
}
