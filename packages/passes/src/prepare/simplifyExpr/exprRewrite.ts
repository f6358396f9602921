/** The common part of SimplifyExpr's rewrites. Follows src/relay/transforms/simplify_expr.h. */
import { type Call, type Diagnostic, type Expr, raise } from "@relayscope/ir";
import type { NodeMap, Pattern, PatternCallback } from "@relayscope/match";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { OperatorCalls } from "../../core/operatorCalls.ts";
import { patternNotMet, rewriteNeedsACall } from "../diagnostics.ts";

/** The tools of a rewrite. */
export interface RewriteTools {
  readonly calls: OperatorCalls;
  readonly operators: OperatorDefinitions;
  /** Requests that a call of constants be folded to one constant. */
  fold(call: Call): Expr;
  /** Reports what was skipped, or what was done based on types only. */
  report(diagnostic: Diagnostic): void;
  /** Requests that this new call get its own copies of its arguments, even if these have other uses. */
  separate(call: Call): void;
}

/** One rewrite. Each is made again for a run, since patterns are compared by identity. */
export type ExprRewrite = (tools: RewriteTools) => PatternCallback;

/** The one node that a sub-pattern matched; stops the pass if there is none. */
export function metBy(nodes: NodeMap, pattern: Pattern): Expr {
  const node = nodes.get(pattern)?.[0] ?? raise(patternNotMet());
  return node;
}

/** A node known to be a call, because a call pattern met it. */
export function asCall(expr: Expr): Call {
  if (expr.kind === "Call") return expr;
  throw rewriteNeedsACall(expr);
}
