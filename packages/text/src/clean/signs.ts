/**
 * Signs of what `cleanPaste` takes off. Most texts have none, so these alone are loaded with the reader of bare texts.
 */

/** Whether a text may hold more than Relay's own characters and lines. */
export function needsCleaning(text: string): boolean {
  return hasForeignCharacters(text) || mayHavePrefix(text) || wrapWidth(text) !== undefined || suspicious.test(text);
}

/** How lines start that may hold something else than Relay: one search, so that a clean text costs next to nothing. */
const suspicious = /^[ \t]*(?:```|~~~|>|v0\.0\.\d|\[(?:\d\d:\d\d|\d{4}-\d\d|[A-Z]{4})|\d{4}[-/]\d\d|(?:INFO|WARNING|DEBUG|ERROR)\b)/m;

/** Signs of markup. Relay's own text has none of them. */
export const markup =
  /&(?:[a-z]{2,6}|#x?[\da-f]{1,6});|[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u001b]|\[\d[\d;]*m|\\(?:u001b|x1b|033|e)\[|<\/?(?:[a-z]{1,10}|h\d)\b[^<>\n]{0,200}>|=3D/;

/** Characters that Relay's own text never has; one search recognizes a clean text. */
const foreign =
  /[\u00a0\u2000-\u200a\u202f\u3000\u2010-\u2014\u2018\u2019\u201c-\u201e\u2212\u2217\ufb01\ufb02]|[;{]\\n|= ?\\"|"""|'''|[,(=[][ \t]*["'][ \t]*\r?\n[ \t]*[frbu]{0,2}["']|\\(?:[*_[\]#<>]|[ \t\r]*\n)|\\u00[23][267ce]/;

/** Whether `healCharacters` may find something to do. */
export function hasForeignCharacters(text: string): boolean {
  return foreign.test(text) || markup.test(text) || isOneLineWithComments(text) || remarksBeforeModules(text).length > 0;
}

const moduleStart = /(?:def @\w+|\bfn )\(%/g;

/**
 * Comments of words that run into a module, since the line break between them was lost, as offsets; none where a module
 * of the text starts a line, or where all comments are mere marks before lines of Relay.
 */
export function remarksBeforeModules(text: string): [start: number, end: number][] {
  const remarks: [number, number][] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(moduleStart)) {
    const before = text.slice(from, index);
    const head = before.slice(before.lastIndexOf("\n") + 1);
    const start = index - head.length;
    from = index + found.length;
    const mark = head.search(/#(?!\[)|\/\//);
    const remark = mark < 0 ? "" : head.slice(mark);
    if (/[^\W\d_]/.test(remark) && !/%\w+ *=|let %/.test(remark)) remarks.push([start + mark, index]);
  }
  return remarks.length > 0 && !moduleOnLine.test(text) ? remarks : [];
}

const moduleOnLine = /^[ \t]*(?:#\[version.*\]\s*)?(?:def @|fn ?\()/m;

/** Whether line comments are in a text of a single line: its line breaks were lost. */
export function isOneLineWithComments(text: string): boolean {
  return text.includes("//") && !text.trim().includes("\n");
}

/** Where Relay surely starts within a line. */
export const anchor = /def @[\w.]|fn \(%|#\[version|%\d+\s*=(?!=)|let %\w|free_var %/;

/**
 * Whether more of the first lines that hold Relay start with something else than do not: a quick look before
 * `linePrefix`.
 */
export function mayHavePrefix(text: string): boolean {
  const search = new RegExp(anchor, "g");
  let prefixed = 0;
  let plain = 0;
  for (let found = search.exec(text); found && prefixed + plain < 12; found = search.exec(text)) {
    const start = text.lastIndexOf("\n", found.index) + 1;
    if (found.index - start < longestPrefix && text.slice(start, found.index).trim() !== "") prefixed++;
    else plain++;
    const end = text.indexOf("\n", found.index);
    if (end < 0) break;
    search.lastIndex = end;
  }
  return prefixed >= plain && prefixed > 0;
}

/** No prefix is longer. */
export const longestPrefix = 200;

/** Fewer full lines than this are not sign of wrapping. */
const enough = 3;
/** No terminal is narrower. */
const narrowest = 40;

/** A word that continues in the next line. */
export const cutWord = /[\w.%@:/*-]\n[\w.:*-]|[\w*]\n\/|-\n>/;

/** The width at which lines are wrapped within words; undefined where they are not. */
export function wrapWidth(text: string): number | undefined {
  let width = 0;
  let full = 0;
  let hasCut = false;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const length = end - at;
    if (length > width) {
      width = length;
      full = 0;
      hasCut = false;
    }
    if (length === width) {
      full++;
      hasCut ||= cutWord.test(text.slice(Math.max(0, end - 1), end + 2));
    }
    at = end + 1;
  }
  return full >= enough && hasCut && width >= narrowest ? width : undefined;
}
