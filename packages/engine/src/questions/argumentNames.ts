/** The names of an operator's arguments, in the order in which calls have them. */
import { operators } from "@relayscope/ops";

/**
 * The reference registers these names in another order than its calls have (src/relay/qnn/op/convolution.cc, dense.cc
 * and batch_matmul.cc).
 */
const product = ["data", "weight", "input_zero_point", "weight_zero_point", "input_scale", "weight_scale"];
const inOrderOfCalls: Readonly<Record<string, readonly string[]>> = {
  "qnn.conv2d": product,
  "qnn.conv2d_transpose": product,
  "qnn.dense": product,
  "qnn.batch_matmul": ["x", "y", "x_zero_point", "y_zero_point", "x_scale", "y_scale"],
};

/** Empty for a name that is not an operator's. */
export function argumentNames(operator: string | undefined): readonly string[] {
  if (operator === undefined) return [];
  return Object.hasOwn(inOrderOfCalls, operator) ? (inOrderOfCalls[operator] ?? []) : (operators.get(operator)?.args ?? []);
}
