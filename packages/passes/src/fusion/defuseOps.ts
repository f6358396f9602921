/**
 * DefuseOps: puts the bodies of called functions back in place, the inverse of FuseOps.
 * Follows src/relay/transforms/defuse_ops.cc; as there, parameters are distinguished by name.
 */
import { type Expr, type Func, raise, rewrite, rewriteFunction } from "@relayscope/ir";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { notAParameter, sameParameterName } from "./diagnostics.ts";

export const defuseOps = functionPass({
  name: "DefuseOps",
  summary: "Inlines fused functions.",
  upstream: ["src/relay/transforms/defuse_ops.cc"],
  optLevel: 3,
  requires: [inferType],
  runFunction,
});

function runFunction({ f, lineage }: FunctionRun): Func {
  const post = (_original: Expr, rebuilt: Expr): Expr => {
    if (rebuilt.kind !== "Call" || rebuilt.op.kind !== "Function") return rebuilt;
    const argOf = new Map<string, Expr>();
    rebuilt.op.params.forEach((p, i) => {
      if (argOf.has(p.name)) {
        throw sameParameterName(p.name, rebuilt.op);
      }
      const arg = rebuilt.args[i];
      if (arg) argOf.set(p.name, arg);
    });
    const pre = (e: Expr): Expr | undefined => {
      if (e.kind !== "Var") return undefined;
      const arg = argOf.get(e.name) ?? raise(notAParameter(e));
      return arg;
    };
    return rewrite(rebuilt.op.body, { pre, lineage });
  };
  return rewriteFunction(f, { post, lineage });
}
