/** Conditions that the reference's inference replaces while it lowers a call in a module of its own. */
import { at, childrenOf, type Expr, postOrderList, type Var } from "@relayscope/ir";

/**
 * A variable bound outside of an owner that is the condition of an `if` below it. The inference gives the condition's
 * type a new object at each run, and copies the variable with it: what comes back refers to a variable that nothing
 * binds (Resolver::AttachCheckedType in src/relay/transforms/type_infer.cc).
 */
export function replacedCondition(root: Expr, owners: ReadonlySet<Expr>): Var | undefined {
  const order = postOrderList(root);
  const below = new Set<Expr>();
  const bound = new Set<Expr>();
  const conditions: Var[] = [];
  for (let i = order.length - 1; i >= 0; i--) {
    const node = at(order, i);
    const isBelow = below.has(node);
    if (isBelow || owners.has(node)) for (const child of childrenOf(node)) below.add(child);
    if (!isBelow) continue;
    if (node.kind === "Function") for (const param of node.params) bound.add(param);
    if (node.kind === "Let") bound.add(node.variable);
    if (node.kind === "If" && node.condition.kind === "Var") conditions.push(node.condition);
  }
  return conditions.find((condition) => !bound.has(condition));
}
