/**
 * Typing a function again between the rounds of its rewriting, as the reference's rewriter does for rewrites that ask
 * for types.
 */
import { inferFunction } from "@relayscope/infer";
import type { Expr } from "@relayscope/ir";
import { illTypedResult } from "../core/diagnostics.ts";
import type { FunctionRun } from "../core/functionPass.ts";
import { recordThrough } from "../core/recordMade.ts";

/**
 * Between rounds of rewriting: infers the types of a whole function again where it changed. Fails if it can't be typed
 * although the pass's input could.
 */
export function wholeTyping({ f, module, context, lineage }: FunctionRun): (expr: Expr) => Expr {
  let last: Expr | undefined;
  let mayFail = context.hasHoles;
  return (expr) => {
    if (expr === last || expr.kind !== "Function") return expr;
    const inferred = inferFunction(expr, module, context.operators, { trust: "nothing" });
    if (expr === f) mayFail ||= inferred.diagnostics.some((d) => d.severity === "error");
    const error = inferred.diagnostics.find((d) => d.severity === "error");
    if (error && !mayFail) throw illTypedResult(error);
    recordThrough(inferred.expr, inferred.lineage, lineage);
    last = inferred.expr;
    return last;
  };
}
