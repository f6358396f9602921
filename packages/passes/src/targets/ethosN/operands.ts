/**
 * The parts of a quantized sum or product with a constant. Follows BinaryElementwiseParams in
 * src/relay/backend/contrib/ethosn/convert_equivalent.cc of 0.18.0.
 */
import { type Constant, dimValue, type Expr, elementOf, type TensorType } from "@relayscope/ir";
import { tensorOf } from "../../core/tensorOf.ts";
import { noScalarConstant } from "./diagnostics.ts";

/** A tensor with what its integers mean. */
export interface QuantizedOperand<E extends Expr = Expr> {
  readonly value: E;
  readonly scale: Expr;
  readonly zeroPoint: Expr;
}

export interface Operands {
  readonly call: Expr;
  readonly data: QuantizedOperand;
  /** The constant operand: the first where both are constants. */
  readonly constant: QuantizedOperand<Constant>;
  readonly output: { readonly scale: Expr; readonly zeroPoint: Expr; readonly type: TensorType };
}

/**
 * The operands of a `qnn.add` or `qnn.mul`; undefined if `expr` is not such a call or neither operand is a constant.
 */
export function operandsOf(expr: Expr): Operands | undefined {
  if (expr.kind !== "Call" || expr.args.length !== 8) return undefined;
  const [leftValue, rightValue, leftScale, leftZero, rightScale, rightZero, scale, zeroPoint] = expr.args as readonly [
    Expr,
    Expr,
    Expr,
    Expr,
    Expr,
    Expr,
    Expr,
    Expr,
  ];
  const left = { value: leftValue, scale: leftScale, zeroPoint: leftZero };
  const right = { value: rightValue, scale: rightScale, zeroPoint: rightZero };
  const [data, constant] = leftValue.kind === "Constant" ? [right, left] : [left, right];
  const { value } = constant;
  if (value.kind !== "Constant") return undefined;
  return { call: expr, data, constant: { ...constant, value }, output: { scale, zeroPoint, type: tensorOf(expr) } };
}

/** The number of elements of a tensor; undefined if a size is unknown. */
export function sizeOf(type: TensorType): number | undefined {
  let size: number | undefined = 1;
  for (const dim of type.shape) {
    const known = dimValue(dim);
    size = size === undefined || known === undefined ? undefined : size * known;
  }
  return size;
}

/** The value of a scalar constant; undefined if it has no data. The reference raises for anything else. */
export function scalarOf(expr: Expr): number | undefined {
  if (expr.kind !== "Constant" || (expr.data ? expr.data.shape.length : (expr.tensorType?.shape.length ?? 0)) > 0)
    throw noScalarConstant(expr);
  return expr.data && Number(elementOf(expr.data, 0));
}

/** The first element of a constant; undefined if it has no data. */
export function firstOf(constant: Constant): number | undefined {
  return constant.data && Number(elementOf(constant.data, 0));
}
