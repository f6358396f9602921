/** Text to tokens, as Python's tokenizer gives them: with NEWLINE, INDENT and DEDENT. */
import { SyntaxFailure } from "./problem.ts";

export interface Token {
  readonly kind: "name" | "number" | "string" | "op" | "newline" | "indent" | "dedent" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

const namePattern = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const numberPattern =
  /0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:\d(?:_?\d)*)?\.\d(?:_?\d)*|\d(?:_?\d)*\.?)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y;
const stringStart = /(?:[rRbBuUfF]{0,2})("""|'''|"|')/y;
const operators = [
  "**=",
  "//=",
  ">>=",
  "<<=",
  "...",
  "!=",
  "->",
  ":=",
  "**",
  "//",
  ">>",
  "<<",
  "<=",
  ">=",
  "==",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "&=",
  "|=",
  "^=",
  "@=",
  "+",
  "-",
  "*",
  "/",
  "%",
  "@",
  "&",
  "|",
  "^",
  "~",
  "<",
  ">",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  ".",
  ";",
  "=",
] as const; // prettier-ignore
const closing = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
/** Brackets inside brackets, as CPython has it. */
const deepest = 200;

interface Part {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** The tokens of a text, or of a bracketed part of it (the expression of an f-string). Throws `SyntaxFailure`. */
export function tokenize(text: string, part?: Part): readonly Token[] {
  return new Lexer(text, part).run();
}

/**
 * The tokens of a text that is being written, up to the first invalid one. A string that is still open ends with its
 * line.
 */
export function tokensOf(text: string): readonly Token[] {
  const lexer = new Lexer(text, undefined);
  try {
    return lexer.run();
  } catch (failure) {
    if (!(failure instanceof SyntaxFailure)) throw failure;
    return lexer.tokens;
  }
}

class Lexer {
  private readonly end: number;
  private at: number;
  private line: number;
  readonly tokens: Token[] = [];
  private readonly indents: { width: number; alternative: number }[] = [{ width: 0, alternative: 0 }];
  private readonly open: Token[] = [];
  private readonly isPart: boolean;

  constructor(
    private readonly text: string,
    part: Part | undefined,
  ) {
    this.isPart = part !== undefined;
    this.at = part?.from ?? 0;
    this.end = part?.to ?? text.length;
    this.line = part?.line ?? 1;
  }

  run(): readonly Token[] {
    let isLineStart = !this.isPart;
    for (;;) {
      if (isLineStart) {
        if (!this.indentation()) continue;
        isLineStart = false;
      }
      this.blanks();
      if (this.at >= this.end) break;
      const char = this.text[this.at] ?? "";
      if (char === "\n") {
        if (!this.isInside()) {
          this.push("newline", this.at, this.at + 1);
          isLineStart = true;
        }
        this.at++;
        this.line++;
      } else this.token(char);
    }
    const unclosed = this.open.at(-1);
    if (unclosed) throw new SyntaxFailure(`'${unclosed.text}' was never closed`, unclosed.start, unclosed.end);
    const last = this.tokens.at(-1);
    if (!this.isPart && last && last.kind !== "newline") this.push("newline", this.end, this.end);
    while (this.indents.length > 1) {
      this.indents.pop();
      this.push("dedent", this.end, this.end);
    }
    this.push("end", this.end, this.end);
    return this.tokens;
  }

  private isInside(): boolean {
    return this.isPart || this.open.length > 0;
  }

  private push(kind: Token["kind"], start: number, end: number): void {
    this.tokens.push({ kind, text: this.text.slice(start, end), start, end, line: this.line });
  }

  /** Spaces, continued lines and comments. */
  private blanks(): void {
    for (;;) {
      const char = this.text[this.at];
      if (this.at >= this.end) return;
      if (char === " " || char === "\t" || char === "\f" || char === "\r") this.at++;
      else if (char === "#") {
        while (this.at < this.end && this.text[this.at] !== "\n") this.at++;
      } else if (char === "\\") this.continuation();
      else return;
    }
  }

  private continuation(): void {
    const match = /\\\r?\n/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (!found) throw new SyntaxFailure("unexpected character after line continuation character", this.at, this.at + 1);
    this.at += found[0].length;
    this.line++;
    if (this.at >= this.end) throw new SyntaxFailure("unexpected EOF while parsing", this.at, this.at);
  }

  /** The blanks at a line's start; false where the line holds nothing. */
  private indentation(): boolean {
    const start = this.at;
    let width = 0;
    let alternative = 0;
    for (; this.at < this.end; this.at++) {
      const char = this.text[this.at];
      if (char === " ") {
        width++;
        alternative++;
      } else if (char === "\t") {
        width = (Math.floor(width / 8) + 1) * 8;
        alternative++;
      } else if (char === "\f") {
        width = 0;
        alternative = 0;
      } else break;
    }
    if (this.text[this.at] === "#") while (this.at < this.end && this.text[this.at] !== "\n") this.at++;
    if (this.at < this.end && (this.text[this.at] === "\n" || this.text.startsWith("\r\n", this.at))) {
      this.at += this.text[this.at] === "\r" ? 2 : 1;
      this.line++;
      return false;
    }
    if (this.at >= this.end) return true;
    this.indentTo(width, alternative, start);
    return true;
  }

  private indentTo(width: number, alternative: number, start: number): void {
    const tabs = () => new SyntaxFailure("inconsistent use of tabs and spaces in indentation", start, this.at, "TabError");
    const top = () => this.indents.at(-1) ?? { width: 0, alternative: 0 };
    if (width === top().width) {
      if (alternative !== top().alternative) throw tabs();
    } else if (width > top().width) {
      if (alternative <= top().alternative) throw tabs();
      if (this.indents.length >= 100) throw new SyntaxFailure("too many levels of indentation", start, this.at, "IndentationError");
      this.indents.push({ width, alternative });
      this.push("indent", start, this.at);
    } else {
      while (width < top().width) {
        this.indents.pop();
        this.push("dedent", this.at, this.at);
      }
      if (width !== top().width) {
        throw new SyntaxFailure("unindent does not match any outer indentation level", start, this.at, "IndentationError");
      }
      if (alternative !== top().alternative) throw tabs();
    }
  }

  private token(char: string): void {
    if (this.string() || this.match("name", namePattern)) return;
    if (/[0-9]/.test(char) || (char === "." && /[0-9]/.test(this.text[this.at + 1] ?? ""))) {
      this.number();
      return;
    }
    const operator = operators.find((o) => this.text.startsWith(o, this.at));
    if (!operator || this.at + operator.length > this.end) {
      if (char === "!" || char === "$" || char === "?" || char === "`") throw new SyntaxFailure("invalid syntax", this.at, this.at + 1);
      const point = char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
      throw new SyntaxFailure(`invalid character '${char}' (U+${point})`, this.at, this.at + 1);
    }
    this.push("op", this.at, this.at + operator.length);
    this.at += operator.length;
    const token = this.tokens.at(-1);
    if (!token) return;
    if (closing.has(operator)) {
      this.open.push(token);
      if (this.open.length > deepest) throw new SyntaxFailure("too many nested parentheses", token.start, token.end);
    } else if (operator === ")" || operator === "]" || operator === "}") this.close(token);
  }

  private close(token: Token): void {
    const opened = this.open.pop();
    if (!opened) throw new SyntaxFailure(`unmatched '${token.text}'`, token.start, token.end);
    if (closing.get(opened.text) === token.text) return;
    const where = opened.line === token.line ? "" : ` on line ${opened.line}`;
    throw new SyntaxFailure(
      `closing parenthesis '${token.text}' does not match opening parenthesis '${opened.text}'${where}`,
      token.start,
      token.end,
    );
  }

  private match(kind: Token["kind"], pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return false;
    const end = Math.min(this.end, this.at + found[0].length);
    this.push(kind, this.at, end);
    this.at = end;
    return true;
  }

  private number(): void {
    const start = this.at;
    this.match("number", numberPattern);
    namePattern.lastIndex = this.at;
    const text = this.text.slice(start, this.at);
    if (/^0[0_]*[1-9][0-9_]*$/.test(text)) {
      throw new SyntaxFailure(
        "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
        start,
        this.at,
      );
    }
    const after = namePattern.exec(this.text)?.[0] ?? "";
    if (after !== "" && !/^(?:and|else|for|if|in|is|not|or)/.test(after)) {
      throw new SyntaxFailure("invalid decimal literal", start, this.at);
    }
  }

  private string(): boolean {
    stringStart.lastIndex = this.at;
    const found = stringStart.exec(this.text);
    if (!found) return false;
    const quote = found[1] ?? "";
    const start = this.at;
    const { line } = this;
    let at = start + found[0].length;
    for (;;) {
      const char = this.text[at];
      if (at >= this.end || char === undefined || (char === "\n" && quote.length === 1)) {
        const kind = quote.length === 3 ? "triple-quoted string" : "string";
        const detected = quote.length === 3 ? line + (this.text.slice(start, at).match(/\n/g)?.length ?? 0) : line;
        this.push("string", start, at);
        throw new SyntaxFailure(`unterminated ${kind} literal (detected at line ${detected})`, start, start + 1);
      }
      if (char === "\\") {
        if (this.text[at + 1] === "\r" && this.text[at + 2] === "\n") at++;
        at += 2;
      } else if (this.text.startsWith(quote, at)) break;
      else at++;
    }
    const end = at + quote.length;
    this.push("string", start, end);
    for (let i = start; i < end; i++) if (this.text[i] === "\n") this.line++;
    this.at = end;
    return true;
  }
}
