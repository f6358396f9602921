/**
 * InlineCompilerFunctionsBoundTo: inlines some compiler functions at their calls, including the composites inside them,
 * and removes the functions. Follows src/relay/transforms/compiler_function_utils.cc.
 */
import { type Expr, type Func, isSkippedByPasses, type LineageRecorder, type Module, present, rewriter, type Var } from "@relayscope/ir";
import { demandWellFormed } from "../core/demandWellFormed.ts";
import { functionMissing, wrongArgumentCount } from "../core/diagnostics.ts";
import { withBody } from "../core/functionBodies.ts";
import { modulePass } from "../core/modulePass.ts";
import { mutationOrder } from "../core/mutationOrder.ts";
import { texts } from "../core/options.ts";
import { substitute } from "../core/substitute.ts";
import { withTypeOf } from "../core/withType.ts";
import { compositeOf, isCompilerFunction } from "./compilerFunctions.ts";
import { notACompilerFunction, notComposite } from "./diagnostics.ts";

export const inlineCompilerFunctionsBoundTo = modulePass({
  name: "InlineCompilerFunctionsBoundTo",
  summary: "Inlines some compiler functions.",
  upstream: ["src/relay/transforms/compiler_function_utils.cc"],
  options: { global_vars: texts([], "The functions to inline, by name.") },
  run({ module, options, lineage }) {
    const names = options.global_vars.map((name) => name.replace(/^@/, ""));
    return inlineFunctions(module, names, lineage);
  },
});

/** A module without the named compiler functions: their bodies replace their calls. */
export function inlineFunctions(module: Module, names: readonly string[], lineage: LineageRecorder): Module {
  const isMeant = new Set(names);
  if (names.length === 0) return module;
  const functions = new Map<string, Func>();
  for (const [name, f] of module.functions) {
    if (isMeant.has(name)) continue;
    const changed = isSkippedByPasses(f) ? f : withBody(f, withoutCallsOf(f.body, isMeant, module, lineage), lineage);
    if (changed !== f) demandWellFormed(name, changed, f);
    functions.set(name, changed);
  }
  const isSame = functions.size === module.functions.size && [...functions].every(([name, f]) => module.functions.get(name) === f);
  return isSame ? module : { ...module, functions };
}

function withoutCallsOf(body: Expr, isMeant: ReadonlySet<string>, module: Module, lineage: LineageRecorder): Expr {
  return rewriter({
    lineage,
    children: mutationOrder,
    post(original, rebuilt) {
      if (rebuilt.kind !== "Call" || rebuilt.op.kind !== "GlobalVar" || !isMeant.has(rebuilt.op.name)) return withTypeOf(original, rebuilt);
      const { name } = rebuilt.op;
      const f = module.functions.get(name);
      if (!f) throw functionMissing(name);
      if (!isCompilerFunction(f)) throw notACompilerFunction(name);
      // Each call gets the body with its composites opened again: the reference shares nothing between two calls of one
      // function.
      return applied(f.params, withoutComposites(f.body, lineage), rebuilt.args, rebuilt, lineage);
    },
  }).rewrite(body);
}

/** A body in which calls of composites are the composites' bodies. */
function withoutComposites(body: Expr, lineage: LineageRecorder): Expr {
  return rewriter({
    lineage,
    children: mutationOrder,
    post(original, rebuilt) {
      if (rebuilt.kind !== "Call" || rebuilt.op.kind !== "Function") return withTypeOf(original, rebuilt);
      if (compositeOf(rebuilt.op) === undefined) throw notComposite(original);
      return applied(rebuilt.op.params, rebuilt.op.body, rebuilt.args, original, lineage);
    },
  }).rewrite(body);
}

function applied(params: readonly Var[], body: Expr, args: readonly Expr[], at: Expr, lineage: LineageRecorder): Expr {
  if (params.length !== args.length) throw wrongArgumentCount(at, params.length, args.length);
  return substitute(body, new Map(params.map((p, i) => [p, present(args[i])])), lineage);
}
