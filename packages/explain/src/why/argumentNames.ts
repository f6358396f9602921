/** Arguments by their names, in sentences. */
import { argumentNames, type Call, calledOp, type Expr, type OperatorTable } from "@relayscope/ir";

/** An argument of a call by its name, `` `kernel_zero_point` ``; undefined if it has none. */
export function argumentOf(call: Call | undefined, node: Expr, operators: OperatorTable): string | undefined {
  const name = call && argumentNames(operators, calledOp(call))[call.args.indexOf(node)];
  return name === undefined ? undefined : `\`${name}\``;
}
