/** Colors of code where there is no editor. */

export interface CodeToken {
  readonly text: string;
  /** A class of `style.css`; empty for plain text. */
  readonly look: Look | "";
}

export type Look =
  | "tok-comment"
  | "tok-string"
  | "tok-variable"
  | "tok-function"
  | "tok-keyword"
  | "tok-number"
  | "tok-operator"
  | "tok-attribute";

/** The tokens of a text: each group of the pattern has the look of its place. Joined, they are the text. */
export function tokensBy(pattern: RegExp, looks: readonly Look[], text: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) tokens.push({ text: text.slice(at, match.index), look: "" });
    tokens.push({ text: match[0], look: looks[match.slice(1).findIndex((group) => group !== undefined)] ?? "" });
    at = match.index + match[0].length;
  }
  if (at < text.length) tokens.push({ text: text.slice(at), look: "" });
  return tokens;
}
