/** Diagnostics of ethos-n's conversions. */
import { diagnostic, type Expr, failure, nameOf } from "@relayscope/ir";
import { pasteMetadata } from "../../core/diagnostics.ts";

export const withoutEquivalent = (expr: Expr, composite: string) =>
  failure(
    "no-equivalent",
    `The composite \`${composite}\` was made to be converted, but \`${nameOf(expr)}\` has no equivalent there; TVM raises here.`,
    expr,
  );
export const noScalarConstant = (node: Expr) =>
  failure("no-scalar-constant", "A scale or zero point must be a constant scalar; TVM raises here.", node);
/** The call broadcasts more than channels, and its equivalent does not. */
export const equivalentOfOtherType = (call: Expr, before: string, after: string) =>
  diagnostic(
    "equivalent-of-other-type",
    `\`${nameOf(call)}\` gives \`${before}\`, but its replacement gives \`${after}\`: TVM keeps that, and the module can no longer be typed.`,
    { node: call, severity: "warning", hints: ["Give the constant no more dimensions than the data has."] },
  );
/** A constant that an equivalent is computed from has no data. */
export const assumedEquivalent = (call: Expr, assumption: string) =>
  diagnostic("assumed-equivalent", `\`${nameOf(call)}\` was converted, but a constant has no data: ${assumption}.`, {
    node: call,
    severity: "info",
    hints: [pasteMetadata],
  });
