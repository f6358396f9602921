/** Nodes that a program may hold, and that inference is to leave as they are. */
import { type Expr, type Func, rewriteFunction } from "@relayscope/ir";

/**
 * The function with copies of its nodes without types. Inference types these in place, where the reference types
 * copies of what is held elsewhere (Resolver::AttachCheckedType in src/relay/transforms/type_infer.cc).
 */
export function withOwnNodes(f: Func): Func {
  return rewriteFunction(f, { post: ownNode });
}

function ownNode(original: Expr, rebuilt: Expr): Expr {
  if (rebuilt !== original) return { ...rebuilt, checkedType: original.checkedType, span: original.span };
  const { kind, checkedType } = original;
  return checkedType || kind === "Op" || kind === "GlobalVar" || kind === "Constructor" ? original : { ...original };
}
