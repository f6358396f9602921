/** Scales and zero points, and numbers with a fixed point. Follows src/relay/qnn/utils.cc. */
import {
  type Constant,
  constant,
  type Expr,
  elementCount,
  elementOf,
  emptyArray,
  setElement,
  structurallyEqual,
  tensorType,
} from "@relayscope/ir";
import { expandBiasToAxis } from "../core/operatorCalls.ts";
import { quantityWithoutData } from "./diagnostics.ts";
import type { Lowering } from "./rule.ts";

/** Whether it is a constant without dimensions. */
export function isConstantScalar(expr: Expr): expr is Constant {
  if (expr.kind !== "Constant") return false;
  const type = expr.tensorType ?? expr.checkedType;
  return expr.data ? expr.data.shape.length === 0 : type?.kind === "TensorType" && type.shape.length === 0;
}

/** Whether both are the same constant number. */
export function isSameScalar(a: Expr, b: Expr, lowering: Lowering): boolean {
  if (a === b) return isConstantScalar(a);
  if (!isConstantScalar(a) || !isConstantScalar(b)) return false;
  if (!a.data || !b.data) throw quantityWithoutData(lowering.original);
  return structurallyEqual(a, b);
}

/** Whether it is that constant of dtype int32. */
export function isInteger(expr: Expr, value: number, lowering: Lowering): boolean {
  return isConstantScalar(expr) && isSameScalar(expr, lowering.scalar(value, "int32"), lowering);
}

/** The value of a constant scalar; fails for anything else. */
export function numberIn(expr: Expr, lowering: Lowering): number {
  if (!isConstantScalar(expr)) throw lowering.refused("a scale or zero point is not a constant number.");
  if (!expr.data) throw quantityWithoutData(lowering.original);
  return Number(elementOf(expr.data, 0));
}

/** The values of a constant; fails for anything else. */
export function numbersIn(expr: Expr, lowering: Lowering): readonly number[] {
  if (expr.kind !== "Constant") throw lowering.refused("the scales are not constants.");
  const { data } = expr;
  if (!data) throw quantityWithoutData(lowering.original);
  return Array.from({ length: elementCount(data.shape) }, (_, i) => Number(elementOf(data, i)));
}

/** A vector of constants. */
export function vector(values: readonly (number | bigint)[], dtype: string): Constant {
  const shape = [values.length];
  const array = emptyArray(dtype, values.length);
  if (!array) return constant(undefined, tensorType(shape, dtype));
  const data = { dtype, shape, values: array };
  values.forEach((value, i) => {
    setElement(data, i, value);
  });
  return constant(data, tensorType(shape, dtype));
}

/** A zero point expanded to broadcast along an axis; a scalar becomes a vector of one element. */
export function alongAxis(zeroPoint: Expr, rank: number, axis: number, { calls }: Lowering): Expr {
  const counted = axis >= 0 ? axis : rank > 0 ? rank + axis : 0;
  return expandBiasToAxis(calls("reshape", [zeroPoint], { newshape: [-1] }), rank, counted, calls);
}
