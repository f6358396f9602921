/** Refusing a call from deep inside a relation's arithmetic: the relation's wrapper turns a refusal into a report. */
import { diagnostic, Failure, type Raised } from "@relayscope/ir";
import type { TypeRelation } from "../typeRelation.ts";

/** How the reference refuses: by an exception at once, or by a diagnostic, after which it goes on. */
export type Manner = Raised | "report";

/**
 * Stops the relation at hand and reports why the call is ill-typed: a sentence with the subject in backquotes. Only
 * inside `refusing`. Most of what relations ask is an ICHECK of the reference; CHECK and LOG(FATAL) raise TVMError, and
 * EmitFatal raises DiagnosticError.
 */
export function refuse(message: string, hints: readonly string[] = [], manner: Manner = "InternalError"): never {
  throw new Failure(diagnostic("ill-typed-call", message, { hints, raises: manner === "report" ? undefined : manner }));
}

/** Refuses unless the condition holds. The message is made anyway: if it writes a type, use `refuse` after an `if`. */
export function demand(condition: boolean, message: string, hints: readonly string[] = [], manner?: Manner): asserts condition {
  if (!condition) refuse(message, hints, manner);
}

/** The result of `compute`, whose refusals have the given manner instead of the relation's own. */
export function refusedBy<T>(manner: Manner, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Failure) refuse(error.message, error.hints, manner);
    throw error;
  }
}

/** Whether an error is a refusal, and not a fault of ours. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Failure;
}

/** A relation whose refusals are reported. */
export function refusing(relation: TypeRelation): TypeRelation {
  return (types, attrs, reporter) => {
    try {
      return relation(types, attrs, reporter);
    } catch (error) {
      if (error instanceof Failure) return reporter.fail(error.message, error.hints, error.diagnostic.raises);
      throw error;
    }
  };
}
