/**
 * Putting nodes into let lists, scope by scope: the common part of ToANormalForm and ToBasicBlockNormalForm. Follows
 * Fill (src/relay/transforms/to_a_normal_form.cc). The compiled reference evaluates the arguments of a constructor from
 * right to left, which shows in the order and the names of bindings; so do we.
 */
import {
  asFunction,
  at,
  type Call,
  type Clause,
  call,
  type Expr,
  type Func,
  firstOf,
  freeVars,
  if_,
  isTruthy,
  type LineageRecorder,
  let_,
  type Match,
  match,
  refCreate,
  refRead,
  refWrite,
  runTask,
  type Task,
  type Tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import type { PassContext } from "../core/pass.ts";
import { freeVariables, onDevice } from "./diagnostics.ts";
import { findScopes, type Scope } from "./scopes.ts";

/** Whether every node is bound (A-normal form), or only those that several scopes share (basic-block normal form). */
export type Bound = "every" | "shared";

/** A function in normal form. */
export function inNormalForm(f: Func, name: string, bound: Bound, context: PassContext, lineage: LineageRecorder): Func {
  const free = freeVars(f);
  if (free.length > 0) throw freeVariables(name, free, f);
  const scopes = findScopes(f);
  const names = context.freshNames ?? { next: 0 };
  const memo = new Map<Expr, Expr>();
  let depth = 0;

  /** Wraps the bindings of a scope around a body; the scope is used up. */
  const close = (scope: Scope, body: Expr): Expr => {
    let out = body;
    for (const { variable: v, value } of scope.reversed()) {
      out = let_(v, value, out);
      lineage.record(out, value);
    }
    return out;
  };
  /** Binds the replacement of a node, if it has to be bound. */
  const compound = (original: Expr, now: Expr, v: Var | undefined): Expr => {
    if (now !== original) lineage.record(now, original);
    const made = v ?? variable(`x_${names.next++}`);
    if (!v && bound === "shared" && !scopes.lifted.has(original)) return now;
    if (!v) lineage.record(made, original);
    const scope = scopes.of(original);
    let value = now;
    for (; value.kind === "Let"; value = value.body) scope.push(value.variable, value.value);
    scope.push(made, value);
    return made;
  };

  function* visit(e: Expr, v?: Var): Task<Expr> {
    const known = memo.get(e);
    if (known) {
      if (v) scopes.of(e).push(v, known);
      return known;
    }
    const result: Expr = yield visitNew(e, v);
    memo.set(e, result);
    return result;
  }

  function* all(list: readonly Expr[], into: Expr[]): Task<Expr> {
    for (const e of list) into.push(yield visit(e));
    return at(into, 0);
  }

  function* visitNew(e: Expr, v: Var | undefined): Task<Expr> {
    switch (e.kind) {
      case "Var":
      case "GlobalVar":
      case "Op":
      case "Constructor":
        if (v) scopes.of(e).push(v, e);
        return v ?? e;
      case "Constant":
        return compound(e, e, v);
      case "Call":
        return yield visitCall(e, v);
      case "Tuple": {
        const fields: Expr[] = [];
        if (e.fields.length > 0) yield all(e.fields, fields);
        return compound(e, withFields(e, fields), v);
      }
      case "TupleGetItem":
        return compound(e, tupleGetItem(yield visit(e.tuple), e.index), v);
      case "RefCreate":
        return compound(e, refCreate(yield visit(e.value)), v);
      case "RefRead":
        return compound(e, refRead(yield visit(e.ref)), v);
      case "RefWrite": {
        const value = yield visit(e.value);
        return compound(e, refWrite(yield visit(e.ref), value), v);
      }
      case "If": {
        const [inThen, inElse] = firstOf(scopes.within(e), 2);
        const elseBranch = close(inElse, yield visit(e.elseBranch));
        const thenBranch = close(inThen, yield visit(e.thenBranch));
        return compound(e, if_(yield visit(e.condition), thenBranch, elseBranch), v);
      }
      case "Function":
        return yield visitFunction(e, v);
      case "Let":
        return yield visitLet(e, v);
      case "Match":
        return yield visitMatch(e, v);
    }
  }

  function* visitCall(e: Call, v: Var | undefined): Task<Expr> {
    if (e.op.kind === "Op" && e.op.name === "on_device") {
      throw onDevice(e);
    }
    const args: Expr[] = [];
    if (e.args.length > 0) yield all(e.args, args);
    return compound(e, call(yield visit(e.op), args, e.attrs, { typeArgs: e.typeArgs }), v);
  }

  function* visitFunction(e: Func, v: Var | undefined): Task<Expr> {
    let result: Func = e;
    if (!isPrimitive(e)) {
      depth++;
      const body = close(at(scopes.within(e), 0), yield visit(e.body));
      depth--;
      result = body === e.body ? e : { ...e, span: undefined, body };
    }
    if (depth > 0) return compound(e, result, v);
    if (result !== e) lineage.record(result, e);
    return result;
  }

  function* visitLet(e: Extract<Expr, { kind: "Let" }>, v: Var | undefined): Task<Expr> {
    yield visit(e.value, e.variable);
    const inner = at(scopes.within(e), 0);
    const body: Expr = yield visit(e.body);
    if (bound === "every" && !inner.isEmpty && body.kind !== "Let") {
      // What `compound` would do with the closed list, without building it.
      const made = v ?? variable(`x_${names.next++}`);
      if (!v) lineage.record(made, e);
      scopes.of(e).take(inner);
      scopes.of(e).push(made, body);
      return made;
    }
    return compound(e, close(inner, body), v);
  }

  function* visitMatch(e: Match, v: Var | undefined): Task<Expr> {
    const data: Expr = yield visit(e.data);
    const clauses: Clause[] = [];
    for (const [i, clause] of e.clauses.entries()) {
      clauses.push({ pattern: clause.pattern, body: close(at(scopes.within(e), i), yield visit(clause.body)) });
    }
    return compound(e, match(data, clauses, e.isComplete), v);
  }

  const result = runTask(visit(f));
  return asFunction(close(scopes.of(f), result));
}

/** The reference changes a tuple's fields in place and keeps its type. */
function withFields(original: Tuple, fields: readonly Expr[]): Tuple {
  return fields.every((field, i) => field === original.fields[i]) ? original : { ...original, span: undefined, fields };
}

function isPrimitive(f: Func): boolean {
  return isTruthy(f.attrs.get("Primitive"));
}
