/** Slices, and elements picked by index. */
import { elementCount, elementOf } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { reshape, sized, squeeze } from "../../relay/wrappers.ts";
import { sliceFields } from "../file/schema.ts";
import type { Conversion, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { listIn } from "./integers.ts";

const sliced: Converter = (c) => {
  c.demandInputs(3);
  const input = c.input(0);
  const x = c.expr(input);
  const [begin, size] = [listIn(c, c.input(1)), listIn(c, c.input(2))];
  const sizes = c.sizesOf(input);
  if (begin.length < sizes.length || size.length < sizes.length) throw new ConversionFailure("it names fewer axes than its input has.");
  const end = size.map((s, i) => (i >= sizes.length ? s : s === -1 ? (sizes[i] ?? 0) : s + (begin[i] ?? 0)));
  const attributes = { begin: sized(begin), end: sized(end), strides: [1], slice_mode: "end", axes: null };
  return c.r.call("strided_slice", [x], attributes);
};

/** What becomes of an axis in the result: an axis of the slice, one that is new, or one that goes. */
type ResultAxis = number | "new" | "gone";

interface Slice {
  readonly begin: readonly number[];
  readonly end: readonly number[];
  readonly strides: readonly number[];
}

interface Masks {
  readonly begin: number;
  readonly end: number;
  readonly ellipsis: number;
  readonly newAxis: number;
  readonly shrinkAxis: number;
}

const bit = (mask: number, i: number) => (mask & (1 << i)) !== 0;

/**
 * A slice that says every axis, and what each specification becomes in the result. An ellipsis represents the axes that
 * are not named.
 */
function unmasked(given: Slice, masks: Masks, sizes: readonly number[]): { readonly slice: Slice; readonly result: readonly ResultAxis[] } {
  const begin = sizes.map(() => 0);
  const end = sizes.map(() => 0);
  const strides = sizes.map(() => 0);
  const result: ResultAxis[] = [];
  const named = given.strides.length;
  const places = Array.from({ length: Math.min(named, 31) }, (_, i) => i);
  const firstEllipsis = places.find((i) => bit(masks.ellipsis, i));
  const newAfter = firstEllipsis === undefined ? 0 : places.filter((i) => i > firstEllipsis && bit(masks.newAxis, i)).length;
  const isEllipsis = (i: number) => bit(masks.ellipsis, i) || (firstEllipsis === undefined && i === named);
  const count = firstEllipsis === undefined ? named + 1 : named;
  let axis = 0;
  for (let i = 0; i < count; i++) {
    if (isEllipsis(i)) {
      const until = Math.min(sizes.length - (count - i) + 1 + newAfter, sizes.length);
      for (; axis < until; axis++) {
        end[axis] = sizes[axis] ?? 0;
        strides[axis] = 1;
        result.push(axis);
      }
    } else if (bit(masks.newAxis, i)) result.push("new");
    else {
      if (axis === sizes.length) break;
      const [size, from, step] = [sizes[axis] ?? 0, given.begin[i], given.strides[i] ?? 1];
      const to = given.end[i];
      if (from === undefined || to === undefined) throw new ConversionFailure("it names fewer axes in one of its lists than in another.");
      begin[axis] = bit(masks.begin, i) ? (step < 0 ? size : 0) : from;
      end[axis] = bit(masks.end, i) ? (step < 0 ? 0 : size) : to;
      strides[axis] = step;
      if (bit(masks.shrinkAxis, i)) {
        begin[axis] = from < 0 ? size + from : from;
        end[axis] = (begin[axis] ?? 0) + 1;
        strides[axis] = 1;
        result.push("gone");
      } else result.push(axis);
      axis++;
    }
  }
  return { slice: { begin, end, strides }, result };
}

const stridedSlice: Converter = (c, r) => {
  c.demandInputs(4);
  const input = c.input(0);
  const x = c.expr(input);
  const lists = [1, 2, 3].map((i) => listIn(c, c.input(i)));
  const [begin, end, strides] = lists;
  if (!begin || !end || !strides) throw new ConversionFailure("a list is missing.");
  const options = c.options("StridedSlice");
  const masks: Masks = {
    begin: options.int(sliceFields.beginMask),
    end: options.int(sliceFields.endMask),
    ellipsis: options.int(sliceFields.ellipsisMask),
    newAxis: options.int(sliceFields.newAxisMask),
    shrinkAxis: options.int(sliceFields.shrinkAxisMask),
  };
  const sizes = c.sizesOf(input);
  const given: Slice = { begin, end, strides };
  const hasMask = Object.values(masks).some((mask) => mask !== 0);
  const { slice, result } = hasMask ? unmasked(given, masks, sizes) : { slice: given, result: undefined };
  const out = r.call("strided_slice", [x], {
    begin: sized(slice.begin),
    end: sized(slice.end),
    strides: sized(slice.strides.length === 0 ? [1] : slice.strides),
    slice_mode: "end",
    axes: null,
  });
  const outSizes = r.sizesOf(out);
  const axes: readonly ResultAxis[] = result && result.length > 0 ? result : outSizes.map((_, i) => i);
  const gone = axes.filter((a) => a === "gone").length;
  const added = axes.filter((a) => a === "new").length;
  if (axes.length - gone + added === 0)
    return squeeze(
      r,
      out,
      axes.map((_, i) => i),
    );
  const shape = axes.flatMap((a) => (a === "gone" ? [] : [a === "new" ? 1 : r.known(outSizes[a])]));
  return shape.length === 0 ? out : reshape(r, out, shape);
};

const indexTypes = ["int32", "int64"];

function demandIndices(c: Conversion, operand: Operand): string {
  const dtype = c.dtypeOf(operand);
  if (!indexTypes.includes(dtype)) throw new ConversionFailure(`its indices of ${dtype} are not supported.`);
  return dtype;
}

const gathered: Converter = (c, r) => {
  c.demandInputs(2);
  const [input, indices] = [c.input(0), c.input(1)];
  const data = c.anyExpr(input);
  demandIndices(c, indices);
  const given = c.options("Gather").int(0);
  const sizes = c.sizesOf(input);
  const axis = given < 0 ? sizes.length + given : given;
  if (axis < 0 || axis >= sizes.length) throw new ConversionFailure(`its axis ${given} is outside of its input.`);
  const picks = c.isMade(indices) ? r.call("cast", [c.expr(indices)], { dtype: "int32" }) : constantIndices(c, indices, sizes, axis);
  return r.call("take", [data, picks], { batch_dims: 0, axis, mode: "fast" });
};

/**
 * Constant indices as a parameter. Throws where one is outside of the axis: the reference counts the size itself as
 * inside.
 */
function constantIndices(c: Conversion, indices: Operand, sizes: readonly number[], axis: number) {
  const data = c.valueOf(indices);
  const picks = c.parameter(indices, data);
  const size = sizes[axis] ?? 0;
  const others = elementCount(sizes.filter((_, i) => i !== axis));
  if (others === 0) return picks;
  for (let i = 0; i < data.values.length; i++) {
    if (Number(elementOf(data, i)) > size) throw new ConversionFailure(`its index ${elementOf(data, i)} is outside of an axis of ${size}.`);
  }
  return picks;
}

const gatheredByPlace: Converter = (c, r) => {
  c.demandInputs(2);
  c.demandPlain(c.inputs);
  const [data, indices] = [c.anyExpr(c.input(0)), c.anyExpr(c.input(1))];
  demandIndices(c, c.input(1));
  const rank = r.rankOf(indices);
  const axes = [-1, ...Array.from({ length: Math.max(0, rank - 1) }, (_, i) => i)];
  return r.call("gather_nd", [data, r.call("transpose", [indices], { axes })], { batch_dims: 0, index_rank: null });
};

export const slicing: ConverterTable = {
  GATHER: gathered,
  GATHER_ND: gatheredByPlace,
  SLICE: sliced,
  STRIDED_SLICE: stridedSlice,
};
