/** Type relations of matrix products. Follows src/relay/op/nn/nn.h. */
import { type Attrs, at, attrOf, type Dim, eachOf, present, type Type, tensorType } from "@relayscope/ir";
import type { RelationReporter } from "../typeRelation.ts";
import { dimAttr, dtypeAttr, elementAt, flagAttr } from "./attributes.ts";
import { isAny, maxDim } from "./dimArithmetic.ts";
import { relationOver, tensorOf } from "./guards.ts";
import { demand } from "./refusal.ts";

/** The relation of `nn.matmul` and `nn.dense` (whose second operand is transposed). */
export function matmulRelation(types: readonly Type[], attrs: Attrs | undefined, reporter: RelationReporter): Type | undefined {
  const a = tensorOf(types, 0);
  const b = tensorOf(types, 1);
  if (!a) return undefined;
  demand(a.shape.length > 0, "The first operand is a scalar.");
  const isMatmul = attrOf(attrs, "transpose_a") !== undefined;
  const isATransposed = isMatmul && flagAttr(attrs, "transpose_a");
  const isBTransposed = !isMatmul || flagAttr(attrs, "transpose_b");
  const last = a.shape.length - 1;
  const output = [...a.shape];
  demand(!isATransposed || last > 0, "The first operand is a vector and cannot be transposed.");
  if (isATransposed) output[last - 1] = at(a.shape, last);
  const innerOfA = isATransposed ? last - 1 : last;
  const inner = at(a.shape, innerOfA);
  const units = dimAttr(attrs, "units");
  if (units !== undefined) {
    reporter.assign(1, tensorType(isBTransposed ? [units, inner] : [inner, units], b?.dtype ?? a.dtype));
    output[last] = units;
  } else {
    if (!b) return undefined;
    demand(b.shape.length === 2, `The second operand has ${b.shape.length} dimensions, not 2.`);
    const innerOfB = isBTransposed ? 1 : 0;
    reporter.assign(0, tensorType(replaced(a.shape, innerOfA, present(b.shape[innerOfB])), a.dtype));
    reporter.assign(1, tensorType(replaced(b.shape, innerOfB, inner), b.dtype));
    output[last] = at(b.shape, 1 - innerOfB);
  }
  return tensorType(output, dtypeAttr(attrs, "out_dtype") ?? a.dtype);
}

/** The shape with its `?` at `index` replaced. */
function replaced(shape: readonly Dim[], index: number, dim: Dim): readonly Dim[] {
  return isAny(at(shape, index)) ? shape.with(index, dim) : shape;
}

/** The relation of `nn.batch_matmul`: products of three-dimensional tensors, batch by batch. */
export const batchMatmulRelation = relationOver(2, ([a, b], attrs, reporter) => {
  demand(a.shape.length === 3 && b.shape.length === 3, "Both operands must have 3 dimensions.");
  const isATransposed = flagAttr(attrs, "transpose_a");
  const isBTransposed = flagAttr(attrs, "transpose_b");
  const [batchA, rows, innerA] = eachOf([0, isATransposed ? 2 : 1, isATransposed ? 1 : 2], (i) => elementAt(a.shape, i, "shape"));
  const [batchB, innerB, columns] = eachOf([0, isBTransposed ? 2 : 1, isBTransposed ? 1 : 2], (i) => elementAt(b.shape, i, "shape"));
  if (![...a.shape, ...b.shape].some(isAny)) {
    const isBatchEqual = reporter.canEqual(batchA, batchB) || reporter.canEqual(batchA, 1) || reporter.canEqual(batchB, 1);
    demand(isBatchEqual, "The operands' batch dimensions differ and neither is 1.");
    demand(reporter.canEqual(innerA, innerB), "The operands' inner dimensions differ.");
  }
  const batch = isAny(batchA) || isAny(batchB) ? "?" : maxDim(batchA, batchB);
  return tensorType([batch, rows, columns], dtypeAttr(attrs, "out_dtype") ?? a.dtype);
});
