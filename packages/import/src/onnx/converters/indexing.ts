/** Looking elements up, and putting them in place, by index. */
import { type Expr, elementOf } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { add, less, where } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import {
  arange,
  cast,
  concatenate,
  full,
  oneHot,
  reshape,
  shapeQuestion,
  stack,
  stridedSlice,
  take,
  transpose,
  zeros,
} from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";
import { dtypeOfNumber } from "./shapes.ts";

/** Indices with the negative ones counted from the end. */
export function positiveIndices(r: Relay, data: Expr, indices: Expr, axis: number): Expr {
  const dtype = r.dtypeOf(indices);
  const size = take(r, shapeQuestion(r, data, dtype), r.constant(axis, "int64"));
  const isNegative = r.fold(less(r, indices, r.constant(0, dtype)));
  if (isNegative.kind === "Constant" && isNegative.data && isNegative.data.values.length === 1) {
    return elementOf(isNegative.data, 0) ? add(r, indices, size) : indices;
  }
  return where(r, isNegative, add(r, indices, size), indices);
}

const gather: Converter = (c) => {
  const axis = c.attributes.int("axis", 0);
  return take(c.r, c.input(0), positiveIndices(c.r, c.input(0), c.input(1), axis), axis);
};

const gatherElements: Converter = (c) => {
  const axis = c.attributes.int("axis", 0);
  return c.r.call("gather", [c.input(0), positiveIndices(c.r, c.input(0), c.input(1), axis)], { axis });
};

/** The index of each place is in the last axis; Relay wants it in the first. */
function gatherNd(c: Conversion, batchDims: number): Expr {
  const { r } = c;
  const sizes = r.sizesOf(c.input(1));
  const last = sizes.at(-1);
  const indices = transpose(r, c.input(1), [-1, ...sizes.keys()].slice(0, sizes.length));
  return r.call("gather_nd", [c.input(0), indices], { batch_dims: batchDims, index_rank: last ?? null });
}

const compress: Converter = (c, r) => {
  c.demandCount(2);
  const places = reshape(r, r.call("argwhere", [c.input(1)]), [-1]);
  const axis = c.attributes.int("axis");
  return axis === undefined ? take(r, reshape(r, c.input(0), [-1]), places, 0) : take(r, c.input(0), places, axis);
};

function demandIndices(c: Conversion, dtypes: readonly string[]): void {
  c.demandCount(3);
  const dtype = c.r.dtypeOf(c.input(1));
  if (!dtypes.includes(dtype)) throw new ConversionFailure(`its indices are ${dtype}.`);
  if (c.r.rankOf(c.input(0)) === 0) throw new ConversionFailure("its data is a scalar.");
}

function axisWithin(c: Conversion): number {
  const rank = c.r.rankOf(c.input(0));
  const axis = c.attributes.int("axis", 0);
  if (axis < -rank || axis >= rank) throw new ConversionFailure(`its axis ${axis} is out of bounds.`);
  return axis;
}

function reductionOf(c: Conversion, known: readonly string[]): string {
  const reduction = c.attributes.text("reduction", "update");
  if (!known.includes(reduction))
    throw new ConversionFailure(`${quoted(reduction)} as its attribute \`reduction\` is not supported in opset ${c.opset}.`);
  return reduction;
}

const scatter: Converter = (c, r) => {
  demandIndices(c, ["int32", "int64"]);
  const ranks = c.all().map((x) => r.rankOf(x));
  if (ranks.some((rank) => rank !== ranks[0])) throw new ConversionFailure("its inputs are of different rank.");
  const updates = r.sizesOf(c.input(2));
  if (r.sizesOf(c.input(1)).some((s, i) => s !== updates[i]))
    throw new ConversionFailure("its indices and updates are of different shape.");
  return r.call("scatter_elements", c.all(), { axis: axisWithin(c), reduction: "update" });
};

function scatterElements(reductions: readonly string[] | undefined): Converter {
  return (c) => {
    demandIndices(c, ["int32", "int64"]);
    const axis = axisWithin(c);
    const reduction = reductions ? reductionOf(c, reductions) : "update";
    return c.r.call("scatter_elements", c.all(), { axis, reduction });
  };
}

function scatterNd(reductions: readonly string[] | undefined): Converter {
  return (c, r) => {
    demandIndices(c, ["int64"]);
    const indices = r.sizesOf(c.input(1));
    if (indices.length === 0) throw new ConversionFailure("its indices are a scalar.");
    const last = indices.at(-1);
    if (last === undefined || r.rankOf(c.input(2)) !== r.rankOf(c.input(0)) + indices.length - last - 1) {
      throw new ConversionFailure("the rank of its updates does not fit its data and indices.");
    }
    const mode = reductions ? reductionOf(c, reductions) : "update";
    const axes = [indices.length - 1, ...Array.from({ length: indices.length - 1 }, (_, i) => i)];
    return r.call("scatter_nd", [c.input(0), transpose(r, c.input(1), axes), c.input(2)], { mode });
  };
}

const sums = ["update", "add", "mul"];
const sumsAndBounds = [...sums, "min", "max"];

const oneHotEncoding: Converter = (c, r) => {
  c.demandCount(3);
  let indices = c.input(0);
  const rank = r.rankOf(indices);
  const off = take(r, c.input(2), r.constant(0, "int32"));
  const on = take(r, c.input(2), r.constant(1, "int32"));
  const dtype = r.dtypeOf(on);
  const indexType = r.dtypeOf(indices);
  const isNegative = less(r, indices, r.constant(0, indexType));
  indices = where(r, isNegative, add(r, indices, cast(r, c.input(1), indexType)), indices);
  const given = c.attributes.int("axis", -1);
  return oneHot(r, [indices, on, off], c.input(1), given < 0 ? given + rank + 1 : given, dtype);
};

const nonZero: Converter = (c) => {
  c.demandCount(1);
  c.attributes.allow();
  return transpose(c.r, cast(c.r, c.r.call("argwhere", c.all()), "int64"), [1, 0]);
};

const topK: Converter = (c, r) => {
  c.demandCount(2);
  const given = c.attributes.int("axis", -1);
  const attributes = { axis: given, ret_type: "both", is_ascend: false, dtype: "int64" };
  if (c.attributes.int("largest", 1) !== 0) {
    const k = c.input(1);
    if (k.kind !== "Constant") return { kind: "Several", tuple: r.call("dyn.topk", [c.input(0), k], { ...attributes, k: null }), size: 2 };
    const numbers = r.numbersOf(k);
    return { kind: "Several", tuple: r.call("topk", [c.input(0)], { ...attributes, k: Number(numbers[0]) }), size: 2 };
  }
  const rank = r.rankOf(c.input(0));
  const axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank) throw new ConversionFailure("its axis is outside of its input.");
  const most = (count: number) => r.constant(new Array<bigint>(count).fill(2n ** 63n - 1n), "int64");
  const sorted = r.call("sort", [c.input(0)], { axis, is_ascend: true });
  const order = r.call("argsort", [c.input(0)], { axis, is_ascend: true, dtype: "int64" });
  const end = concatenate(r, [most(axis), c.input(1), most(rank - axis - 1)], 0);
  const begin = new Array<number>(rank).fill(0);
  const strides = new Array<number>(rank).fill(1);
  return r.several([stridedSlice(r, sorted, begin, end, { strides }), stridedSlice(r, order, begin, end, { strides })]);
};

const unique: Converter = (c, r) => {
  c.demandCount(1);
  let data = c.input(0);
  if (!c.attributes.has("axis")) data = reshape(r, data, [-1]);
  else if (r.rankOf(data) !== 1) throw new ConversionFailure("only vectors are supported with an axis.");
  const isSorted = c.attributes.int("sorted", 1) === 1;
  const found = r.call("unique", [data], { sorted: isSorted, return_counts: true });
  const count = r.field(found, 3);
  const trimmed = (i: number) => stridedSlice(r, r.field(found, i), r.constant([0], "int32"), count);
  const values = trimmed(0);
  return r.several([values, cast(r, trimmed(1), "int64"), cast(r, r.field(found, 2), "int64"), cast(r, trimmed(4), "int64")]);
};

/** Ones on one diagonal. */
const eyeLike: Converter = (c, r) => {
  const given = c.attributes.int("dtype");
  const dtype = given === undefined ? r.dtypeOf(c.input(0)) : dtypeOfNumber(given);
  const shape = shapeQuestion(r, c.input(0));
  const none = zeros(r, shape, dtype);
  const size = take(r, shape, r.constant(0, "int32"));
  const places = arange(r, r.constant(0, "int32"), size, r.constant(1, "int32"), "int32");
  const one = full(r, r.constant(1, "int32"), reshape(r, size, [1]), dtype);
  const k = r.constant(c.attributes.int("k", 0), "int32");
  return r.call("scatter_nd", [none, stack(r, [places, add(r, places, k)], 0), one], { mode: "update" });
};

export const indexing: ConverterTable = {
  Compress: compress,
  EyeLike: eyeLike,
  Gather: gather,
  GatherElements: gatherElements,
  GatherND: versioned({ 1: (c) => gatherNd(c, 0), 12: (c) => gatherNd(c, c.attributes.int("batch_dims", 0)) }),
  NonZero: nonZero,
  OneHot: oneHotEncoding,
  Scatter: scatter,
  ScatterElements: versioned({ 11: scatterElements(undefined), 16: scatterElements(sums), 18: scatterElements(sumsAndBounds) }),
  ScatterND: versioned({ 11: scatterNd(undefined), 16: scatterNd(sums), 18: scatterNd(sumsAndBounds) }),
  TopK: topK,
  Unique: unique,
};
