/** Failures of passes as exceptions of Python. */
import type { Failure } from "@relayscope/ir";
import { isTypingFailure } from "@relayscope/passes";
import type { PyException } from "@relayscope/python";
import { diagnosticError, internalError, tvmError } from "../objects/errors.ts";

/** The exception that the reference raises where a pass fails. */
export function exceptionOf(failure: Failure): PyException {
  const { raises = isTypingFailure(failure) ? "DiagnosticError" : "InternalError", message } = failure.diagnostic;
  if (raises === "DiagnosticError") return diagnosticError();
  return raises === "TVMError" ? tvmError(message) : internalError(message);
}
