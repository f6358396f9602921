/** Refusing a call from deep inside a relation's arithmetic: the relation's wrapper turns a refusal into a report. */
import { Failure, failure } from "@relayscope/ir";
import type { TypeRelation } from "../typeRelation.ts";

/**
 * Stops the relation at hand and reports why the call is ill-typed: a sentence with the subject in backquotes. Only
 * inside `refusing`.
 */
export function refuse(message: string, hints: readonly string[] = []): never {
  throw failure("ill-typed-call", message, undefined, hints);
}

/** Refuses unless the condition holds. The message is made anyway: if it writes a type, use `refuse` after an `if`. */
export function demand(condition: boolean, message: string, hints: readonly string[] = []): asserts condition {
  if (!condition) refuse(message, hints);
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
      if (error instanceof Failure) return reporter.fail(error.message, error.hints);
      throw error;
    }
  };
}
