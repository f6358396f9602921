/** Text to a tree. Nothing is thrown: text that is not Python is a problem with its place. */
import type { Block, Expression } from "./ast.ts";
import { Patterns } from "./patterns.ts";
import { Lines, type Problem, SyntaxFailure } from "./problem.ts";
import { type Token, tokenize } from "./tokens.ts";

class Parser extends Patterns {
  protected parsePart(tokens: readonly Token[]): Expression {
    return new Parser(this.text, tokens).onlyExpression();
  }
}

export interface Parsed<T> {
  readonly tree: T | undefined;
  readonly problem: Problem | undefined;
  readonly text: string;
}

/** Longest text that is read, in characters. */
const longest = 4_000_000;

/** A file. A byte order mark is dropped, and line ends are as they are. */
export function parseModule(source: string): Parsed<Block> {
  return parse(source, (text) => new Parser(text, tokenize(text)).file());
}

/** One expression, as `eval` reads it. */
export function parseExpression(source: string): Parsed<Expression> {
  return parse(source.trim(), (text) => new Parser(text, tokenize(text)).onlyExpression());
}

function parse<T>(source: string, read: (text: string) => T): Parsed<T> {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  try {
    if (text.length > longest) throw new SyntaxFailure("the file is too long", 0, 0);
    if (text.includes("\0")) throw new SyntaxFailure("source code cannot contain null bytes", text.indexOf("\0"), text.indexOf("\0") + 1);
    return { tree: read(text), problem: undefined, text };
  } catch (error) {
    if (error instanceof RangeError)
      return { tree: undefined, problem: new Lines(text).problem(new SyntaxFailure("too many levels of nesting", 0, 0)), text };
    if (!(error instanceof SyntaxFailure)) throw error;
    return { tree: undefined, problem: new Lines(text).problem(error), text };
  }
}
