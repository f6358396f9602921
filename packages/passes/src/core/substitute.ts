/** Putting expressions in the place of variables. Follows Bind in src/relay/ir/expr_functor.cc. */
import { type Expr, type Func, func, type LineageRecorder, rewrite, type Var } from "@relayscope/ir";
import { mutationOrder } from "./mutationOrder.ts";
import { withTypeOf } from "./withType.ts";

/**
 * An expression in which each variable of `values` is replaced. Types of rebuilt nodes stay: a value has its variable's
 * type.
 */
export function substitute(expr: Expr, values: ReadonlyMap<Var, Expr>, lineage: LineageRecorder): Expr {
  if (values.size === 0) return expr;
  return rewrite(expr, {
    children: mutationOrder,
    post: (original, rebuilt) => (original.kind === "Var" ? (values.get(original) ?? original) : withTypeOf(original, rebuilt)),
    lineage: { ...lineage, record: (output, ...origins) => recordMade(lineage, values, output, origins as readonly Expr[]) },
  });
}

/** A substituted value keeps its own lineage: only nodes made here are recorded. */
function recordMade(lineage: LineageRecorder, values: ReadonlyMap<Var, Expr>, output: Expr, origins: readonly Expr[]): void {
  const made = origins.filter((origin) => origin.kind !== "Var" || !values.has(origin));
  if (made.length > 0) lineage.record(output, ...made);
}

/** A function without the parameters that got a value. */
export function bindParameters(f: Func, values: ReadonlyMap<Var, Expr>, lineage: LineageRecorder): Func {
  if (values.size === 0) return f;
  const body = substitute(f.body, values, lineage);
  const bound = func({ ...f, params: f.params.filter((p) => !values.has(p)), body }, { span: f.span });
  lineage.record(bound, f);
  return bound;
}
