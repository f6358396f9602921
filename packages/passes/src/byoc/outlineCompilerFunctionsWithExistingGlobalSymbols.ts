/**
 * OutlineCompilerFunctionsWithExistingGlobalSymbols: compiler functions that are called in place become functions of
 * the module, named by their `global_symbol`. Follows src/relay/transforms/compiler_function_utils.cc.
 */
import { separateConstants } from "@relayscope/infer";
import {
  type AttrValue,
  call,
  type Expr,
  type Func,
  func,
  type GlobalVar,
  globalVar,
  isSkippedByPasses,
  keptIn,
  type LineageRecorder,
  type Rewriter,
  rewriter,
  type Var,
} from "@relayscope/ir";
import { withBody } from "../core/functionBodies.ts";
import { modulePass } from "../core/modulePass.ts";
import { mutationOrder } from "../core/mutationOrder.ts";
import { substitute } from "../core/substitute.ts";
import { withTypeOf } from "../core/withType.ts";
import { compilerFilterOption, isCompilerFunction } from "./compilerFunctions.ts";
import { noGlobalSymbol } from "./diagnostics.ts";

export const outlineCompilerFunctionsWithExistingGlobalSymbols = modulePass({
  name: "OutlineCompilerFunctionsWithExistingGlobalSymbols",
  infoName: "OutlineCompilerFunctions",
  summary: "Moves compiler functions that are written at their call into the module.",
  upstream: ["src/relay/transforms/compiler_function_utils.cc"],
  options: { compiler_filter: compilerFilterOption },
  run({ module, options, lineage }) {
    const functions = new Map(module.functions);
    for (const [name, f] of module.functions) {
      if (isSkippedByPasses(f)) continue;
      functions.set(name, withBody(f, outlined(f.body, options.compiler_filter, functions, lineage), lineage));
    }
    const isSame = functions.size === module.functions.size && [...functions].every(([name, f]) => module.functions.get(name) === f);
    return isSame ? module : separateConstants({ ...module, functions }, lineage);
  },
});

function outlined(body: Expr, compiler: string, functions: Map<string, Func>, lineage: LineageRecorder): Expr {
  const symbols = new Map<string, GlobalVar>();
  /** The values of lets. A compiler function replaces its variable, and its let is removed. */
  const valueOf = new Map<Var, Expr>();
  const dropped = new Map<Var, Expr>();
  const bodies: Rewriter = rewriter({
    lineage,
    children: mutationOrder,
    pre(expr) {
      if (expr.kind === "Let") valueOf.set(expr.variable, expr.value);
      return undefined;
    },
    post(original, rebuilt) {
      if (rebuilt.kind === "Let" && isCompilerFunction(rebuilt.value, compiler)) {
        dropped.set(rebuilt.variable, rebuilt.value);
        return rebuilt.body;
      }
      if (rebuilt.kind !== "Call") return withTypeOf(original, rebuilt);
      const value = rebuilt.op.kind === "Var" ? valueOf.get(rebuilt.op) : undefined;
      const callee = (value && bodies.rewritten(value)) ?? rebuilt.op;
      if (!isCompilerFunction(callee, compiler)) return withTypeOf(original, rebuilt);
      const symbol = symbolOf(callee, symbols);
      if (!functions.has(symbol.name)) {
        const global = func(
          { ...callee, attrs: new Map<string, AttrValue>([...callee.attrs, ["global_symbol", symbol.name]]) },
          { checkedType: callee.checkedType, span: callee.span },
        );
        lineage.record(global, callee);
        functions.set(symbol.name, global);
      }
      return call(symbol, rebuilt.args, rebuilt.attrs, {
        typeArgs: rebuilt.typeArgs,
        checkedType: original.checkedType,
        span: original.span,
      });
    },
  });
  return substitute(bodies.rewrite(body), dropped, lineage);
}

function symbolOf(f: Func, symbols: Map<string, GlobalVar>): GlobalVar {
  const name = f.attrs.get("global_symbol");
  if (typeof name !== "string") throw noGlobalSymbol(f);
  return keptIn(symbols, name, () => globalVar(name, { checkedType: f.checkedType }));
}
