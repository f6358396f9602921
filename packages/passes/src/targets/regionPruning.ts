/** The common part of the targets' pruning: which region functions a compiler has, and whether they hold heavy work. */
import { calledOp, type Expr, type Func, postOrderList } from "@relayscope/ir";
import { isCompilerFunction } from "../byoc/compilerFunctions.ts";
import { holdsBelow } from "../core/functionBodies.ts";
import type { ModuleRun } from "../core/modulePass.ts";
import { type Option, text } from "../core/options.ts";
import { noCompiler } from "./diagnostics.ts";

/** The option that names the target whose regions a pass changes, `known` in TVM. */
export function compilerOption(known: string): Option<string> {
  return text(
    known,
    `The target whose regions it changes. TVM's pass knows \`${known}\` alone; another name is for a copy of that target.`,
  );
}

/** Whether a call of one of the operators is anywhere below an expression, composites included. */
export function callsAnyOf(body: Expr, operators: ReadonlySet<string>): boolean {
  return holdsBelow(body, (expr) => operators.has(calledOp(expr) ?? ""));
}

/**
 * The names of a compiler's functions that are inlined, in the module's order. `refusal` returns the reason as a
 * clause; undefined keeps the function. Throws if a function has attributes but no `Compiler`, like that of an imported
 * TFLite model: the reference raises there.
 */
export function refusedFunctions(
  { module, decide }: Pick<ModuleRun, "module" | "decide">,
  compiler: string,
  refusal: (f: Func) => string | undefined,
): string[] {
  const names: string[] = [];
  for (const [name, f] of module.functions) if (f.attrs.size > 0 && !f.attrs.has("Compiler")) throw noCompiler(name, f);
  for (const [name, f] of module.functions) {
    const reason = isCompilerFunction(f, compiler) ? refusal(f) : undefined;
    if (reason === undefined) continue;
    names.push(name);
    decide?.({ kind: "prune", functionName: name, reason, nodes: callsIn(f) });
  }
  return names;
}

function callsIn(f: Func): readonly Expr[] {
  return postOrderList(f.body).filter((expr) => expr.kind === "Call");
}
