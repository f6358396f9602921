/** Whether every variable is bound once, and before its use. Follows src/relay/analysis/well_formed.cc and the check of IRModule::Add (src/ir/module.cc). */
import { childrenOf, type Diagnostic, type Expr, patternVars, type Var } from "@relayscope/ir";
import { messages } from "./diagnostics.ts";

type Task =
  | { readonly kind: "visit"; readonly expr: Expr }
  | { readonly kind: "bind"; readonly variables: readonly Var[] }
  | { readonly kind: "release"; readonly variables: readonly Var[] };

/** Variables bound twice or used outside their scope; with `isClosed`, free variables as well. */
export function checkScopes(root: Expr, isClosed: boolean): readonly Diagnostic[] {
  const found = new Map<Var, Diagnostic>();
  const inScope = new Set<Var>();
  const everBound = new Set<Var>();
  const free = new Set<Var>();
  const seen = new Set<Expr>();
  const tasks: Task[] = [{ kind: "visit", expr: root }];
  const visit = (expr: Expr) => tasks.push({ kind: "visit", expr });
  const scope = (variables: readonly Var[], body: () => void) => {
    tasks.push({ kind: "release", variables });
    body();
    tasks.push({ kind: "bind", variables });
  };
  while (tasks.length > 0) {
    const task = tasks.pop() as Task;
    if (task.kind === "release") {
      for (const v of task.variables) inScope.delete(v);
      continue;
    }
    if (task.kind === "bind") {
      for (const v of task.variables) {
        if (everBound.has(v) || free.has(v)) found.set(v, messages.boundTwice(v, v.name));
        inScope.add(v);
        everBound.add(v);
      }
      continue;
    }
    const expr = task.expr;
    if (expr.kind === "Var") {
      if (inScope.has(expr)) continue;
      if (everBound.has(expr)) found.set(expr, messages.boundTwice(expr, expr.name));
      else free.add(expr);
      continue;
    }
    if (seen.has(expr)) continue;
    seen.add(expr);
    if (expr.kind === "Function") scope(expr.params, () => visit(expr.body));
    else if (expr.kind === "Let") {
      scope([expr.variable], () => {
        visit(expr.body);
        visit(expr.value);
      });
    } else if (expr.kind === "Match") {
      for (const clause of [...expr.clauses].reverse()) scope(patternVars(clause.pattern), () => visit(clause.body));
      visit(expr.data);
    } else {
      const children = childrenOf(expr);
      for (let i = children.length - 1; i >= 0; i--) visit(children[i] as Expr);
    }
  }
  if (isClosed) for (const v of free) if (!found.has(v)) found.set(v, messages.freeVariable(v, v.name));
  return [...found.values()];
}
