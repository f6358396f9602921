/** Nodes that a program may hold, and that inference is to leave as they are. */
import { type Expr, type Func, rewrite, rewriteFunction } from "@relayscope/ir";

/**
 * The expression with copies of its nodes without types. Inference types these in place, where the reference types
 * copies of what is held elsewhere (Resolver::AttachCheckedType in src/relay/transforms/type_infer.cc).
 */
export function withOwnNodes(f: Func): Func;
export function withOwnNodes(expr: Expr): Expr;
export function withOwnNodes(expr: Expr): Expr {
  return expr.kind === "Function" ? rewriteFunction(expr, { post: ownNode }) : rewrite(expr, { post: ownNode });
}

function ownNode(original: Expr, rebuilt: Expr): Expr {
  if (rebuilt !== original) return { ...rebuilt, checkedType: original.checkedType, span: original.span };
  const { kind, checkedType } = original;
  return checkedType || kind === "Op" || kind === "GlobalVar" || kind === "Constructor" ? original : { ...original };
}
