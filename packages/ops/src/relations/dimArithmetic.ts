/**
 * Arithmetic on dimensions, folded like in the reference: a size is computed, int64 wins over int32, and what depends
 * on an unknown size is a symbolic dimension. Follows include/tvm/tir/op.h and src/arith/const_fold.h.
 */
import { type Dim, dimValue } from "@relayscope/ir";
import { refuse } from "./refusal.ts";
import { type DimSign, expressionDim, simplifyDim } from "./symbolicDims.ts";

/** Whether a dimension is `?`. */
export function isAny(dim: Dim): dim is "?" {
  return dim === "?";
}

export function addDims(a: Dim, b: Dim): Dim {
  if (dimValue(a) === 0 && dimValue(b) === undefined) return b;
  if (dimValue(b) === 0 && dimValue(a) === undefined) return a;
  return fold(a, b, "+", (x, y) => x + y);
}

export function subtractDims(a: Dim, b: Dim): Dim {
  if (dimValue(b) === 0 && dimValue(a) === undefined) return a;
  return fold(a, b, "-", (x, y) => x - y);
}

export function multiplyDims(a: Dim, b: Dim): Dim {
  if (dimValue(a) === 1 && dimValue(b) === undefined) return b;
  if (dimValue(b) === 1 && dimValue(a) === undefined) return a;
  if (dimValue(a) === 0 || dimValue(b) === 0) return sized(0, a, b);
  return fold(a, b, "*", (x, y) => x * y);
}

/** Division rounding down. Refuses a division by zero. */
export function floorDivideDims(a: Dim, b: Dim): Dim {
  if (dimValue(b) === 0) refuse("A shape is divided by `0`.");
  if (dimValue(b) === 1 && dimValue(a) === undefined) return a;
  return fold(a, b, "//", (x, y) => Math.floor(x / y));
}

/** Division rounding towards zero. Refuses a division by zero. */
export function truncateDivideDims(a: Dim, b: Dim): Dim {
  if (dimValue(b) === 0) refuse("A shape is divided by `0`.");
  if (dimValue(b) === 1 && dimValue(a) === undefined) return a;
  return fold(a, b, "/", (x, y) => Math.trunc(x / y));
}

/** The larger dimension. Two unknown sizes are separate: which is larger depends on both. */
export function maxDim(a: Dim, b: Dim): Dim {
  return fold(a, b, "max", Math.max);
}

/** The product of dimensions; 1 for none. */
export function productOfDims(dims: readonly Dim[]): Dim {
  return dims.reduce(multiplyDims, 1);
}

/** The simplest form of a dimension, as int32: what a layout change makes of it. */
export function asShortDim(dim: Dim): Dim {
  return dimValue(dim) ?? simplifyDim(dim);
}

function isLong(dim: Dim): boolean {
  return typeof dim === "object" && dim.kind === "LongDim";
}

function sized(value: number, a: Dim, b: Dim): Dim {
  const size = value === 0 ? 0 : value;
  return isLong(a) || isLong(b) ? { kind: "LongDim", value: size } : size;
}

function fold(a: Dim, b: Dim, sign: DimSign, compute: (x: number, y: number) => number): Dim {
  const x = dimValue(a);
  const y = dimValue(b);
  return x !== undefined && y !== undefined ? sized(compute(x, y), a, b) : expressionDim(a, sign, b);
}
