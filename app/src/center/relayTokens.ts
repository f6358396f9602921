/** Colors Relay text where there is no editor, line by line. */
import { type CodeToken, tokensBy } from "../ui/codeTokens.ts";

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
export function relayTokens(line: string): readonly CodeToken[] {
  if (line.length > longest) return [{ text: line, look: "" }];
  return tokensBy(pattern, looks, line);
}
