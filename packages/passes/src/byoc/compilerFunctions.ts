/**
 * Which functions an external compiler has. Follows AsFunctionNode in src/relay/transforms/compiler_function_utils.cc.
 */
import type { Expr, Func } from "@relayscope/ir";
import { text } from "../core/options.ts";

export const compilerFilterOption = text("", "The compiler whose functions it changes; all if it is empty.");

/**
 * Whether an expression is a function with an attribute `Compiler`, of one compiler or of any, and its body is known.
 */
export function isCompilerFunction(expr: Expr, compiler = ""): expr is Func {
  if (expr.kind !== "Function" || expr.attrs.has("Extern")) return false;
  const own = expr.attrs.get("Compiler");
  return typeof own === "string" && (compiler === "" || own === compiler);
}

/** The name of the composite that a function is; undefined for any other expression. */
export function compositeOf(expr: Expr): string | undefined {
  const composite = expr.kind === "Function" ? expr.attrs.get("Composite") : undefined;
  return typeof composite === "string" ? composite : undefined;
}
