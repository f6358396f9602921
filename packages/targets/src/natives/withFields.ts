/**
 * Copies of expressions with some parts changed; their types stay. Follows the functions *WithFields in
 * python/tvm/relay/expr.py.
 */
import type { Expr } from "@relayscope/ir";
import { hostFunction, type Runtime, type Value } from "@relayscope/python";
import { tvmError } from "../objects/errors.ts";
import { ExprObject, wrapExpr } from "../objects/exprHolder.ts";
import { withSpan } from "../objects/spanObjects.ts";
import { callAttrsOf, exprOf, exprsOf } from "../objects/toCompiler.ts";
import { optionalTypeOf } from "../objects/typeObjects.ts";

/** A copy of a node, or the node itself where nothing is to change. */
function copied(node: Expr, changes: Partial<Expr>): Value {
  const made: Expr = Object.assign({}, node, changes);
  return wrapExpr(Object.keys(changes).length === 0 ? node : made);
}

type Change = (m: Runtime, value: Value) => unknown;

const expr: Change = exprOf;
const exprs: Change = exprsOf;

/** A function that copies nodes of a kind: its parameters by name, each with the field that it changes. */
function withFields(
  name: string,
  kind: Expr["kind"],
  parameters: Readonly<Record<string, readonly [field: string, change: Change]>>,
): Value {
  const names = Object.keys(parameters);
  const signature = ["node", ...names.map((n) => `${n}=None`), "virtual_device=None", "span=None"].join(", ");
  return hostFunction(name, signature, (m, node = null, ...values) => {
    const given = exprOf(m, node);
    if (given.kind !== kind) throw tvmError(`Check failed: Expected type relay.${kind} but got relay.${given.kind}`);
    const changes: Record<string, unknown> = {};
    for (const [i, parameter] of names.entries()) {
      const value = values[i] ?? null;
      const found = parameters[parameter];
      if (value !== null && found) changes[found[0]] = found[1](m, value);
    }
    const made = copied(given, changes);
    return made instanceof ExprObject ? withSpan(made, values[names.length + 1]) : made;
  });
}

/** The members of `relay.expr` that copy expressions. */
export const withFieldsMembers: Readonly<Record<string, Value>> = {
  CallWithFields: withFields("CallWithFields", "Call", {
    op: ["op", expr],
    args: ["args", exprs],
    attrs: ["attrs", (_m, value) => callAttrsOf(value)],
  }),
  TupleWithFields: withFields("TupleWithFields", "Tuple", { fields: ["fields", exprs] }),
  TupleGetItemWithFields: withFields("TupleGetItemWithFields", "TupleGetItem", {
    tuple_value: ["tuple", expr],
    index: ["index", (_m, value) => Number(value)],
  }),
  VarWithFields: withFields("VarWithFields", "Var", {
    vid: ["name", (_m, value) => (value instanceof ExprObject && value.node.kind === "Var" ? value.node.name : String(value))],
    type_annotation: ["annotation", (_m, value) => optionalTypeOf(value)],
  }),
  LetWithFields: withFields("LetWithFields", "Let", { variable: ["variable", expr], value: ["value", expr], body: ["body", expr] }),
  IfWithFields: withFields("IfWithFields", "If", {
    cond: ["condition", expr],
    true_branch: ["thenBranch", expr],
    false_branch: ["elseBranch", expr],
  }),
};
