/** The arguments that a call must have. In a truncated text it may lack them, which is a failure and not a defect. */
import { type Call, type Expr, firstOf, nameOf, raise } from "@relayscope/ir";
import { argumentMissing } from "./diagnostics.ts";

/** An argument by its position. */
export function argumentAt(call: Call, index: number): Expr {
  const arg = call.args[index] ?? raise(argumentMissing(nameOf(call), call));
  return arg;
}

/** The first arguments, for destructuring. */
export function firstArguments<N extends number>(call: Call, count: N) {
  if (call.args.length < count) throw argumentMissing(nameOf(call), call);
  return firstOf(call.args, count);
}
