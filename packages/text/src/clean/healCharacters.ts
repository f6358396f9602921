/**
 * Gives characters back that mailers, web pages, typesetters and loggers wrote another way: typographic quotes and
 * dashes, ligatures, escapes. Lengths stay, so that offsets stay right; where a word has to close up, its head moves
 * right.
 */
import { filler } from "./cleanText.ts";
import { jsonMessages } from "./jsonMessages.ts";
import { blank, padded, withoutMarkup } from "./markup.ts";
import { isOneLineWithComments, markup, remarksBeforeModules } from "./signs.ts";

/** Between the parts of a string that a program's source joins: the text continues in the next line. */
const stringSeam = /(["'])(?<=[,(=[][ \t]*["'])[ \t]*\r?\n[ \t]*[frbu]{0,2}\1/g;

/** Letters that typesetting joins; the space before their word makes room for both. */
const ligature = /[ \t]([^\s\ufb01\ufb02]{0,160})([\ufb01\ufb02])/g;

/** The text in Relay's own characters, as long as it was. */
export function healCharacters(text: string): string {
  let out = markup.test(text) ? withoutMarkup(text) : text;
  out = out
    .replace(/[\u201c-\u201e]/g, '"')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010\u2011\u2212]|[\u2012-\u2014](?=[>\d])/g, "-")
    .replaceAll("\u2217", "*")
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
    .replace(/"""|'''/g, blank)
    .replace(/\\(?=[ \t\r]*\n)/g, " ")
    .replace(stringSeam, (m) => m.replace(/\S/g, " "));
  for (let i = 0; i < 3; i++)
    out = out.replace(ligature, (_, head: string, letters: string) => head + (letters === "\ufb01" ? "fi" : "fl"));
  out = jsonMessages(out);
  if (/[;{]\\n|= ?\\"/.test(out)) out = unescaped(out);
  if (/\\[*_[\]#<>]/.test(out)) out = out.replace(escapedRun, (run) => closedUp(run));
  if (isOneLineWithComments(out)) out = endLineComments(out);
  return withoutRemarks(out, remarksBeforeModules(out));
}

/** A run of characters some of which a renderer's source escapes: `%input\_ids`, `/\*`. */
const escapedRun = /(?<![^\s\\])[^\s\\]*(?:\\[*_[\]#<>][^\s\\]*)+/g;

/** Without its backslashes, moved right. */
function closedUp(run: string): string {
  return run.replaceAll("\\", "").padStart(run.length);
}

/**
 * Text inside a JSON or Python string: line breaks are `\n`, quotes may be escaped, and the string's own quotes do not
 * belong to it.
 */
function unescaped(text: string): string {
  const hasBareQuotes = /= ?"[^"\\\n]*"[,)\]]/.test(text);
  return text.replace(/\\n"\s*,?|\\[nt]|\\u00[23][267ce]|\\?"/g, (m) => {
    if (m.startsWith("\\u")) return padded(String.fromCharCode(Number.parseInt(m.slice(2), 16)), m.length);
    if (m === '\\"') return `${filler}"`;
    if (m === '"' && hasBareQuotes) return m;
    return m.includes("\n") ? m.replace(/\S/g, " ") : blank(m);
  });
}

function withoutRemarks(text: string, remarks: readonly (readonly [start: number, end: number])[]): string {
  let out = "";
  let from = 0;
  for (const [start, end] of remarks) {
    out += text.slice(from, start) + " ".repeat(end - start);
    from = end;
  }
  return out + text.slice(from);
}

/** In a text of one line, a line comment ends where the next statement starts. */
function endLineComments(text: string): string {
  return text.replace(/\/\/.*?(?=%\d+ = |let %|(?<![\w.])[a-z_][\w.]*\(%|\}|$)/gs, blank);
}
