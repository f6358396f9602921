/** Walking a whole module. */
import type { Expr } from "./expressions.ts";
import type { Module } from "./module.ts";
import { postOrder } from "./traverse.ts";

/** All nodes of a module, each once, functions in the module's order, children first. */
export function moduleOrder(module: Module): Expr[] {
  const seen = new Set<Expr>();
  const order: Expr[] = [];
  for (const f of module.functions.values()) {
    postOrder(
      f,
      (expr) => {
        if (seen.has(expr)) return;
        seen.add(expr);
        order.push(expr);
      },
      (expr) => !seen.has(expr),
    );
  }
  return order;
}
