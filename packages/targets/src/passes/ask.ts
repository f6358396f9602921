/**
 * Runs checks and rules of a file, and accepts the answers that the reference accepts. Follows
 * include/tvm/runtime/packed_func.h.
 */
import type { Expr } from "@relayscope/ir";
import type { GivenOptions, OperatorRule, OperatorRules } from "@relayscope/passes";
import { call, PyFloat, type Runtime, typeName, type Value } from "@relayscope/python";
import { refuseMissing } from "../load/standIns.ts";
import { rulesUnder } from "../natives/ownTargets.ts";
import { tvmError } from "../objects/errors.ts";
import { wrapExpr } from "../objects/exprHolder.ts";
import { elementsOf } from "../objects/sequences.ts";
import { TvmObject } from "../objects/tvmObject.ts";

/** Whether an answer means yes. Raises for anything but a bool or an int. */
function answerOf(value: Value): boolean {
  refuseMissing(value);
  if (typeof value === "boolean") return value;
  if (typeof value === "number" || typeof value === "bigint") return Number(value) !== 0;
  throw tvmError(`expected int but got ${kindOf(value)}`);
}

/** The reference's name for the type of a value that is not a number. */
export function kindOf(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return "str";
  if (value instanceof PyFloat) return "float";
  if (value instanceof TvmObject || elementsOf(value)) return "Object";
  return typeName(value);
}

/** Runs a check or a rule on a node, and raises its exceptions. */
export function ask(m: Runtime, callee: Value, node: Expr): boolean {
  return answerOf(call(m, callee, [wrapExpr(node)]));
}

/** The rules that a program registered for the targets that a pass is given. */
export function rulesOf(m: Runtime, options: GivenOptions): OperatorRules {
  const targets = Array.isArray(options.targets) ? options.targets.map(String) : [];
  return Object.fromEntries(targets.map((target) => [target, rulesOfTarget(m, target)]));
}

function rulesOfTarget(m: Runtime, target: string): Readonly<Record<string, OperatorRule>> {
  return Object.fromEntries([...rulesUnder(m, target)].map(([operator, rule]) => [operator, (node) => ask(m, rule, node)]));
}
