/** A position among tokens, and how deep the tree around it is. */
import type { Node } from "./ast.ts";
import { SyntaxFailure } from "./problem.ts";
import type { Token } from "./tokens.ts";

/** Nodes inside nodes: what the evaluator can go through without using up the stack. */
const deepestTree = 400;
/** Terms in a row, `a + b + c`, or calls on calls. */
const longestChain = 1500;

export const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda " +
    "nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

export abstract class Cursor {
  protected at = 0;
  private depth = 0;

  constructor(
    protected readonly text: string,
    protected readonly tokens: readonly Token[],
  ) {}

  protected get token(): Token {
    return this.tokenAt(this.at);
  }

  protected tokenAt(at: number): Token {
    const token = this.tokens[Math.min(at, this.tokens.length - 1)];
    if (!token) throw new Error("There are no tokens.");
    return token;
  }

  protected get previous(): Token {
    return this.tokenAt(Math.max(0, this.at - 1));
  }

  /** Whether an operator or keyword is next. */
  protected is(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === "op" || token.kind === "name");
  }

  protected isKind(kind: Token["kind"]): boolean {
    return this.token.kind === kind;
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  protected expect(text: string, message?: string): Token {
    const { token } = this;
    if (!this.take(text)) throw this.failure(message ?? "invalid syntax", token);
    return token;
  }

  protected name(): Token {
    const { token } = this;
    if (token.kind !== "name" || keywords.has(token.text)) throw this.failure("invalid syntax", token);
    this.at++;
    return token;
  }

  protected failure(message: string, at: { readonly start: number; readonly end: number } = this.token): SyntaxFailure {
    const { token } = this;
    if (message === "invalid syntax" && token.kind === "indent")
      return new SyntaxFailure("unexpected indent", at.start, at.end, "IndentationError");
    return new SyntaxFailure(message, at.start, at.end);
  }

  /** A node from a token's start to the last token read. */
  protected span(first: { readonly start: number; readonly line: number }): Node {
    return { start: first.start, end: this.previous.end, line: first.line };
  }

  /** Runs a production one level deeper. */
  protected deeper<T>(parse: () => T): T {
    this.depth++;
    if (this.depth > deepestTree) throw this.failure("too many levels of nesting");
    try {
      return parse();
    } finally {
      this.depth--;
    }
  }

  protected checkChain(length: number): void {
    if (length > longestChain) throw this.failure("too many terms in one expression");
  }
}
