/**
 * DefuseOps: puts the bodies of called functions back in place, the inverse of FuseOps.
 * Follows src/relay/transforms/defuse_ops.cc; as there, parameters are distinguished by name.
 */
import { type Expr, type Func, rewrite, rewriteFunction, type Var } from "@relayscope/ir";
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
  /** Calls whose function gives a variable from outside of it, with that: the reference makes nothing of them. */
  const lost = new Map<Expr, Var>();
  const post = (original: Expr, rebuilt: Expr): Expr => {
    demandItems(original, (e) => lost.get(e));
    if (rebuilt.kind !== "Call" || rebuilt.op.kind !== "Function") return rebuilt;
    const argOf = new Map<string, Expr>();
    rebuilt.op.params.forEach((p, i) => {
      if (argOf.has(p.name)) {
        throw sameParameterName(p.name, rebuilt.op);
      }
      const arg = rebuilt.args[i];
      if (arg) argOf.set(p.name, arg);
    });
    const { body } = rebuilt.op;
    if (body.kind === "Var" && !argOf.has(body.name)) {
      lost.set(original, body);
      return original;
    }
    return rewrite(body, {
      pre: (e) => (e.kind === "Var" ? argOf.get(e.name) : undefined),
      children: (e) => {
        demandItems(e, (item) => (item.kind === "Var" && !argOf.has(item.name) ? item : undefined));
        for (const v of e.kind === "Function" ? e.params : e.kind === "Let" ? [e.variable] : []) {
          if ((argOf.get(v.name) ?? v).kind !== "Var") throw notAParameter(v);
        }
        return undefined;
      },
      lineage,
    });
  };
  return rewriteFunction(f, { post, lineage });
}

/**
 * Raises where one of a node's items is lost: the reference fails on a list with nothing at a place. A node's only
 * child of a role (a branch, a body, what a let binds) just stays as it was there.
 */
function demandItems(node: Expr, lostOf: (e: Expr) => Var | undefined): void {
  for (const item of itemsOf(node)) {
    const lost = lostOf(item);
    if (lost) throw notAParameter(lost);
  }
}

function itemsOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "Call":
      return node.args;
    case "Tuple":
      return node.fields;
    case "Function":
      return node.params;
    case "Match":
      return [node.data, ...node.clauses.map((c) => c.body)];
    default:
      return [];
  }
}
