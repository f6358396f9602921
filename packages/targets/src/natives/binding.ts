/**
 * Putting expressions in the place of variables. Follows src/relay/ir/expr_functor.cc, build_module.py and
 * defunctionalization.cc.
 */
import { type Expr, type Func, freeVars, func, postOrder, rewrite, type Var } from "@relayscope/ir";
import { hostFunction, PyDict, type Runtime, raised, typeName, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { entriesIn } from "../objects/containers.ts";
import { internalError, tvmError } from "../objects/errors.ts";
import { ExprObject, wrapExpr } from "../objects/exprHolder.ts";
import { exprOf, textEntries } from "../objects/toCompiler.ts";
import { TvmObject } from "../objects/tvmObject.ts";
import { parameterConstant } from "./constants.ts";

/** A node rebuilt keeps its type: a value has its variable's. */
export function keepingType(original: Expr, rebuilt: Expr): Expr {
  return rebuilt === original || rebuilt.checkedType ? rebuilt : { ...rebuilt, checkedType: original.checkedType };
}

/** An expression with each variable of `values` replaced. */
function substituted(expr: Expr, values: ReadonlyMap<Var, Expr>): Expr {
  if (values.size === 0) return expr;
  return rewrite(expr, {
    post: (original, rebuilt) => (original.kind === "Var" ? (values.get(original) ?? rebuilt) : keepingType(original, rebuilt)),
  });
}

/** A function without the parameters that got a value. Values may bring free variables, which become parameters. */
function boundFunction(f: Func, values: ReadonlyMap<Var, Expr>): Func {
  const body = substituted(f.body, values);
  const params = f.params.filter((p) => !values.has(p));
  if (body === f.body && params.length === f.params.length) return f;
  const known = new Set(params);
  const made = func({ ...f, params, body });
  const more = freeVars(made).filter((v) => !known.has(v));
  return more.length === 0 ? made : func({ ...made, params: [...params, ...more] });
}

/** `bind_params_by_name`: parameters by name become constants. Raises where a name is that of two. */
function boundByName(f: Func, given: readonly (readonly [string, Value])[], m: Runtime): Func {
  const byName = new Map<string, Var>();
  const repeated = new Set<string>();
  for (const param of f.params) {
    if (byName.has(param.name)) repeated.add(param.name);
    byName.set(param.name, param);
  }
  const values = new Map<Var, Expr>();
  for (const [name, value] of given) {
    // The next inference types it.
    const bound = { ...parameterConstant(m, value), checkedType: undefined };
    const param = byName.get(name);
    if (!param) continue;
    if (repeated.has(name)) throw tvmError(`Multiple args in the function have name ${name}`);
    values.set(param, bound);
  }
  return boundFunction(f, values);
}

function functionIn(m: Runtime, value: Value): Func {
  const node = exprOf(m, value);
  if (node.kind === "Function") return node;
  throw tvmError(`Check failed: Expected type relay.Function but got relay.${node.kind}`);
}

/** The variables and values of a dict or a map. */
function bindings(m: Runtime, value: Value): ReadonlyMap<Var, Expr> {
  const values = new Map<Var, Expr>();
  for (const [key, item] of entriesIn(value)) {
    if (key instanceof ExprObject && key.node.kind === "Var") values.set(key.node, exprOf(m, item));
  }
  return values;
}

/** A function in which every call of a function that is in place is done: its body over the arguments. */
function reduced(f: Func): Expr {
  return rewrite(f, {
    post(original, rebuilt) {
      const kept = keepingType(original, rebuilt);
      if (kept.kind !== "Call" || kept.op.kind !== "Function") return kept;
      const { params, body } = kept.op;
      const values = new Map<Var, Expr>();
      for (const [i, param] of params.entries()) {
        const arg = kept.args[i];
        if (arg) values.set(param, arg);
      }
      return substituted(body, values);
    },
  });
}

/** The members of `relay.build_module`, `relay.expr` and `relay.transform` that bind variables. */
export const bindingMembers: Readonly<Record<string, Value>> = {
  bind_params_by_name: hostFunction("bind_params_by_name", "func, params", (m, f = null, params = null) => {
    if (!(params instanceof PyDict)) throw raised("AttributeError", `'${typeName(params)}' object has no attribute 'items'`);
    const before = functionIn(m, f);
    const given = textEntries(params);
    const after = boundByName(before, given, m);
    const { bound, weights, notes } = stateOf(m);
    const names = new Set(before.params.map((p) => p.name));
    // Values that the file makes itself are not those that the page binds.
    const isOfPage = given.every(([name, value]) => !names.has(name) || (value instanceof TvmObject && weights.has(value.key)));
    if (isOfPage) bound.set(before, after);
    else notes.add("bind_params_by_name");
    return wrapExpr(after);
  }),
  bind: hostFunction("bind", "expr, binds", (m, expr = null, binds = null) => {
    const node = exprOf(m, expr);
    const values = bindings(m, binds);
    return wrapExpr(node.kind === "Function" ? boundFunction(node, values) : substituted(node, values));
  }),
  Defunctionalization: hostFunction("Defunctionalization", "func, mod", (m, f = null) => {
    stateOf(m).notes.add("Defunctionalization");
    const given = functionIn(m, f);
    if (given.typeParams.length > 0) throw raised("TypeError", "no polymorphism supported for defunctionalization");
    const made = reduced(given);
    postOrder(made, (e) => {
      if (e.kind === "Call" && e.op.kind === "Var") {
        throw internalError("Check failed: (tc) is false: expected type call when getting original type from encoded type");
      }
    });
    return wrapExpr(made);
  }),
};
