/** A place in a file that is not Python, or not the Python that is understood here. */
export interface Problem {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** `SyntaxError`, `IndentationError` or `TabError`. */
  readonly code: string;
  /** Whether it is Python that is not supported here. */
  readonly isOwnLimit: boolean;
}

/** Thrown by the lexer and the parser, caught by `parseModule`. */
export class SyntaxFailure {
  readonly code: string;

  constructor(
    readonly message: string,
    readonly start: number,
    readonly end: number,
    code = "SyntaxError",
    readonly isOwnLimit = false,
  ) {
    this.code = code;
  }
}

/** The failure for Python that is not supported here; `what` ends in its verb. */
export function unsupported(what: string, at: { readonly start: number; readonly end: number }): SyntaxFailure {
  return new SyntaxFailure(`${what} not supported here`, at.start, at.end, "SyntaxError", true);
}

/** Places of a text by line and column, both from 1. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  startOf(line: number): number {
    return this.starts[line - 1] ?? 0;
  }

  problem(failure: SyntaxFailure): Problem {
    const { message, start, end, code, isOwnLimit } = failure;
    const line = this.lineAt(start);
    return { message, line, column: start - this.startOf(line) + 1, start, end, code, isOwnLimit };
  }
}
