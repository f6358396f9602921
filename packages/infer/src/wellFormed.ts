/** Whether every variable is bound once, and before its use. Follows src/relay/analysis/well_formed.cc and the check of IRModule::Add (src/ir/module.cc). */
import { addNew, childrenOf, type Diagnostic, type Expr, patternVars, type Var } from "@relayscope/ir";
import { messages } from "./diagnostics.ts";

/** Entering or leaving the scope of variables. */
interface ScopeMark {
  readonly kind: "bind" | "release";
  readonly variables: readonly Var[];
}

/** Variables bound twice or used outside their scope; with `isClosed`, free variables as well. */
export function checkScopes(root: Expr, isClosed: boolean): readonly Diagnostic[] {
  const found = new Map<Var, Diagnostic>();
  const inScope = new Set<Var>();
  const everBound = new Set<Var>();
  const free = new Set<Var>();
  const seen = new Set<Expr>();
  const tasks: (Expr | ScopeMark)[] = [root];
  const bind = (v: Var) => {
    if (everBound.has(v)) found.set(v, messages.boundTwice(v, v.name));
    else if (free.has(v)) found.set(v, messages.usedBeforeBinding(v, v.name));
    inScope.add(v);
    everBound.add(v);
  };
  const use = (v: Var) => {
    if (inScope.has(v)) return;
    if (everBound.has(v)) found.set(v, messages.boundTwice(v, v.name));
    else free.add(v);
  };
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    switch (task.kind) {
      case "bind":
        task.variables.forEach(bind);
        continue;
      case "release":
        for (const v of task.variables) inScope.delete(v);
        continue;
      case "Op":
      case "Constant":
      case "GlobalVar":
      case "Constructor":
        continue;
      case "Var":
        use(task);
        continue;
      default:
        if (addNew(seen, task)) pushParts(task, tasks);
    }
  }
  if (isClosed) for (const v of free) if (!found.has(v)) found.set(v, messages.freeVariable(v, v.name));
  return [...found.values()];
}

/** What is to be done for an expression, last thing first. */
function pushParts(expr: Expr, tasks: (Expr | ScopeMark)[]): void {
  const scope = (variables: readonly Var[], ...parts: readonly Expr[]) => {
    tasks.push({ kind: "release", variables }, ...parts, { kind: "bind", variables });
  };
  switch (expr.kind) {
    case "Call":
      for (let i = expr.args.length - 1; i >= 0; i--) tasks.push(expr.args[i] as Expr);
      tasks.push(expr.op);
      return;
    case "Function":
      scope(expr.params, expr.body);
      return;
    case "Let":
      // Only a function may use the name that it is bound to: elsewhere inference raises in the reference.
      if (expr.value.kind === "Function") scope([expr.variable], expr.body, expr.value);
      else {
        scope([expr.variable], expr.body);
        tasks.push(expr.value);
      }
      return;
    case "Match":
      for (let i = expr.clauses.length - 1; i >= 0; i--) {
        const clause = expr.clauses[i];
        if (clause) scope(patternVars(clause.pattern), clause.body);
      }
      tasks.push(expr.data);
      return;
    default: {
      const children = childrenOf(expr);
      for (let i = children.length - 1; i >= 0; i--) tasks.push(children[i] as Expr);
    }
  }
}
