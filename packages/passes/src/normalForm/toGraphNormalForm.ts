/**
 * ToGraphNormalForm: puts the value of each let in the place of its variable, so that sharing is in the graph alone.
 * Follows src/relay/transforms/to_graph_normal_form.cc.
 */
import {
  type Expr,
  type Func,
  freeVars,
  keptIn,
  type Let,
  type LineageRecorder,
  let_,
  present,
  type Rewriter,
  rewriter,
  type Var,
} from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import { freeVariables } from "./diagnostics.ts";

export const toGraphNormalForm = functionPass({
  name: "ToGraphNormalForm",
  summary: "Replaces each let-bound variable with its value.",
  upstream: ["src/relay/transforms/to_graph_normal_form.cc"],
  optLevel: 1,
  runFunction({ f, name, lineage }) {
    const result = withoutLets(f, lineage);
    const free = freeVars(result);
    if (free.length > 0) throw freeVariables(name, free, result);
    return result;
  },
});

function withoutLets(f: Func, lineage: LineageRecorder): Func {
  const letOf = new Map<Expr, Let>();
  /** Variables met inside their own value: local recursion, which stays a let. */
  const recursive = new Set<Expr>();
  const finished = new Map<Var, Expr>();
  const valueOf = (bound: Let): Expr => {
    return keptIn(finished, bound.variable, () => {
      const value = remover.rewritten(bound.value) ?? bound.value;
      const result = recursive.has(bound.variable) ? let_(bound.variable, value, bound.variable) : value;
      if (result !== value) lineage.record(result, bound);
      return result;
    });
  };
  const remover: Rewriter = rewriter({
    lineage,
    children(e) {
      if (e.kind !== "Let") return undefined;
      letOf.set(e.variable, e);
      return [e.value, e.body];
    },
    pre(e) {
      const bound = e.kind === "Var" ? letOf.get(e) : undefined;
      if (!bound) return undefined;
      if (remover.rewritten(bound.value) === undefined) {
        recursive.add(e);
        return e;
      }
      return valueOf(bound);
    },
    post: (original, rebuilt) => (original.kind === "Let" ? present(remover.rewritten(original.body)) : rebuilt),
  });
  return remover.rewriteFunction(f);
}
