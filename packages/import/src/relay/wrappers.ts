/**
 * Calls of operators whose shape arguments may be constants or expressions, with the defaults of the reference's Python
 * interface. Follows python/tvm/relay/op/transform.py, tensor.py, reduce.py and nn/nn.py.
 */
import { type AttrValue, at, type Constant, type Expr, eachOf, firstOf } from "@relayscope/ir";
import { ConversionFailure } from "../diagnostics.ts";
import type { Relay, Several } from "./relay.ts";

export type IntegerList = readonly (number | bigint)[];

/** The values of a constant list, as integers. */
export function integersOf(r: Relay, value: Constant): readonly number[] {
  if (value.data && value.data.shape.length === 0) throw new ConversionFailure("it needs a list of integers, and is given a scalar.");
  return r.numbersOf(value).map((v) => Math.trunc(Number(v)));
}

/** The only value of a constant. */
function itemOf(r: Relay, value: Constant): number | bigint {
  const numbers = r.numbersOf(value);
  if (numbers.length !== 1) throw new ConversionFailure("it needs a single value, and is given several.");
  return at(numbers, 0);
}

function isExpr(value: Expr | IntegerList): value is Expr {
  return !Array.isArray(value);
}

export function unary(r: Relay, name: string, x: Expr): Expr {
  return r.call(name, [x]);
}

export function cast(r: Relay, x: Expr, dtype: string): Expr {
  return r.call("cast", [x], { dtype });
}

export function transpose(r: Relay, x: Expr, axes: IntegerList | null = null): Expr {
  return r.call("transpose", [x], { axes: axes as AttrValue });
}

export function reshape(r: Relay, x: Expr, newshape: Expr | IntegerList, allowzero = false): Expr {
  const list = isExpr(newshape) ? (newshape.kind === "Constant" ? integersOf(r, newshape) : undefined) : newshape;
  if (!list) return r.call("dyn.reshape", [x, newshape as Expr], { newshape: [], allowzero });
  return r.call("reshape", [x], { newshape: sized(list), allowzero });
}

export function squeeze(r: Relay, x: Expr, axis: Expr | IntegerList | null): Expr {
  if (axis !== null && isExpr(axis)) {
    if (axis.kind !== "Constant") return r.call("dyn.squeeze", [x, axis], { axis: [] });
    return r.call("squeeze", [x], { axis: r.numbersOf(axis).map(Number) });
  }
  return r.call("squeeze", [x], { axis: axis?.map(Number) ?? null });
}

export function expandDims(r: Relay, x: Expr, axis: number, count = 1): Expr {
  return r.call("expand_dims", [x], { axis, num_newaxis: count });
}

export function take(r: Relay, data: Expr, indices: Expr, axis: number | null = null, mode = "clip"): Expr {
  return r.call("take", [data, indices], { batch_dims: 0, axis, mode });
}

export function full(r: Relay, value: Expr, shape: Expr | IntegerList, dtype: string): Expr {
  const list = shapeList(r, shape);
  return list ? r.call("full", [value], { shape: list, dtype }) : r.call("dyn.full", [value, shape as Expr], { shape: null, dtype });
}

export function zeros(r: Relay, shape: Expr | IntegerList, dtype: string): Expr {
  const list = shapeList(r, shape);
  return list ? r.call("zeros", [], { shape: list, dtype }) : r.call("dyn.zeros", [shape as Expr], { shape: null, dtype });
}

/** A shape that is known, else undefined. */
function shapeList(r: Relay, shape: Expr | IntegerList): readonly number[] | undefined {
  if (isExpr(shape)) return shape.kind === "Constant" ? integersOf(r, shape) : undefined;
  return shape.map(Number);
}

export function broadcastTo(r: Relay, x: Expr, shape: Expr | IntegerList): Expr {
  if (!isExpr(shape)) return r.call("broadcast_to", [x], { shape: shape.map(Number) });
  if (shape.kind !== "Constant") return r.call("dyn.broadcast_to", [x, shape], { shape: null });
  // The sizes keep the type of the constant's numbers.
  const dtype = r.dtypeOf(shape);
  return r.call("broadcast_to", [x], {
    shape: integersOf(r, shape).map((size) => (dtype === "int64" ? { kind: "Int", value: size, dtype } : size)),
  });
}

export function tile(r: Relay, x: Expr, reps: Expr | IntegerList): Expr {
  const list = shapeList(r, reps);
  return list ? r.call("tile", [x], { reps: list }) : r.call("dyn.tile", [x, reps as Expr], { reps: [] });
}

/** Sections: how many equal parts, or where to cut. */
export function split(r: Relay, x: Expr, sections: number | IntegerList, axis: number): Several {
  const size = typeof sections === "number" ? sections : sections.length + 1;
  const given = typeof sections === "number" ? sections : sections.map(Number);
  return { kind: "Several", tuple: r.call("split", [x], { indices_or_sections: given, axis }), size };
}

export function concatenate(r: Relay, parts: readonly Expr[], axis: number): Expr {
  if (parts.length === 0) throw new ConversionFailure("there is nothing to concatenate.");
  return r.call("concatenate", [r.tuple(parts)], { axis });
}

export function stack(r: Relay, parts: readonly Expr[] | Expr, axis: number): Expr {
  if (isList(parts) && parts.length === 0) throw new ConversionFailure("there is nothing to stack.");
  return r.call("stack", [isList(parts) ? r.tuple(parts) : parts], { axis });
}

function isList(parts: readonly Expr[] | Expr): parts is readonly Expr[] {
  return Array.isArray(parts);
}

export interface SliceOptions {
  readonly strides?: Expr | IntegerList;
  readonly axes?: IntegerList;
}

/** A slice; where begin, end or strides are expressions, negative begins are counted from the end while it runs. */
export function stridedSlice(r: Relay, x: Expr, begin: Expr | IntegerList, end: Expr | IntegerList, options: SliceOptions = {}): Expr {
  const known = [begin, end, options.strides ?? [1]].map((v) => (isExpr(v) ? (v.kind === "Constant" ? r.numbersOf(v) : v) : v));
  const [from, to, strides] = firstOf(known, 3);
  if (!isExpr(from) && !isExpr(to) && !isExpr(strides)) {
    const attributes = { begin: sized(from), end: sized(to), strides: sized(strides), slice_mode: "end" };
    return r.call("strided_slice", [x], { ...attributes, axes: options.axes ? options.axes.map(Number) : null });
  }
  if (options.axes) throw new ConversionFailure("slicing named axes by what is not constant is not supported.");
  let start = asList(r, from);
  const stop = asList(r, to);
  const steps = asList(r, strides);
  const shape = r.call("cast_like", [shapeQuestion(r, x), start]);
  const limit = r.call("slice_like", [shape, start], { axes: null });
  const zero = r.call("cast_like", [r.constant(0, "int32"), start]);
  start = r.call("where", [r.call("less", [start, zero]), r.call("add", [start, limit]), start]);
  start = r.call("where", [r.call("greater_equal", [start, limit]), limit, start]);
  return r.call("dyn.strided_slice", [x, start, stop, steps], { begin: null, end: null, strides: null, slice_mode: "end", axes: null });
}

/** Integers as attributes: of 32 bits where they fit. */
export function sized(values: IntegerList): readonly AttrValue[] {
  return values.map((value) => (value < -(2 ** 31) || value >= 2 ** 31 ? { kind: "Int", value, dtype: "int64" } : Number(value)));
}

function asList(r: Relay, value: Expr | IntegerList): Expr {
  return isExpr(value) ? value : r.constant(value, "int32");
}

/** A call of `shape_of`, unanswered. */
export function shapeQuestion(r: Relay, x: Expr, dtype = "int32"): Expr {
  return r.call("shape_of", [x], { dtype });
}

/**
 * The shape of a tensor: a constant where it is known, else a call of `shape_of`. Follows shape_of in
 * frontend/common.py.
 */
export function shapeOf(r: Relay, x: Expr, dtype = "int64", start?: number, end?: number): Expr {
  if (r.isDynamic(x)) return shapeQuestion(r, x, dtype);
  const sizes = r.knownSizesOf(x);
  return r.constant(sizes.slice(start || 0, end || sizes.length), dtype);
}

export function reduce(r: Relay, name: string, x: Expr, axis: number | IntegerList | null, keepdims = false): Expr {
  return r.call(name, [x], { axis: axisList(axis), keepdims, exclude: false });
}

export function axisList(axis: number | IntegerList | null): AttrValue {
  return axis === null ? null : typeof axis === "number" ? [axis] : axis.map(Number);
}

export function variance(r: Relay, x: Expr, mean: Expr, axis: number | IntegerList, keepdims: boolean): Expr {
  return r.call("variance", [x, mean], { axis: axisList(axis), keepdims, exclude: false, unbiased: false });
}

/** Padding; the widths are pairs, or an expression. */
export function pad(r: Relay, x: Expr, widths: Expr | readonly IntegerList[], value: Expr, mode = "constant"): Expr {
  if (!isExpr(widths as Expr | IntegerList))
    return r.call("nn.pad", [x, value], { pad_width: (widths as readonly IntegerList[]).map((w) => w.map(Number)), pad_mode: mode });
  const given = widths as Expr;
  if (given.kind !== "Constant") return r.call("dyn.nn.pad", [x, given, value], { pad_width: [], pad_mode: mode });
  const flat = r.numbersOf(given).map(Number);
  const width = given.data?.shape[1] ?? 2;
  if (given.data?.shape.length !== 2) throw new ConversionFailure("its padding is not a list of pairs.");
  const rows = Array.from({ length: flat.length / width }, (_, i) => flat.slice(i * width, (i + 1) * width));
  return r.call("nn.pad", [x, value], { pad_width: rows, pad_mode: mode });
}

export function oneHot(r: Relay, args: readonly [indices: Expr, on: Expr, off: Expr], depth: Expr, axis: number, dtype: string): Expr {
  if (depth.kind === "Constant") return r.call("one_hot", args, { depth: Number(itemOf(r, depth)), axis, dtype });
  return r.call("dyn.one_hot", [...args, depth], { axis, dtype, depth: 0 });
}

export function arange(r: Relay, start: Expr, stop: Expr, step: Expr, dtype: string): Expr {
  const [from, to, by] = eachOf([start, stop, step], (value): AttrValue => r.exprAttribute(value));
  return r.call("arange", [start, stop, step], { start: from, stop: to, step: by, dtype });
}
