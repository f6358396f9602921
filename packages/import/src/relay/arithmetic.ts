/** Calls of operators that need nothing but arguments, by the names that Python's operators have. */
import type { Expr } from "@relayscope/ir";
import type { Relay } from "./relay.ts";

type Binary = (r: Relay, a: Expr, b: Expr) => Expr;

function binary(name: string): Binary {
  return (r, a, b) => r.call(name, [a, b]);
}

export const add = binary("add");
export const subtract = binary("subtract");
export const multiply = binary("multiply");
export const divide = binary("divide");
export const power = binary("power");
export const maximum = binary("maximum");
export const minimum = binary("minimum");
export const less = binary("less");
export const greater = binary("greater");

export function negative(r: Relay, x: Expr): Expr {
  return r.call("negative", [x]);
}

export function where(r: Relay, condition: Expr, x: Expr, y: Expr): Expr {
  return r.call("where", [condition, x, y]);
}
