/** Pieces of random calls: types, shapes that fit others, axes, and random choices that know them. */
import { type AttrValue, type Dim, dimValue, type TensorType, type Type, tensorType } from "@relayscope/ir";
import type { Random } from "../random.ts";

/** Random choices, and random pieces of types. */
export interface Pieces extends Random {
  dim(): Dim;
  shape(rank?: number): Dim[];
  dtype(): string;
  tensor(rank?: number, dtype?: string): TensorType;
}

const dtypes = ["float32", "float32", "float32", "float16", "float64", "int8", "uint8", "int32", "int64", "bool"];

/** Pieces drawn by the given choices. */
export function pieces(random: Random): Pieces {
  const dim = (): Dim => {
    const size = random.pick([1, 1, 2, 3, 4, 4, 5, 6, 8, 12]);
    if (random.chance(0.08)) return "?";
    return random.chance(0.04) ? { kind: "LongDim", value: size } : size;
  };
  const shape = (rank = random.pick([0, 1, 1, 2, 2, 3, 3, 4, 4, 5])) => random.many(rank, dim);
  const dtype = () => random.pick(dtypes);
  return {
    ...random,
    dim,
    shape,
    dtype,
    tensor: (rank, type = dtype()) => tensorType(shape(rank), type),
  };
}

export const float = (value: number): AttrValue => ({ kind: "Float", value });

export const rankOf = (type: Type | undefined) => (type?.kind === "TensorType" ? type.shape.length : 0);

export const sizeOf = (type: Type | undefined, axis: number) =>
  type?.kind === "TensorType" ? (dimValue(type.shape[axis] ?? "?") ?? 4) : 4;

export const unary = (r: Pieces) => [r.tensor()];

export const indexDtype = (r: Pieces) => r.pick(["int32", "int64", "int64", "uint8", "int16", "float32"]);

export const axisOf = (r: Pieces, type: Type | undefined) => r.int(-rankOf(type), Math.max(0, rankOf(type) - 1));

export const ints = (r: Pieces, count: number, low: number, high: number) => Array.from({ length: count }, () => r.int(low, high));

export const sizes = (r: Pieces, count: number): AttrValue[] =>
  Array.from({ length: count }, () => (r.chance(0.08) ? { kind: "Int", value: r.int(1, 5), dtype: "int64" } : r.int(1, 5)));

export const vector = (r: Pieces, dtype = r.pick(["int32", "int64"])) => tensorType([r.chance(0.9) ? r.int(1, 5) : r.dim()], dtype);

/** A shape that broadcasts with another: sizes of one, unknown ones, missing or further axes. */
export function companion(r: Pieces, shape: readonly Dim[]): Dim[] {
  const own = shape.map((dim) => (r.chance(0.25) ? 1 : r.chance(0.08) ? ("?" as const) : dim));
  if (r.chance(0.3)) return own.slice(r.int(0, own.length));
  return r.chance(0.2) ? [r.dim(), ...own] : own;
}

export const pair = (r: Pieces): Type[] => {
  const first = r.tensor();
  const second = tensorType(companion(r, first.shape), first.dtype);
  return r.chance(0.5) ? [first, second] : [second, first];
};

/** Tensors that differ along one axis. */
export function siblings(r: Pieces, axis: number | undefined, rank = r.int(1, 4)): TensorType[] {
  const first = r.tensor(rank);
  return Array.from({ length: r.int(1, 4) }, () =>
    tensorType(
      first.shape.map((dim, i) => (i === axis ? r.dim() : r.chance(0.05) ? "?" : dim)),
      first.dtype,
    ),
  );
}

export const axisList = (r: Pieces, type: Type | undefined): AttrValue => {
  if (r.chance(0.15)) return null;
  const axes = r.shuffled(Array.from({ length: rankOf(type) }, (_, i) => i)).slice(0, r.int(0, rankOf(type)));
  return axes.map((axis) => (r.chance(0.3) ? axis - rankOf(type) : axis));
};

export const maybe = (r: Pieces, entries: Record<string, AttrValue>): Record<string, AttrValue> =>
  Object.fromEntries(Object.entries(entries).filter(() => r.chance(0.6)));

export const topkAttrs = (r: Pieces, data: Type | undefined) =>
  maybe(r, {
    axis: axisOf(r, data),
    ret_type: r.pick(["both", "values", "indices"]),
    is_ascend: r.chance(0.5),
    dtype: r.pick(["int32", "int64"]),
  });

export const initOp = (r: Pieces, rank = r.int(0, 4)): Record<string, AttrValue> => ({
  shape: sizes(r, rank),
  ...maybe(r, { dtype: r.dtype() }),
});
