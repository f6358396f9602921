/** Diagnostics of ethos-n's conversions. */
import { type Diagnostic, diagnostic, type Expr, type Failure, failure, nameOf } from "@relayscope/ir";
import { pasteMetadata } from "../../core/diagnostics.ts";

export function withoutEquivalent(expr: Expr, composite: string): Failure {
  return failure(
    "no-equivalent",
    `The composite \`${composite}\` was made to be converted, but \`${nameOf(expr)}\` has no equivalent there; TVM raises here.`,
    expr,
  );
}

export function noScalarConstant(node: Expr): Failure {
  return failure("no-scalar-constant", "A scale or zero point must be a constant scalar; TVM raises here.", node);
}

/** The call broadcasts more than channels, and its equivalent does not. */
export function equivalentOfOtherType(call: Expr, before: string, after: string): Diagnostic {
  return diagnostic(
    "equivalent-of-other-type",
    `\`${nameOf(call)}\` gives \`${before}\`, but its replacement gives \`${after}\`: TVM keeps that, and the module can no longer be typed.`,
    { node: call, severity: "warning", hints: ["Give the constant no more dimensions than the data has."] },
  );
}

/** A constant that an equivalent is computed from has no data. */
export function assumedEquivalent(call: Expr, assumption: string): Diagnostic {
  return diagnostic("assumed-equivalent", `\`${nameOf(call)}\` was converted, but a constant has no data: ${assumption}.`, {
    node: call,
    severity: "info",
    hints: [pasteMetadata],
  });
}
