/** What the rewrites of SimplifyExpr have in common. Follows src/relay/transforms/simplify_expr.h. */
import type { Call, Diagnostic, Expr } from "@relayscope/ir";
import type { NodeMap, Pattern, PatternCallback } from "@relayscope/match";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { OperatorCalls } from "../../core/operatorCalls.ts";
import { patternNotMet, rewriteNeedsACall } from "../diagnostics.ts";

/** What a rewrite may use and say. */
export interface RewriteTools {
  readonly calls: OperatorCalls;
  readonly operators: OperatorDefinitions;
  /** Says that a call whose arguments are all constants is wanted as one constant. */
  fold(call: Call): Expr;
  /** Says what was not done, or what was done to types alone. */
  report(diagnostic: Diagnostic): void;
  /** Asks that what this new call takes be a copy of its own, wherever it is used besides. */
  separate(call: Call): void;
}

/** One rewrite. Each is made again for a run, since patterns are compared by identity. */
export type ExprRewrite = (tools: RewriteTools) => PatternCallback;

/** The one node that a sub-pattern met; stops the pass where it met none. */
export function metBy(nodes: NodeMap, pattern: Pattern): Expr {
  const node = nodes.get(pattern)?.[0];
  if (!node) throw patternNotMet();
  return node;
}

/** A node known to be a call, because a call pattern met it. */
export function asCall(expr: Expr): Call {
  if (expr.kind === "Call") return expr;
  throw rewriteNeedsACall(expr);
}
