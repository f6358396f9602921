/** The names of operators' arguments. */
import { type Call, calledOp, type Expr, type OperatorTable } from "@relayscope/ir";

/**
 * The number of arguments of products of quantized tensors. The reference registers these arguments in another order
 * than calls have them.
 */
const productSize = 6;

/** An operator's arguments by name, in the order in which a call gives them. */
function argumentNames(operators: OperatorTable, operator: string): readonly (string | undefined)[] {
  const names = operators.get(operator)?.args ?? [];
  const [data, weight, scale, zero, weightScale, weightZero] = names;
  const isProduct = operator.startsWith("qnn.") && names.length === productSize;
  return isProduct ? [data, weight, zero, weightZero, scale, weightScale] : names;
}

/** An argument of a call by its name, `` `kernel_zero_point` ``; undefined if it has none. */
export function argumentOf(call: Call | undefined, node: Expr, operators: OperatorTable): string | undefined {
  const operator = call && calledOp(call);
  const name = operator === undefined ? undefined : argumentNames(operators, operator)[call?.args.indexOf(node) ?? -1];
  return name === undefined ? undefined : `\`${name}\``;
}
