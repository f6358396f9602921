/** Colors Python where there is no editor. */
import { type CodeToken, tokensBy } from "../ui/codeTokens.ts";

const keywords =
  "and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield|True|False|None";

const pattern = new RegExp(
  [
    "(#.*)",
    `([fr]?"""[\\s\\S]*?(?:"""|$)|[fr]?"(?:[^"\\\\\\n]|\\\\.)*"?|[fr]?'(?:[^'\\\\\\n]|\\\\.)*'?)`,
    "((?:^|(?<=\\n))[ \\t]*@[\\w.]+|(?<=\\bdef )\\w+|(?<=\\bclass )\\w+)",
    `(\\b(?:${keywords})\\b)`,
    "(\\b\\d[\\w.]*)",
    "([A-Za-z_]\\w*(?=\\())",
  ].join("|"),
  "g",
);
const looks = ["tok-comment", "tok-string", "tok-function", "tok-keyword", "tok-number", "tok-operator"] as const;

/** The lines of a Python text as tokens. */
export function pythonLines(text: string): readonly (readonly CodeToken[])[] {
  const lines: CodeToken[][] = [[]];
  for (const token of tokensBy(pattern, looks, text)) {
    for (const [i, part] of token.text.split("\n").entries()) {
      if (i > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, look: token.look });
    }
  }
  return lines;
}
