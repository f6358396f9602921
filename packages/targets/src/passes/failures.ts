/** Failures of passes as exceptions of Python. */
import { Failure } from "@relayscope/ir";
import { isTypingFailure } from "@relayscope/passes";
import type { PyException } from "@relayscope/python";
import { isUnknown } from "../diagnostics.ts";
import { diagnosticError, internalError, tvmError } from "../objects/errors.ts";

/** Runs what may fail as a pass does. Raises the reference's exception for it. */
export function guarded<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw error instanceof Failure && !isUnknown(error) ? exceptionOf(error) : error;
  }
}

/** The exception that the reference raises where a pass fails. */
export function exceptionOf(failure: Failure): PyException {
  const { raises = isTypingFailure(failure) ? "DiagnosticError" : "InternalError", message } = failure.diagnostic;
  if (raises === "DiagnosticError") return diagnosticError();
  return raises === "TVMError" ? tvmError(message) : internalError(message);
}
