/** Products of matrices. */
import { type Expr, structurallyEqual } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { maximum } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { broadcastTo, concatenate, reshape, shapeOf, stridedSlice, transpose } from "../../relay/wrappers.ts";
import { denseFields } from "../file/schema.ts";
import type { Converter, ConverterTable } from "../import/conversion.ts";
import { scaleOf } from "../import/quantization.ts";
import { biased, demandWeight, productArgs, requantized, sumType } from "./convolution.ts";
import { finished } from "./fused.ts";

const fullyConnected: Converter = (c, r) => {
  c.demandInputs(2, 3);
  const [input, weight] = [c.input(0), c.input(1)];
  c.demandOutputs(1);
  const output = c.output();
  const dtype = c.dtypeOf(output);
  const weightSizes = c.sizesOf(weight);
  const [units, width] = weightSizes;
  if (weightSizes.length !== 2 || units === undefined || width === undefined)
    throw new ConversionFailure(`its weight has ${weightSizes.length} axes instead of 2.`);
  const data = c.anyExpr(input);
  const x = reshape(r, data, [-1, width]);
  const options = c.options("FullyConnected");
  demandWeight(c, weight);
  const w = c.anyExpr(weight);
  const outputs = r.knownSizesOf(w)[0] ?? 0;
  let out: Expr = input.quantized
    ? r.call("qnn.dense", productArgs(x, w, input, weight), { units: outputs, out_dtype: sumType(c) })
    : r.call("nn.dense", [x, w], { units: outputs });
  const bias = c.inputs[2];
  if (bias?.tensor) out = biased(c, out, bias, 1);
  if (output.quantized && weight.quantized) scaleOf(weight.quantized);
  out = finished(c, requantized(c, out, { input, weight, output }, dtype, -1), options.byte(denseFields.activation), output);
  if (!options.flag(denseFields.keepsDims)) return out;
  // The weight may have been asked for again, as the shape of what has none in the file.
  return reshape(r, out, [...r.knownSizesOf(c.anyExpr(input)).slice(0, -1), units]);
};

/** The leading axes of a tensor in one, so that it has three. */
function inThree(r: Relay, x: Expr, shape: Expr): Expr {
  const [rank = 0] = r.knownSizesOf(shape);
  if (rank === 3) return x;
  const wanted = concatenate(r, [r.constant([-1], r.dtypeOf(shape)), stridedSlice(r, shape, [rank - 2], [rank])], 0);
  return reshape(r, x, r.fold(wanted));
}

/** A shape with ones before it, so that it has as many sizes as another. */
function padded(r: Relay, shape: Expr, rank: number, wanted: number): Expr {
  if (rank >= wanted) return shape;
  return concatenate(r, [r.constant(new Array<number>(wanted - rank).fill(1), r.dtypeOf(shape)), shape], 0);
}

const batchMatmul: Converter = (c, r) => {
  c.demandInputs(2);
  const options = c.anyOptions();
  const [isXTransposed, isYTransposed] = [options.flag(0), options.flag(1)];
  let [x, y] = [c.expr(c.input(0)), c.expr(c.input(1))];
  const [xShape, yShape] = [shapeOf(r, x), shapeOf(r, y)];
  const [xRank = 0] = r.knownSizesOf(xShape);
  const [yRank = 0] = r.knownSizesOf(yShape);
  if (xRank <= 2 && yRank <= 2) throw new ConversionFailure("TVM takes no two matrices, only batches of them.");
  const rank = Math.max(xRank, yRank);
  const [xWhole, yWhole] = [padded(r, xShape, xRank, yRank), padded(r, yShape, yRank, xRank)];
  const sizes = Array.from({ length: rank - 2 }, (_, i) =>
    maximum(r, stridedSlice(r, yWhole, [i], [i + 1]), stridedSlice(r, xWhole, [i], [i + 1])),
  );
  const batch = concatenate(r, sizes, 0);
  const broadcast = (value: Expr, shape: Expr, own: number): Expr => {
    const wanted = r.fold(concatenate(r, [batch, stridedSlice(r, shape, [own - 2], [own])], 0));
    return structurallyEqual(shape, wanted) ? value : broadcastTo(r, value, wanted);
  };
  x = inThree(r, broadcast(x, xShape, xRank), xShape);
  y = inThree(r, broadcast(y, yShape, yRank), yShape);
  if (isXTransposed) x = transpose(r, x, [0, 2, 1]);
  if (!isYTransposed) y = transpose(r, y, [0, 2, 1]);
  const out = c.isQuantized ? quantizedBatch(r, x, y) : r.call("nn.batch_matmul", [x, y], { transpose_a: false, transpose_b: true });
  const outShape = shapeOf(r, out);
  const [outRank = 0] = r.knownSizesOf(outShape);
  const last = concatenate(r, [stridedSlice(r, xShape, [0], [xRank - 2]), stridedSlice(r, outShape, [outRank - 2], [outRank])], 0);
  const reshaped = reshape(r, out, r.fold(last));
  if (!c.isQuantized) return reshaped;
  const [one, zero] = [() => r.constant(1, "float32"), () => r.constant(0, "int32")];
  const attributes = { axis: -1, rounding: "None", compute_dtype: "None", out_dtype: "int8" };
  return r.call("qnn.requantize", [reshaped, one(), zero(), one(), zero()], attributes);
};

/** The reference leaves scales out of this one. */
function quantizedBatch(r: Relay, x: Expr, y: Expr): Expr {
  const [one, zero] = [() => r.constant(1, "float32"), () => r.constant(0, "int32")];
  return r.call("qnn.batch_matmul", [x, y, zero(), zero(), one(), one()], { out_dtype: "int32", transpose_a: false, transpose_b: true });
}

export const products: ConverterTable = { BATCH_MATMUL: batchMatmul, FULLY_CONNECTED: fullyConnected };
