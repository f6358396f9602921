/** Calls in the form in which rules and checks receive them. */
import { calledOp, type Expr } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import { type Ground, isSameWork } from "../ground.ts";

/**
 * The original of a call in a composite, with the composite's arguments in place of its variables; other calls
 * unchanged.
 */
export function asWritten(ground: Ground, call: Expr): Expr {
  const { compose, base, history } = ground;
  if (compose === undefined || ground.unitOf(call) === call) return call;
  return history.follow(base, compose - 1, call).find((e) => isSameWork(call, e)) ?? call;
}

/** Whether a target has a rule for a call, and the rule accepts it. */
export function isTaken(call: Expr, { rules }: TargetView): boolean {
  const operator = calledOp(call);
  return call.kind === "Call" && operator !== undefined && Object.hasOwn(rules, operator) && rules[operator]?.(call) === true;
}

/** Whether a node is a call without arguments: AnnotateTarget annotates the arguments of a call. */
export function takesNothing(unit: Expr): boolean {
  return unit.kind === "Call" && unit.args.length === 0;
}
