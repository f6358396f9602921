/**
 * Whether every variable is bound once, and before its use. Follows src/relay/analysis/well_formed.cc and the check of
 * IRModule::Add (src/ir/module.cc).
 */
import { addNew, at, childrenOf, type Diagnostic, type Expr, patternVars, type Var } from "@relayscope/ir";
import { messages } from "./diagnostics.ts";

/** Entering or leaving the scope of variables. */
interface ScopeMark {
  readonly kind: "bind" | "release";
  readonly variables: readonly Var[];
}

/** Variables bound twice or used outside their scope; with `isClosed`, free variables as well. */
export function checkScopes(root: Expr, isClosed: boolean): readonly Diagnostic[] {
  return new ScopeCheck().found(root, isClosed);
}

class ScopeCheck {
  /** Each variable that was bound, and whether its scope is entered. */
  private readonly bound = new Map<Var, boolean>();
  private readonly free = new Set<Var>();
  private readonly faults = new Map<Var, Diagnostic>();

  found(root: Expr, isClosed: boolean): readonly Diagnostic[] {
    const seen = new Set<Expr>();
    const tasks: (Expr | ScopeMark)[] = [root];
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      switch (task.kind) {
        case "bind":
          for (const v of task.variables) this.bind(v);
          continue;
        case "release":
          for (const v of task.variables) this.bound.set(v, false);
          continue;
        case "Op":
        case "Constant":
        case "GlobalVar":
        case "Constructor":
          continue;
        case "Var":
          this.use(task);
          continue;
        default:
          if (addNew(seen, task)) pushParts(task, tasks);
      }
    }
    const { faults } = this;
    if (isClosed) for (const v of this.free) if (!faults.has(v)) faults.set(v, messages.freeVariable(v, v.name));
    return [...faults.values()];
  }

  private bind(v: Var): void {
    if (this.bound.has(v)) this.faults.set(v, messages.boundTwice(v, v.name));
    else if (this.free.has(v)) this.faults.set(v, messages.usedBeforeBinding(v, v.name));
    this.bound.set(v, true);
  }

  private use(v: Var): void {
    const isInScope = this.bound.get(v);
    if (isInScope === undefined) this.free.add(v);
    else if (!isInScope) this.faults.set(v, messages.boundTwice(v, v.name));
  }
}

/** Pushes the tasks for an expression, last task first. */
function pushParts(expr: Expr, tasks: (Expr | ScopeMark)[]): void {
  switch (expr.kind) {
    case "Call":
      for (let i = expr.args.length - 1; i >= 0; i--) tasks.push(at(expr.args, i));
      tasks.push(expr.op);
      return;
    case "Function":
      scope(tasks, expr.params, expr.body);
      return;
    case "Let":
      // Only the value of a function may use the name that it is bound to. For other values, inference raises in the
      // reference.
      if (expr.value.kind === "Function") scope(tasks, [expr.variable], expr.body, expr.value);
      else {
        scope(tasks, [expr.variable], expr.body);
        tasks.push(expr.value);
      }
      return;
    case "Match":
      for (let i = expr.clauses.length - 1; i >= 0; i--) {
        const clause = expr.clauses[i];
        if (clause) scope(tasks, patternVars(clause.pattern), clause.body);
      }
      tasks.push(expr.data);
      return;
    default: {
      const children = childrenOf(expr);
      for (let i = children.length - 1; i >= 0; i--) tasks.push(at(children, i));
    }
  }
}

/** The parts to do while some variables are in scope, last thing first. */
function scope(tasks: (Expr | ScopeMark)[], variables: readonly Var[], ...parts: readonly Expr[]): void {
  tasks.push({ kind: "release", variables }, ...parts, { kind: "bind", variables });
}
