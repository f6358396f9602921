/** Calls as rules and checks are asked about them. */
import { calledOp, type Expr } from "@relayscope/ir";
import type { TargetView } from "../../history.ts";
import { type Ground, isSameWork } from "../ground.ts";

/** A call that a composite holds as it was before, with its own arguments in the place of the composite's variables; any other as it is. */
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

/** Whether a node is a call that is given nothing: AnnotateTarget's annotations are around what a call is given. */
export function takesNothing(unit: Expr): boolean {
  return unit.kind === "Call" && unit.args.length === 0;
}
