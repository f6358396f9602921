/** Operators on two tensors that broadcast, element by element. Follows src/relay/op/tensor/binary.cc. */
import { defineOperator, type OperatorDefinition } from "../definition.ts";
import { broadcast, broadcastComparison } from "../relations/broadcast.ts";
import type { TypeRelation } from "../typeRelation.ts";

function binary(name: string, description: string, relation: TypeRelation = broadcast): OperatorDefinition {
  return defineOperator(name, description, {
    args: ["lhs", "rhs"],
    fusionKind: "broadcast",
    isStateful: false,
    relation,
  });
}

export const binaryOperators: readonly OperatorDefinition[] = [
  binary("add", "Sum of two tensors."),
  binary("subtract", "Difference of two tensors."),
  binary("right_shift", "Bits of the left operand, shifted to the right by the other."),
  binary("left_shift", "Bits of the left operand, shifted to the left by the other."),
  binary("maximum", "The larger of two elements."),
  binary("minimum", "The smaller of two elements."),
  binary("divide", "Quotient of two tensors."),
  binary("trunc_divide", "Quotient, rounded towards zero."),
  binary("floor_divide", "Quotient, rounded down."),
  binary("multiply", "Product of two tensors."),
  binary("power", "The left operand to the power of the other."),
  binary("mod", "Remainder of the division."),
  binary("floor_mod", "Remainder of the division that rounds down."),
  binary("trunc_mod", "Remainder of the division that rounds towards zero."),
  binary("logical_and", "True where both elements are true."),
  binary("logical_or", "True where at least one of the elements is true."),
  binary("logical_xor", "True where exactly one of the elements is true."),
  binary("bitwise_and", "Bits that both elements have."),
  binary("bitwise_or", "Bits that at least one of the elements has."),
  binary("bitwise_xor", "Bits that exactly one of the elements has."),
  binary("equal", "True where the elements are equal.", broadcastComparison),
  binary("not_equal", "True where the elements differ.", broadcastComparison),
  binary("less", "True where the left element is the smaller one.", broadcastComparison),
  binary("less_equal", "True where the left element is not the larger one.", broadcastComparison),
  binary("greater", "True where the left element is the larger one.", broadcastComparison),
  binary("greater_equal", "True where the left element is not the smaller one.", broadcastComparison),
];
