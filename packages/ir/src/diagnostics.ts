/**
 * Diagnostics: coded sentences about a place in the text or a node of the graph. Each package writes its own once, in
 * `diagnostics.ts`.
 */
import type { Expr } from "./expressions.ts";
import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "info";

/** A call of a Python function in a target's file. */
export interface CodeCall {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The function's name. */
  readonly name: string;
}

/** Classes of the exceptions that end the reference's type inference. */
export type Raised = "InternalError" | "TVMError" | "DiagnosticError";

export interface Diagnostic {
  /** Stable and readable, e.g. `unknown-operator`. */
  readonly code: string;
  readonly severity: Severity;
  /** A sentence; the subject is in backquotes. */
  readonly message: string;
  readonly span: Span | undefined;
  /** Suggestions, a sentence each. */
  readonly hints: readonly string[];
  /** The node concerned, if any. */
  readonly node?: Expr;
  /** The pass that reported it, if any. */
  readonly pass?: string;
  /** The calls in a target's files that an exception ended, the outermost first. */
  readonly calls?: readonly CodeCall[];
  /** The pattern or the operator whose check or rule an exception ended. */
  readonly asked?: string;
  /** The exception with which the reference ends here; undefined if the reference continues after the problem. */
  readonly raises?: Raised;
}

export interface DiagnosticPlace {
  readonly span?: Span | undefined;
  readonly node?: Expr;
  readonly hints?: readonly string[];
  readonly severity?: Severity;
  readonly calls?: readonly CodeCall[];
  readonly raises?: Raised | undefined;
}

/** A diagnostic; its span defaults to the node's. */
export function diagnostic(code: string, message: string, place: DiagnosticPlace = {}): Diagnostic {
  const base: Diagnostic = {
    code,
    severity: place.severity ?? "error",
    message,
    span: place.span ?? place.node?.span,
    hints: place.hints ?? [],
  };
  return {
    ...base,
    ...(place.node ? { node: place.node } : {}),
    ...(place.calls?.length ? { calls: place.calls } : {}),
    ...(place.raises ? { raises: place.raises } : {}),
  };
}

/**
 * Thrown where the reference raises, or where we cannot continue: the work stops, and its caller reports the sentence
 * or tries something else. The one failure class of all packages; each package makes its own failures in its catalog.
 */
export class Failure extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }

  get code(): string {
    return this.diagnostic.code;
  }

  get node(): Expr | undefined {
    return this.diagnostic.node;
  }

  get hints(): readonly string[] {
    return this.diagnostic.hints;
  }
}

/** A failure, to be thrown: code, sentence, the node it is about, and what to do about it. */
export function failure(code: string, message: string, node?: Expr, hints: readonly string[] = []): Failure {
  return new Failure(diagnostic(code, message, node ? { node, hints } : { hints }));
}
