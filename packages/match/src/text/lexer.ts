/** Tokens of the pattern language, with Python's rules for lines and indentation: inside brackets line breaks do not count. */
import { type Diagnostic, present, type Span } from "@relayscope/ir";
import { textMessages } from "./messages.ts";

export type TokenKind = "name" | "number" | "string" | "symbol" | "newline" | "indent" | "dedent" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** The name, the symbol, the number as written, or the string's content. */
  readonly text: string;
  readonly span: Span;
}

const symbols = [
  "->",
  "==",
  "!=",
  "<=",
  ">=",
  "**",
  "//",
  "|=",
  "+=",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  ".",
  "=",
  "|",
  "+",
  "-",
  "*",
  "/",
  "@",
  "<",
  ">",
  ";",
  "%",
  "&",
];
const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The tokens of a text; what can't be read is reported and left out. Linear, without recursion. */
export function tokenize(text: string, diagnostics: Diagnostic[]): Token[] {
  const tokens: Token[] = [];
  const indents: number[] = [];
  const brackets: string[] = [];
  let at = 0;
  let isLineStart = true;
  const push = (kind: TokenKind, from: number, to: number, content = text.slice(from, to)) =>
    tokens.push({ kind, text: content, span: { start: from, end: to } });
  while (at < text.length) {
    if (isLineStart && brackets.length === 0) {
      const from = at;
      while (text[at] === " " || text[at] === "\t") at++;
      const rest = text[at];
      if (rest === undefined) break;
      if (rest === "\n" || rest === "\r" || rest === "#") {
        at = lineEnd(text, at);
        continue;
      }
      indentTo(at - from, at);
      isLineStart = false;
    }
    const c = present(text[at]);
    if (c === "\n" || c === "\r") {
      if (brackets.length === 0) {
        push("newline", at, at + 1);
        isLineStart = true;
      }
      at++;
    } else if (c === " " || c === "\t" || c === "\f" || c === "\u00a0") {
      at++;
    } else if (c === "#") {
      while (at < text.length && text[at] !== "\n") at++;
    } else if (c === "\\" && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at = text.indexOf("\n", at) + 1;
    } else if (/[A-Za-z_]/.test(c)) {
      const name = (/^[A-Za-z_0-9]+/.exec(text.slice(at, at + 256)) as RegExpExecArray)[0];
      const quote = text[at + name.length];
      if (/^[rRbBuUfF]{1,2}$/.test(name) && (quote === '"' || quote === "'")) {
        if (/[fF]/.test(name)) diagnostics.push(textMessages.formattedString({ start: at, end: at + name.length }));
        at = readString(at, at + name.length);
      } else {
        push("name", at, at + name.length);
        at += name.length;
      }
    } else if (/[0-9]/.test(c) || (c === "." && /[0-9]/.test(text[at + 1] ?? ""))) {
      const number = (/^(0[xX][0-9a-fA-F]+|(\d[\d_]*)?\.?\d*([eE][+-]?\d+)?)/.exec(text.slice(at, at + 64)) as RegExpExecArray)[0];
      push("number", at, at + number.length);
      at += number.length;
    } else if (c === '"' || c === "'") {
      at = readString(at, at);
    } else {
      const symbol = symbols.find((s) => text.startsWith(s, at));
      if (!symbol) {
        diagnostics.push(textMessages.strayCharacter(c, { start: at, end: at + 1 }));
        at++;
        continue;
      }
      if ("([{".includes(symbol)) brackets.push(symbol);
      else if (closers[symbol] !== undefined && brackets[brackets.length - 1] === closers[symbol]) brackets.pop();
      push("symbol", at, at + symbol.length);
      at += symbol.length;
    }
  }
  if (!isLineStart) push("newline", text.length, text.length);
  while (indents.length > 1) {
    indents.pop();
    push("dedent", text.length, text.length);
  }
  push("end", text.length, text.length);
  return tokens;

  /** A pasted body may start indented: its first line's indentation is the outermost. */
  function indentTo(width: number, place: number): void {
    if (indents.length === 0) indents.push(width);
    const current = present(indents[indents.length - 1]);
    if (width > current) {
      indents.push(width);
      push("indent", place, place);
      return;
    }
    while (indents.length > 1 && present(indents[indents.length - 1]) > width) {
      indents.pop();
      push("dedent", place, place);
    }
  }

  /** Reads a string whose quotes are at `open`; answers where it ends. */
  function readString(start: number, open: number): number {
    const single = present(text[open]);
    const quote = text.startsWith(single.repeat(3), open) ? single.repeat(3) : single;
    let content = "";
    let i = open + quote.length;
    while (i < text.length && !text.startsWith(quote, i)) {
      if (text[i] === "\n" && quote.length === 1) break;
      if (text[i] === "\\" && i + 1 < text.length) {
        const escaped = present(text[i + 1]);
        content += escapes[escaped] ?? escaped;
        i += 2;
      } else {
        content += text[i++];
      }
    }
    const isClosed = text.startsWith(quote, i);
    const end = isClosed ? i + quote.length : i;
    if (!isClosed) diagnostics.push(textMessages.openString({ start, end }));
    push("string", start, end, content);
    return end;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}
