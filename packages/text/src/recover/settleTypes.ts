/** Types from comments, for what inference can't determine. */
import type { Expr } from "@relayscope/ir";
import { typeComment } from "../parse/cursor.ts";
import type { ParseState } from "../parse/parseState.ts";
import { commentType } from "../parse/parseTypes.ts";

/**
 * Gives an expression the type of the comment after it, if comments are trusted or inference can't determine the type:
 * for calls of unknown operators, and for what depends on an unknown type. Calls of global functions are settled when
 * all definitions are known.
 */
export function settle<T extends Expr>(p: ParseState, expr: T): T {
  const isUnknown = isUntyped(p, expr);
  const isGlobalCall = expr.kind === "Call" && expr.op.kind === "GlobalVar";
  const place = typeComment(p);
  if (place) p.claims.set(expr, place);
  if (!isUnknown && !isGlobalCall && !p.trustComments) return expr;
  if (isGlobalCall && !p.trustComments) p.globalCalls.push({ call: expr, comment: place });
  if (isUnknown || p.trustComments) {
    const type = place && commentType(p, p.types, place);
    if (type) expr.checkedType = type;
    else if (isUnknown) p.untyped.add(expr);
  }
  return expr;
}

function isUntyped(p: ParseState, expr: Expr): boolean {
  switch (expr.kind) {
    case "Call":
      if (expr.op.kind === "Op" && !p.operators.get(expr.op.name)) return true;
      return p.untyped.size > 0 && (p.untyped.has(expr.op) || expr.args.some((a) => p.untyped.has(a)));
    case "Tuple":
      return p.untyped.size > 0 && expr.fields.some((f) => p.untyped.has(f));
    case "TupleGetItem":
      return p.untyped.has(expr.tuple);
    default:
      return false;
  }
}
