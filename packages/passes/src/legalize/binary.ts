/** Quantized sums, differences and products. Follows src/relay/qnn/op/{add,subtract,mul}.cc. */
import { at, type Expr, eachOf } from "@relayscope/ir";
import { alongAxis, isConstantScalar, isInteger, numberIn, numbersIn, vector } from "./quantities.ts";
import { type Quantity, requantized, requantizedOrWidened } from "./requantize.ts";
import type { Lowering, Rule } from "./rule.ts";

interface Operand {
  readonly data: Expr;
  readonly quantity: Quantity;
  readonly axis: number;
}

function operands(lowering: Lowering): { readonly left: Operand; readonly right: Operand; readonly out: Quantity } {
  const quantity = (i: number): Quantity => ({ scale: lowering.arg(i), zeroPoint: lowering.arg(i + 1) });
  return {
    left: { data: lowering.arg(0), quantity: quantity(2), axis: lowering.int("lhs_axis") },
    right: { data: lowering.arg(1), quantity: quantity(4), axis: lowering.int("rhs_axis") },
    out: quantity(6),
  };
}

/**
 * A sum or a difference: both operands at the scale of the result, whose zero point counts twice in a sum and not at
 * all in a difference.
 */
const linear =
  (operator: "add" | "subtract", correction: "add" | "subtract"): Rule =>
  (lowering) => {
    const { left, right, out } = operands(lowering);
    const { shape, dtype } = lowering.type(0);
    const [a, b] = eachOf([left, right], ({ data, quantity, axis }) =>
      requantizedOrWidened({ data, shape, from: quantity, to: out, axis }, lowering),
    );
    const result = lowering.calls(operator, [a, b]);
    const isCentered = isInteger(out.zeroPoint, 0, lowering);
    return lowering.clipped(isCentered ? result : lowering.calls(correction, [result, out.zeroPoint]), dtype);
  };

export const lowerAdd = linear("add", "subtract");
export const lowerSubtract = linear("subtract", "add");

/** A product of centered integers at the product of the scales. */
export const lowerMultiply: Rule = (lowering) => {
  const { left, right, out } = operands(lowering);
  const { shape, dtype } = lowering.type(0);
  const zeroPoint = lowering.scalar(0, "int32");
  const { calls } = lowering;
  if (isConstantScalar(left.quantity.scale) && isConstantScalar(right.quantity.scale)) {
    const wide = [left, right].map(({ data }) => lowering.cast(data, "int32"));
    const centered = [left, right].map(({ quantity }, i) =>
      isInteger(quantity.zeroPoint, 0, lowering) ? at(wide, i) : calls("subtract", [at(wide, i), quantity.zeroPoint]),
    );
    const scale = Math.fround(numberIn(left.quantity.scale, lowering) * numberIn(right.quantity.scale, lowering));
    const product = calls("multiply", centered);
    const from = { scale: lowering.scalar(scale, "float32"), zeroPoint };
    return requantized({ data: product, shape, from, to: out, dtype }, lowering);
  }
  if (left.axis !== right.axis) throw lowering.refused("`lhs_axis` and `rhs_axis` differ.");
  const wide = [left, right].map(({ data }) => lowering.cast(data, "int32"));
  const centered = [left, right].map(({ quantity, axis }, i) => {
    if (isInteger(quantity.zeroPoint, 0, lowering)) return at(wide, i);
    const broadcast = alongAxis(quantity.zeroPoint, shape.length, axis, lowering);
    return calls("subtract", [at(wide, i), lowering.cast(broadcast, "int32")]);
  });
  const product = calls("multiply", centered);
  const others = numbersIn(right.quantity.scale, lowering);
  const scales = numbersIn(left.quantity.scale, lowering).map((scale, i) => scale * (others[i] ?? Number.NaN));
  const from = { scale: vector(scales, "float32"), zeroPoint };
  return requantized({ data: product, shape, from, to: out, dtype, axis: left.axis }, lowering);
};
