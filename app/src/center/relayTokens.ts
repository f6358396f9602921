/** Colors Relay text where there is no editor, line by line. */

export interface RelayToken {
  readonly text: string;
  /** A class of `style.css`; empty for plain text. */
  readonly look:
    | ""
    | "tok-comment"
    | "tok-string"
    | "tok-variable"
    | "tok-function"
    | "tok-keyword"
    | "tok-number"
    | "tok-operator"
    | "tok-attribute";
}

const pattern =
  /(\/\*.*?(?:\*\/|$)|\/\/.*$|#\[.*$)|("(?:[^"\\]|\\.)*"?)|(%[\w.:/-]+)|(@[\w.:/-]+)|(\b(?:def|let|fn|if|else|match|type|extern|free_var|True|False|Tensor)\b)|(-?\b\d+(?:\.\d*)?(?:e[+-]?\d+)?[fiu]?\d*\b)|([A-Za-z_][\w.]*(?=\s*\())|([A-Za-z_]\w*(?=\s*=[^=]))/g;

const looks = [
  "tok-comment",
  "tok-string",
  "tok-variable",
  "tok-function",
  "tok-keyword",
  "tok-number",
  "tok-operator",
  "tok-attribute",
] as const;
/** Longer lines stay plain. */
const longest = 2_000;

/** The tokens of a line. Joined, they are the line. */
export function relayTokens(line: string): readonly RelayToken[] {
  if (line.length > longest) return [{ text: line, look: "" }];
  const tokens: RelayToken[] = [];
  let at = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > at) tokens.push({ text: line.slice(at, match.index), look: "" });
    tokens.push({ text: match[0], look: looks[match.slice(1).findIndex((group) => group !== undefined)] ?? "" });
    at = match.index + match[0].length;
  }
  if (at < line.length) tokens.push({ text: line.slice(at), look: "" });
  return tokens;
}
