/**
 * DefuseOps: puts the bodies of called functions back in place, the inverse of FuseOps.
 * Follows src/relay/transforms/defuse_ops.cc; as there, parameters are told apart by name.
 */
import { type Expr, type Func, type LineageRecorder, rewrite } from "@relayscope/ir";
import { functionPass } from "./functionPass.ts";
import { type PassContext, PassFailure, type PassOptions } from "./pass.ts";

export const defuseOps = functionPass({
  name: "DefuseOps",
  summary: "Puts the bodies of fused functions back in place.",
  optLevel: 3,
  requires: ["InferType"],
  options: [],
  runFunction,
});

function runFunction(f: Func, _options: PassOptions, _context: PassContext, lineage: LineageRecorder): Func {
  const post = (_original: Expr, rebuilt: Expr): Expr => {
    if (rebuilt.kind !== "Call" || rebuilt.op.kind !== "Function") return rebuilt;
    const argOf = new Map<string, Expr>();
    rebuilt.op.params.forEach((p, i) => {
      if (argOf.has(p.name)) {
        throw new PassFailure(
          "same-parameter-name",
          `Two parameters of a fused function are called \`%${p.name}\`, where the reference raises.`,
          rebuilt.op,
        );
      }
      argOf.set(p.name, rebuilt.args[i] as Expr);
    });
    const pre = (e: Expr): Expr | undefined => {
      if (e.kind !== "Var") return undefined;
      const arg = argOf.get(e.name);
      if (!arg)
        throw new PassFailure("free-variable", `\`%${e.name}\` is no parameter of the fused function, where the reference fails.`, e);
      return arg;
    };
    return rewrite(rebuilt.op.body, { pre, lineage });
  };
  return rewrite(f, { post, lineage }) as Func;
}
