/** Walking a whole module. */
import type { Expr } from "./expressions.ts";
import { keptIn } from "./lists.ts";
import type { Module } from "./module.ts";
import { postOrderOfAll } from "./traverse.ts";

const known = new WeakMap<Module, readonly Expr[]>();

/** All nodes of a module, each once, functions in the module's order, children first. Listed once a module. */
export function moduleOrder(module: Module): readonly Expr[] {
  return keptIn(known, module, () => {
    const order: Expr[] = [];
    postOrderOfAll(module.functions.values(), (expr) => order.push(expr));
    return order;
  });
}
