/** What the targets' ways of pruning share: which region functions a compiler has, and whether they hold heavy work. */
import { calledOp, type Expr, type Func, type Module, postOrder } from "@relayscope/ir";
import { isCompilerFunction } from "./compilerFunctions.ts";

/** Whether a call of one of the operators is anywhere below an expression, composites included. */
export function callsAnyOf(body: Expr, operators: ReadonlySet<string>): boolean {
  let isFound = false;
  postOrder(
    body,
    (expr) => {
      const name = calledOp(expr);
      isFound ||= name !== undefined && operators.has(name);
    },
    () => !isFound,
  );
  return isFound;
}

/** The names of a compiler's functions that `isKept` refuses, in the module's order. */
export function refusedFunctions(module: Module, compiler: string, isKept: (f: Func) => boolean): string[] {
  return [...module.functions].filter(([, f]) => isCompilerFunction(f, compiler) && !isKept(f)).map(([name]) => name);
}
