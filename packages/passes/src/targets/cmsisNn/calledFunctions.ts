/** Rewrites a module's functions when a call of them is visited. Later calls see the rewritten function. */
import { type Call, type Expr, type Func, type Module, raise } from "@relayscope/ir";
import { functionMissing } from "../../core/diagnostics.ts";
import { functionCallsItself } from "./diagnostics.ts";

export interface CalledFunctions {
  /**
   * The present function of a call, whose arguments must be done. Throws if there is none, or if it is being visited
   * already.
   */
  enter(call: Call): Func;
  /** The function that was entered for this call. */
  leave(call: Call): Func;
}

/** The name of the called function; undefined if it is not a global function. */
export function calledGlobal(expr: Expr): string | undefined {
  return expr.kind === "Call" && expr.op.kind === "GlobalVar" ? expr.op.name : undefined;
}

/**
 * Looks up functions in `functions`, which the caller keeps up to date. Starts inside the function `start`, if given.
 */
export function calledFunctions(functions: ReadonlyMap<string, Func>, start?: string): CalledFunctions {
  const entered = new Map<string, Func | undefined>();
  if (start !== undefined) entered.set(start, undefined);
  const nameOf = (call: Call) => calledGlobal(call) ?? "";
  return {
    enter(call) {
      const name = nameOf(call);
      const f = functions.get(name);
      if (f?.kind !== "Function") throw functionMissing(name);
      if (entered.has(name)) throw functionCallsItself(name, call);
      entered.set(name, f);
      return f;
    },
    leave(call) {
      const name = nameOf(call);
      const f = entered.get(name) ?? raise(functionMissing(name));
      entered.delete(name);
      return f;
    },
  };
}

/** The module's `@main`; throws if there is none. */
export function mainOf(module: Module): Func {
  const main = module.functions.get("main");
  if (main?.kind !== "Function") throw functionMissing("main");
  return main;
}
