/** Calls of operators as their builders make them. Follows python/tvm/relay/op. */
import { call, type Expr, op } from "@relayscope/ir";
import type { PyException, Runtime, Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { internalError } from "./errors.ts";
import { type ExprObject, wrapExpr } from "./exprHolder.ts";
import { structOf } from "./toCompiler.ts";

/**
 * A call of an operator with attributes by name; those left out have their defaults. Raises where the operator or an
 * attribute is unknown.
 */
export function callOperator(m: Runtime, name: string, args: readonly Expr[], given: Iterable<readonly [string, Value]>): ExprObject {
  const definition = stateOf(m).operators.get(name);
  if (!definition) throw noOperator(name);
  return wrapExpr(call(op(name), args, definition.attrs && structOf(definition.attrs, given)));
}

/** The names in exceptions that say that there is no such operator. */
export const noOperators = new WeakMap<PyException, string>();

export function noOperator(name: string): PyException {
  const error = internalError(`Check failed: (reg != nullptr) is false: AttributeError: Operator ${name} is not registered`);
  noOperators.set(error, name);
  return error;
}
