/** Products of matrices. Follows Gemm, MatMul and matmul_out_dtype in python/tvm/relay/frontend/onnx.py. */
import { type AttrValue, at, type Expr, firstOf, structurallyEqual } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, maximum, multiply } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { broadcastTo, concatenate, expandDims, reshape, shapeOf, squeeze, stridedSlice, transpose } from "../../relay/wrappers.ts";
import type { Converter, ConverterTable } from "../import/conversion.ts";

const gemm: Converter = (c, r) => {
  c.demandCount(2, 3);
  let [a, b] = [c.input(0), c.input(1)];
  const type = r.tensorTypeOf(a);
  const alpha = c.attributes.float("alpha", 1);
  const beta = c.attributes.float("beta", 1);
  const isWeightTransposed = Boolean(c.attributes.int("transB", 0));
  const channels = channelsOf(r, b, !isWeightTransposed);
  if (c.attributes.int("transA", 0)) a = transpose(r, a, [1, 0]);
  if (!isWeightTransposed) b = transpose(r, b, [1, 0]);
  if (type.shape.length !== 2) a = r.call("nn.batch_flatten", [a]);
  if (alpha !== 1) a = multiply(r, a, r.constant(alpha, type.dtype));
  const out = r.call("nn.dense", [a, b], { units: channels });
  if (c.inputs.length !== 3) return out;
  return add(r, out, beta === 1 ? c.input(2) : multiply(r, r.constant(beta, type.dtype), c.input(2)));
};

/** The number of output channels of a weight: its first size, or its second where it is yet to be transposed. */
export function channelsOf(r: Relay, weight: Expr, isTransposed: boolean): AttrValue {
  const sizes = r.sizesOf(weight);
  const place = isTransposed ? 1 : 0;
  if (place >= sizes.length) throw new ConversionFailure("its weight is not a matrix.");
  return sizes[place] ?? { kind: "Raw", text: "?" };
}

/** The first axes of a tensor flattened to one, so that `rank` remain. */
function flattened(r: Relay, x: Expr, shape: Expr, rank: number): Expr {
  const count = lengthOf(r, shape);
  if (count === rank) return x;
  const rest = stridedSlice(r, shape, [count - rank + 1], [count]);
  return reshape(r, x, r.fold(concatenate(r, [r.constant([-1], r.dtypeOf(shape)), rest], 0)));
}

/** More sizes or axes than any tensor has; what a file says beyond that would fill the memory. */
const mostDims = 10_000;

/** How many elements a vector of sizes or axes has. */
export function lengthOf(r: Relay, vector: Expr): number {
  const length = r.knownSizesOf(vector)[0] ?? 0;
  if (length > mostDims) throw new ConversionFailure(`a list of ${length} sizes is too long.`);
  return length;
}

/** How two operands, brought to matrices or to batches of them, are multiplied. */
export interface Product {
  readonly dense: (a: Expr, b: Expr) => Expr;
  readonly batch: (a: Expr, b: Expr) => Expr;
  /** For operands of which one is a vector, where that has a way of its own. */
  readonly vector?: (a: Expr, b: Expr) => Expr;
}

/** The product of operands of any rank, at least one of which has more than two axes: leading axes are broadcast. */
export function batchedProduct(r: Relay, a: Expr, b: Expr, product: Product): Expr {
  const shapes = [shapeOf(r, a), shapeOf(r, b)] as const;
  const ranks = [lengthOf(r, shapes[0]), lengthOf(r, shapes[1])] as const;
  const most = Math.max(...ranks);
  const [longA, longB] = firstOf(
    shapes.map((shape, i) => {
      const missing = most - at(ranks, i);
      return missing > 0 ? concatenate(r, [r.constant(new Array<number>(missing).fill(1), r.dtypeOf(shape)), shape], 0) : shape;
    }),
    2,
  );
  const leading = Array.from({ length: most - 2 }, (_, i) =>
    maximum(r, stridedSlice(r, longB, [i], [i + 1]), stridedSlice(r, longA, [i], [i + 1])),
  );
  const batch = concatenate(r, leading, 0);
  let output: Expr;
  if (ranks[1] === 2 && !r.isDynamic(b)) {
    output = product.dense(flattened(r, a, shapes[0], 2), transpose(r, b));
  } else if (product.vector && (ranks[0] === 1 || ranks[1] === 1)) {
    return product.vector(a, b);
  } else {
    const matrix = (x: Expr, shape: Expr, rank: number) => {
      const wanted = r.fold(concatenate(r, [batch, stridedSlice(r, shape, [rank - 2], [rank])], 0));
      const whole = structurallyEqual(shape, wanted) ? x : broadcastTo(r, x, wanted);
      return flattened(r, whole, shapeOf(r, whole), 3);
    };
    const left = matrix(a, shapes[0], ranks[0]);
    const right = matrix(b, shapes[1], ranks[1]);
    output = product.batch(left, transpose(r, right, [0, 2, 1]));
  }
  const rows = stridedSlice(r, shapes[0], [ranks[0] - 2], [ranks[0] - 1]);
  const columns = stridedSlice(r, shapes[1], [ranks[1] - 1], [ranks[1]]);
  return reshape(r, output, r.fold(concatenate(r, [batch, rows, columns], 0)));
}

/** Operands of which one is a vector, the other a batch of matrices. */
function vectorProduct(r: Relay, a: Expr, b: Expr): Expr {
  const [aSizes, bSizes] = [r.knownSizesOf(a), r.knownSizesOf(b)];
  const isLeft = aSizes.length === 1;
  let [left, right] = [a, b];
  if (isLeft) left = broadcastTo(r, expandDims(r, a, 0), [...bSizes.slice(0, -2), 1, at(aSizes, 0)]);
  else right = broadcastTo(r, expandDims(r, b, -1), [...aSizes.slice(0, -2), at(bSizes, 0), 1]);
  return squeeze(r, r.call("nn.batch_matmul", [left, right], { transpose_a: false, transpose_b: false }), [isLeft ? -2 : -1]);
}

function matmul(r: Relay, a: Expr, b: Expr, dtype: string): Expr {
  const [aRank, bRank] = [r.rankOf(a), r.rankOf(b)];
  if (aRank > 2 || bRank > 2) {
    return batchedProduct(r, a, b, {
      dense: (x, y) => r.call("nn.dense", [x, y], { out_dtype: dtype }),
      batch: (x, y) => r.call("nn.batch_matmul", [x, y], { out_dtype: dtype, transpose_a: false, transpose_b: true }),
      vector: (x, y) => vectorProduct(r, x, y),
    });
  }
  if (aRank !== 1 && bRank !== 1) return r.call("nn.dense", [a, transpose(r, b, [1, 0])], { out_dtype: dtype });
  const axes = [...(aRank === 1 ? [0] : []), ...(bRank === 1 ? [-1] : [])];
  const left = aRank === 1 ? expandDims(r, a, 0) : a;
  const right = bRank === 1 ? expandDims(r, b, 1) : b;
  return squeeze(r, r.call("nn.matmul", [left, right], { transpose_a: false, transpose_b: false }), axes);
}

const matMulInteger16: Converter = (c, r) => {
  c.demandCount(2);
  const dtypes = c.all().map((x) => r.dtypeOf(x));
  const wrong = dtypes.find((d) => d !== "int16" && d !== "uint16");
  if (wrong !== undefined) throw new ConversionFailure(`it does not take ${wrong}.`);
  return matmul(r, c.input(0), c.input(1), dtypes.every((d) => d === "uint16") ? "uint32" : "int32");
};

export const products: ConverterTable = {
  FC: (c) => {
    c.attributes.allow("axis", "axis_w", "units", "out_dtype");
    c.demandCount(2);
    return c.r.call("nn.dense", c.all(), { units: c.attributes.int("units") ?? null });
  },
  Gemm: gemm,
  MatMul: (c) => {
    c.demandCount(2);
    return matmul(c.r, c.input(0), c.input(1), c.r.dtypeOf(c.input(0)));
  },
  MatMulInteger16: matMulInteger16,
};
