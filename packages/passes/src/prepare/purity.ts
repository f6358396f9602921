/**
 * Which let-bound values can be left out: a value is pure where computing it has no effect, and a function where
 * calling it has none. Follows PurityVisitor (src/relay/transforms/dead_code.cc), its limit on nested calls included:
 * beyond it a call counts as impure.
 */
import { type Call, type Expr, type Func, isTruthy, type Module, patternVars, raise, runTask, type Task, type Var } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { functionMissing } from "../core/diagnostics.ts";
import { unboundVariable } from "./diagnostics.ts";

interface Purity {
  /** Computing the expression has no effect. */
  readonly evaluates: boolean;
  /** Calling its result has no effect; true for something that is not a function. */
  readonly calls: boolean;
}

const pure: Purity = { evaluates: true, calls: true };
const deepestCall = 25;

/** For each let-bound or pattern-bound variable of the module's functions: whether its value is pure. */
export function findPurity(module: Module, operators: OperatorDefinitions): ReadonlyMap<Var, boolean> {
  const ofVariable = new Map<Var, Purity>();
  const ofGlobal = new Map<string, Purity>();
  const memo = new Map<Expr, Purity>();
  let depth = 0;
  const firstOrder = (e: Expr): Purity => ({ evaluates: true, calls: isFirstOrder(e) });

  function* visit(e: Expr): Task<Purity> {
    const known = memo.get(e);
    if (known) return known;
    const result: Purity = yield visitNew(e);
    memo.set(e, result);
    return result;
  }

  function* visitNew(e: Expr): Task<Purity> {
    switch (e.kind) {
      case "Constant":
      case "Constructor":
      case "RefCreate":
        return pure;
      case "Op":
        return { evaluates: true, calls: !operators.get(e.name)?.isStateful };
      case "GlobalVar": {
        const f = module.functions.get(e.name) ?? raise(functionMissing(e.name));
        return isMarked(f, "Extern") ? { evaluates: true, calls: false } : yield visitGlobal(e.name, f);
      }
      case "Var": {
        const bound = ofVariable.get(e) ?? raise(unboundVariable(e));
        return { evaluates: true, calls: bound.calls };
      }
      case "Function": {
        for (const p of e.params) ofVariable.set(p, firstOrder(p));
        const body: Purity = yield visit(e.body);
        return { evaluates: true, calls: body.evaluates && body.calls };
      }
      case "Let": {
        let allPure = true;
        let rest: Expr = e;
        for (; rest.kind === "Let"; rest = rest.body) {
          ofVariable.set(rest.variable, pure); // a recursive function is assumed pure while it is looked at
          const value: Purity = yield visit(rest.value);
          ofVariable.set(rest.variable, value);
          allPure &&= value.evaluates;
        }
        const body: Purity = yield visit(rest);
        return { evaluates: allPure && body.evaluates, calls: body.calls };
      }
      case "Call":
        return yield visitCall(e);
      case "If": {
        const condition: Purity = yield visit(e.condition);
        const [a, b]: [Purity, Purity] = [yield visit(e.thenBranch), yield visit(e.elseBranch)];
        return { evaluates: condition.evaluates && a.evaluates && b.evaluates, calls: a.calls && b.calls };
      }
      case "Tuple": {
        let allPure = true;
        for (const field of e.fields) allPure = (yield visit(field)).evaluates && allPure;
        return { evaluates: allPure, calls: true };
      }
      case "TupleGetItem":
        return { evaluates: (yield visit(e.tuple)).evaluates, calls: isFirstOrder(e) };
      case "RefWrite":
        yield visit(e.ref);
        yield visit(e.value);
        return { evaluates: false, calls: true };
      case "RefRead":
        yield visit(e.ref);
        return { evaluates: false, calls: isFirstOrder(e) };
      case "Match": {
        let { evaluates } = yield visit(e.data);
        let calls = true;
        for (const clause of e.clauses) {
          for (const v of patternVars(clause.pattern)) ofVariable.set(v, firstOrder(v));
          const body: Purity = yield visit(clause.body);
          evaluates &&= body.evaluates;
          calls &&= body.calls;
        }
        return { evaluates, calls };
      }
    }
  }

  function* visitCall(e: Call): Task<Purity> {
    if (depth >= deepestCall) return { evaluates: false, calls: isFirstOrder(e) };
    depth++;
    const callee: Purity = yield visit(e.op);
    let argsPure = true;
    for (const arg of e.args) argsPure = (yield visit(arg)).evaluates && argsPure;
    depth--;
    return { evaluates: argsPure && callee.evaluates && callee.calls, calls: isFirstOrder(e) || callee.calls };
  }

  function* visitGlobal(name: string, f: Func): Task<Purity> {
    const known = ofGlobal.get(name);
    if (known) return known;
    ofGlobal.set(name, pure);
    const result: Purity = yield visit(f);
    ofGlobal.set(name, result);
    return result;
  }

  for (const [name, f] of module.functions) {
    if (!isMarked(f, "Primitive") && !isMarked(f, "Extern")) runTask(visitGlobal(name, f));
  }
  return new Map([...ofVariable].map(([v, p]) => [v, p.evaluates]));
}

function isFirstOrder(e: Expr): boolean {
  return e.checkedType?.kind !== "FuncType";
}

function isMarked(f: Func, name: string): boolean {
  return isTruthy(f.attrs.get(name));
}
