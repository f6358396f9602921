/**
 * The order in which the reference's rewriting visits children: a match's clauses before its data (ExprMutator in
 * src/relay/ir/expr_functor.cc).
 */
import { childrenOf, type Expr } from "@relayscope/ir";

/** The children of a node in the order of the reference's mutators; undefined if that is the order of `childrenOf`. */
export function mutationOrder(expr: Expr): readonly Expr[] | undefined {
  if (expr.kind !== "Match") return undefined;
  const [data, ...rest] = childrenOf(expr);
  return data ? [...rest, data] : rest;
}
