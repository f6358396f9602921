/**
 * The meaning of integers: `real = (integer - zero point) * scale`, for a tensor or for the fields of a tuple. Follows
 * TensorAffineType and TupleAffineType (include/tvm/ir/affine_type.h).
 */
import { type Constant, type Expr, elementCount, elementOf, structurallyEqual, type TensorData } from "@relayscope/ir";
import { Unconvertible } from "./unconvertible.ts";

export interface TensorAffine {
  readonly kind: "tensor";
  readonly scale: Expr;
  readonly zeroPoint: Expr;
  readonly dtype: string;
  /** The axis of scale and zero point, if they are vectors. */
  readonly axis: number;
}

export interface TupleAffine {
  readonly kind: "tuple";
  readonly fields: readonly TensorAffine[];
}

export type Affine = TensorAffine | TupleAffine;

/** The known meanings of a region's nodes. */
export type AffineMap = Map<Expr, Affine>;

/** The meaning of a node's integers. Throws `Unconvertible` if it has none, or is a tuple. */
export function meaningOf(expr: Expr | undefined, map: AffineMap): TensorAffine {
  const known = expr && map.get(expr);
  if (known?.kind !== "tensor") throw new Unconvertible("no scale is known of what it takes");
  return known;
}

/** Whether the integers of two tensors mean exactly the same. */
export function isSameMeaning(a: TensorAffine, b: TensorAffine): boolean {
  return a.dtype === b.dtype && a.axis === b.axis && areEqual(a.scale, b.scale) && areEqual(a.zeroPoint, b.zeroPoint);
}

function areEqual(a: Expr, b: Expr): boolean {
  if (a !== b && a.kind === "Constant" && b.kind === "Constant") {
    dataOf(a);
    dataOf(b);
  }
  return structurallyEqual(a, b);
}

/**
 * Whether two folded expressions are nearly equal by numpy's `allclose`; for others, whether they have the same
 * structure.
 */
export function isNear(a: Expr, b: Expr): boolean {
  if (a.kind !== "Constant" || b.kind !== "Constant") return structurallyEqual(a, b);
  if (a === b) return true;
  const [x, y] = [dataOf(a), dataOf(b)];
  const [m, n] = [elementCount(x.shape), elementCount(y.shape)];
  const isSameShape = x.shape.length === y.shape.length && x.shape.every((size, i) => size === y.shape[i]);
  if (!isSameShape && m !== 1 && n !== 1) throw new Unconvertible("two scales have shapes that do not fit");
  for (let i = 0; i < (m === 1 ? n : m); i++) {
    const [p, q] = [Number(elementOf(x, m === 1 ? 0 : i)), Number(elementOf(y, n === 1 ? 0 : i))];
    if (!(Math.abs(p - q) <= 1e-8 + 1e-5 * Math.abs(q))) return false;
  }
  return true;
}

/** A constant's data. Throws `Unconvertible` if the text lacks it. */
export function dataOf(constant: Constant): TensorData {
  if (!constant.data) throw new Unconvertible("a scale or zero point is a constant without data", true);
  return constant.data;
}

/** The value of a constant with one element; undefined for anything else. */
export function numberIn(expr: Expr): number | undefined {
  if (expr.kind !== "Constant") return undefined;
  const type = expr.tensorType ?? expr.checkedType;
  const shape = expr.data?.shape ?? (type?.kind === "TensorType" ? type.shape : undefined);
  if (!shape?.every((size) => size === 1)) return undefined;
  return Number(elementOf(dataOf(expr), 0));
}
