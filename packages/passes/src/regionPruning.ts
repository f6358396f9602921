/** What the targets' ways of pruning share: which region functions a compiler has, and whether they hold heavy work. */
import { calledOp, type Expr, type Func, type Module } from "@relayscope/ir";
import { isCompilerFunction } from "./compilerFunctions.ts";
import { holdsBelow } from "./functionBodies.ts";

/** Whether a call of one of the operators is anywhere below an expression, composites included. */
export function callsAnyOf(body: Expr, operators: ReadonlySet<string>): boolean {
  return holdsBelow(body, (expr) => operators.has(calledOp(expr) ?? ""));
}

/** The names of a compiler's functions that `isKept` refuses, in the module's order. */
export function refusedFunctions(module: Module, compiler: string, isKept: (f: Func) => boolean): string[] {
  return [...module.functions].filter(([, f]) => isCompilerFunction(f, compiler) && !isKept(f)).map(([name]) => name);
}
