/**
 * Gives characters back that mailers, web pages, terminals and loggers wrote another way: entities, tags, typographic quotes and dashes, color
 * codes, escapes. Lengths stay, so that offsets stay right; where a word has to close up, its head moves right.
 */

/** Fills the place of characters taken out, also within strings, where it is no character. */
export const filler = "\u200b";

/** What none of Relay's own text holds; one search tells a clean text. */
const foreign =
  /&(?:gt|lt|quot|amp|nbsp|#\d+);|[\u2013\u2014\u201c\u201d\u201e\u2212\u001b]|\[\d[\d;]*m|<\/?(?:br|pre|code|p|div|span)\b|[;{]\\n|"""|'''|\\[*_[\]#<>]|\\u00[23][267ce]/;

/** Whether `healCharacters` may find something to do. */
export function hasForeignCharacters(text: string): boolean {
  return foreign.test(text) || isOneLineWithComments(text) || hasRemarksBeforeModule(text);
}

const entities = new Map([
  ["&gt;", ">"],
  ["&lt;", "<"],
  ["&quot;", '"'],
  ["&#34;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);

/** The text in Relay's own characters, as long as it was. */
export function healCharacters(text: string): string {
  let out = text;
  if (out.includes("\u001b")) out = out.replace(/\u001b\[[\d;]*[A-Za-z]/g, blank);
  if (out.includes("m")) out = out.replace(/\[\d[\d;]*m/g, blank);
  if (out.includes("&")) out = out.replace(/&(?:gt|lt|quot|amp|nbsp|#\d+);/g, (e) => padded(entities.get(e) ?? " ", e.length));
  if (out.includes("<")) out = out.replace(/<\/?(?:br|pre|code|p|div|span)\b[^<>\n]{0,200}>/g, blank);
  out = out
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/\u2212|[\u2013\u2014](?=[>\d])/g, "-")
    .replace(/"""|'''/g, blank);
  if (/[;{]\\n/.test(out)) out = unescaped(out);
  if (/\\[*_[\]#<>]/.test(out)) out = out.replace(escapedRun, (run) => closedUp(run));
  if (isOneLineWithComments(out)) out = endLineComments(out);
  if (hasRemarksBeforeModule(out)) out = out.replace(remarkBeforeModule, blank);
  return out;
}

/** A run of characters some of which a renderer's source escapes: `%input\_ids`, `/\*`. */
const escapedRun = /[^\s\\]*(?:\\[*_[\]#<>]+[^\s\\]*)+/g;

/** Without its backslashes, moved right. */
function closedUp(run: string): string {
  return run.replaceAll("\\", "").padStart(run.length);
}

/** A text within a string, of JSON or as Python shows one: line breaks are `\n`, quotes may be escaped, the string's own quotes are none. */
function unescaped(text: string): string {
  const hasBareQuotes = /= ?"[^"\\\n]*"[,)\]]/.test(text);
  return text.replace(/\\n"\s*,?|\\[nt]|\\u00[23][267ce]|\\?"/g, (m) => {
    if (m.startsWith("\\u")) return padded(String.fromCharCode(Number.parseInt(m.slice(2), 16)), m.length);
    if (m === '\\"') return `${filler}"`;
    if (m === '"' && hasBareQuotes) return m;
    return m.includes("\n") ? m.replace(/\S/g, " ") : blank(m);
  });
}

function isOneLineWithComments(text: string): boolean {
  return text.includes("//") && !text.trim().includes("\n");
}

/** A comment that runs into a module, since the line break between them was lost. */
const remarkBeforeModule = /(?:#|\/\/)[^[\n][^\n]*?(?=(?:def @\w+|\bfn )\(%)/g;

/** Whether all modules of a text stand behind comments on their lines. */
function hasRemarksBeforeModule(text: string): boolean {
  return text.search(remarkBeforeModule) >= 0 && !/^\s*(?:#\[version[^\n]*\]\s*)?(?:def @|fn ?\()/m.test(text);
}

/** In a text of one line, a line comment ends where the next statement starts. */
function endLineComments(text: string): string {
  return text.replace(/\/\/.*?(?=%\d+ = |let %|[a-z_][\w.]*\(%|\}|$)/gs, blank);
}

function padded(character: string, length: number): string {
  return character + filler.repeat(length - character.length);
}

/** As many spaces as the text has characters. */
export function blank(text: string): string {
  return " ".repeat(text.length);
}
