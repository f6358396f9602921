/** Types of nodes that a pass rebuilt with the same meaning. */
import type { Expr } from "@relayscope/ir";

/**
 * A node over other children, with the type it had before: for passes that leave the types of all children as they
 * were.
 */
export function withTypeOf(original: Expr, rebuilt: Expr): Expr {
  if (rebuilt !== original) rebuilt.checkedType ??= original.checkedType;
  return rebuilt;
}
