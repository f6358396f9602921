/** Quantized matrix products. Follows src/relay/qnn/op/{dense,batch_matmul}.cc. */
import { type Expr, eachOf } from "@relayscope/ir";
import { tensorOf } from "../core/tensorOf.ts";
import { isConstantScalar, numberIn } from "./quantities.ts";
import type { Lowering, Rule } from "./rule.ts";

/**
 * The four terms of a product of differences: the integers, two terms that the zero points subtract, and the product of
 * the zero points.
 */
export interface Terms {
  readonly product: Expr;
  readonly ofData: Expr;
  readonly ofKernel: Expr;
  readonly ofBoth: Expr;
}

/** Combines the terms. Terms that a zero point of 0 cancels are left out; an unknown zero point cancels none. */
export function combined(
  { product, ofData, ofKernel, ofBoth }: Terms,
  dataZero: number | undefined,
  kernelZero: number | undefined,
  { calls }: Lowering,
): Expr {
  if (dataZero === 0 && kernelZero === 0) return product;
  if (dataZero === 0) return calls("subtract", [product, ofData]);
  if (kernelZero === 0) return calls("subtract", [product, ofKernel]);
  return calls("add", [calls("subtract", [product, ofData]), calls("subtract", [ofBoth, ofKernel])]);
}

/** Both zero points as numbers, where both are constants. */
export function zeroPoints(lowering: Lowering): readonly [number | undefined, number | undefined] {
  const [data, kernel] = [lowering.arg(2), lowering.arg(3)];
  if (!isConstantScalar(data) || !isConstantScalar(kernel)) return [undefined, undefined];
  return [numberIn(data, lowering), numberIn(kernel, lowering)];
}

/** A product of 32-bit integers as the reference computes it, which wraps. */
export function wrapped(...factors: readonly number[]): number {
  return factors.reduce((a, b) => Math.imul(a, b), 1);
}

function summed(data: Expr, axis: number, keepdims: boolean, lowering: Lowering): Expr {
  return lowering.calls("sum", [lowering.cast(data, "int32")], { axis: [axis], keepdims });
}

export const lowerDense: Rule = (lowering) => {
  const { calls } = lowering;
  const [data, kernel, dataZeroPoint, kernelZeroPoint] = eachOf([0, 1, 2, 3], lowering.arg);
  const depth = lowering.size(0, 1);
  const units = lowering.size(1, 0);
  const [dataZero, kernelZero] = zeroPoints(lowering);
  const rows = summed(data, 1, true, lowering);
  const terms: Terms = {
    product: calls("nn.dense", [data, kernel], lowering.attrs("units", "out_dtype")),
    ofData: calls("multiply", [
      kernelZeroPoint,
      isConstantScalar(kernelZeroPoint) ? rows : calls("repeat", [rows], { repeats: units, axis: 1 }),
    ]),
    ofKernel: calls("multiply", [dataZeroPoint, summed(kernel, 1, false, lowering)]),
    ofBoth:
      dataZero !== undefined && kernelZero !== undefined
        ? lowering.scalar(wrapped(dataZero, kernelZero, depth), "int32")
        : calls("multiply", [calls("multiply", [dataZeroPoint, kernelZeroPoint]), lowering.scalar(depth, "int32")]),
  };
  return combined(terms, dataZero, kernelZero, lowering);
};

export const lowerBatchMatmul: Rule = (lowering) => {
  const { calls } = lowering;
  const [x, y, xZeroPoint, yZeroPoint] = eachOf([0, 1, 2, 3], lowering.arg);
  const depth = lowering.size(0, 2);
  const columns = lowering.size(1, 1);
  const attrs = lowering.attrs("out_dtype", "transpose_a", "transpose_b");
  if (attrs.transpose_a === true || attrs.transpose_b !== true) throw lowering.refused("only its second operand may be transposed.");
  for (const zeroPoint of [2, 3]) {
    // The present node, which may not have a type yet.
    const { shape } = tensorOf(lowering.arg(zeroPoint));
    if (shape.some((size) => size !== 1)) throw lowering.refused("a zero point is not a single number.");
  }
  const [xZero, yZero] = zeroPoints(lowering);
  const terms: Terms = {
    product: calls("nn.batch_matmul", [x, y], attrs),
    ofData: calls("multiply", [yZeroPoint, summed(x, 2, true, lowering)]),
    ofKernel: calls("reshape", [calls("multiply", [xZeroPoint, summed(y, 2, true, lowering)])], { newshape: [0, 1, columns] }),
    ofBoth:
      xZero !== undefined && yZero !== undefined
        ? lowering.scalar(wrapped(xZero, yZero, depth), "int32")
        : calls("multiply", [calls("multiply", [xZeroPoint, yZeroPoint]), lowering.scalar(depth, "int32")]),
  };
  return combined(terms, xZero, yZero, lowering);
};
