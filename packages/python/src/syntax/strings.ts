/** The parts of an f-string: text, and expressions with conversion and format. */
import type { Expression, Formatted, Joined } from "./ast.ts";
import { unescape } from "./literals.ts";
import { SyntaxFailure } from "./problem.ts";

interface Place {
  readonly start: number;
  readonly end: number;
  readonly isRaw: boolean;
  readonly line: number;
}

type Parse = (from: number, to: number, line: number) => Expression;

/** The parts between two places of a file. */
export function formatted(text: string, place: Place, parse: Parse): Joined["parts"] {
  return new Reader(text, place, parse).parts(0);
}

class Reader {
  private at: number;

  constructor(
    private readonly text: string,
    private readonly place: Place,
    private readonly parse: Parse,
  ) {
    this.at = place.start;
  }

  /** Parts up to the end, or inside of a format up to its closing brace. */
  parts(level: number): (string | Formatted)[] {
    const parts: (string | Formatted)[] = [];
    let from = this.at;
    let literal = "";
    const flush = () => {
      literal += this.literal(from, this.at);
      if (literal !== "") parts.push(literal);
      literal = "";
    };
    while (this.at < this.place.end) {
      const char = this.text[this.at];
      const isDouble = this.text[this.at + 1] === char && this.at + 1 < this.place.end && level === 0;
      if (char === "\\" && !this.place.isRaw) {
        // A name of a character, \N{...}, has braces of its own.
        const name = /^\\N\{[^}]{0,99}\}/.exec(this.text.slice(this.at, this.at + 103));
        this.at += name?.[0].length ?? 2;
      } else if (char === "{" && isDouble) {
        literal += `${this.literal(from, this.at)}{`;
        this.at += 2;
        from = this.at;
      } else if (char === "{") {
        flush();
        if (level > 1) throw this.failure("f-string: expressions nested too deeply");
        this.replacement(parts, level);
        from = this.at;
      } else if (char === "}") {
        if (level > 0) break;
        if (!isDouble) throw this.failure("f-string: single '}' is not allowed");
        literal += `${this.literal(from, this.at)}}`;
        this.at += 2;
        from = this.at;
      } else this.at++;
    }
    flush();
    return parts;
  }

  private literal(from: number, to: number): string {
    const body = this.text.slice(from, to).replaceAll("\r\n", "\n");
    return this.place.isRaw ? body : unescape(body, from, false);
  }

  private failure(message: string): SyntaxFailure {
    return new SyntaxFailure(message, this.at, this.at + 1);
  }

  /** `{expression [=] [!conversion] [:format]}` */
  private replacement(parts: (string | Formatted)[], level: number): void {
    const open = this.at;
    const from = ++this.at;
    this.skipExpression();
    let to = this.at;
    const line = this.place.line + (this.text.slice(this.place.start, from).match(/\n/g)?.length ?? 0);
    const isShown = this.text[to - 1] === "=" && /[^=!<>]/.test(this.text[to - 2] ?? "=");
    const isDebug = isShown || /[^=!<>]=\s*$/.test(this.text.slice(from, to));
    if (isDebug) {
      parts.push(this.text.slice(from, to));
      to = from + this.text.slice(from, to).lastIndexOf("=");
    }
    if (this.text.slice(from, to).trim() === "") throw this.failure("f-string: empty expression not allowed");
    if (this.at >= this.place.end) throw this.failure("f-string: expecting '}'");
    const value = this.parse(from, to, line);
    let conversion: Formatted["conversion"];
    if (this.text[this.at] === "!") {
      const letter = this.text[this.at + 1];
      if (letter !== "r" && letter !== "s" && letter !== "a") {
        throw this.failure("f-string: invalid conversion character: expected 's', 'r', or 'a'");
      }
      conversion = letter;
      this.at += 2;
    }
    let format: Joined | undefined;
    if (this.text[this.at] === ":") {
      const start = ++this.at;
      format = { kind: "Joined", parts: this.parts(level + 1), start, end: this.at, line };
    }
    if (this.text[this.at] !== "}" || this.at >= this.place.end) throw this.failure("f-string: expecting '}'");
    this.at++;
    if (isDebug && !conversion && !format) conversion = "r";
    parts.push({ value, conversion, format, start: open, end: this.at, line });
  }

  /** Moves to what ends the expression: `}`, `:`, or `!` that is not `!=`. */
  private skipExpression(): void {
    let depth = 0;
    let quote = "";
    for (; this.at < this.place.end; this.at++) {
      const char = this.text[this.at] ?? "";
      if (char === "\\") throw this.failure("f-string expression part cannot include a backslash");
      if (quote !== "") {
        if (this.text.startsWith(quote, this.at)) {
          this.at += quote.length - 1;
          quote = "";
        }
      } else if (char === "'" || char === '"') {
        quote = this.text.startsWith(char.repeat(3), this.at) ? char.repeat(3) : char;
        this.at += quote.length - 1;
      } else if (char === "#") throw this.failure("f-string expression part cannot include '#'");
      else if ("([{".includes(char)) depth++;
      else if (depth > 0 && ")]}".includes(char)) depth--;
      else if (depth === 0 && (char === "}" || char === ":")) return;
      else if (depth === 0 && char === "!" && this.text[this.at + 1] !== "=") return;
    }
    if (quote !== "") throw this.failure("f-string: unterminated string");
  }
}
