/** Random reshaping, joining, slicing and reduction. */
import { type AttrValue, type Dim, dimValue, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { alike, type GeneratorTable, type Made } from "../generator.ts";
import { axisList, axisOf, ints, maybe, type Pieces, pair, rankOf, siblings, sizeOf, sizes, unary, vector } from "../pieces.ts";

const reductionAttrs = (r: Pieces, data: Type | undefined) =>
  maybe(r, { axis: axisList(r, data), keepdims: r.chance(0.5), exclude: r.chance(0.5) });

function reshapeValues(r: Pieces, data: TensorType): AttrValue[] {
  const out: AttrValue[] = [];
  for (let i = 0; i < data.shape.length; i++) {
    const size = dimValue(data.shape[i] as Dim);
    const choice = r.int(0, 6);
    if (choice <= 1) out.push(0);
    else if (choice === 2 && i + 1 < data.shape.length) {
      out.push(-3);
      i++;
    } else if (choice === 3 && size !== undefined) {
      const divisor = r.pick([1, 2, 3, 4].filter((d) => size % d === 0));
      out.push(
        -4,
        ...r.pick([
          [divisor, size / divisor],
          [-1, divisor],
          [divisor, -1],
        ]),
      );
    } else if (choice === 4) {
      out.push(-2);
      return out;
    } else if (choice === 5 && !out.includes(-1)) out.push(-1);
    else out.push(size ?? 0);
  }
  return r.chance(0.2) ? [...out, 1] : out;
}

function slices(r: Pieces): Made {
  const data = r.tensor(r.int(1, 4));
  const hasAxes = r.chance(0.3);
  const axes = hasAxes ? r.shuffled(data.shape.map((_, i) => i)).slice(0, r.int(1, data.shape.length)) : data.shape.map((_, i) => i);
  const count = hasAxes ? axes.length : r.int(1, data.shape.length);
  const isBackward = r.chance(0.15);
  const strides = ints(r, r.chance(0.6) || hasAxes ? count : r.int(1, count), 1, 3).map((s) => (isBackward ? -s : s));
  const lower = ints(r, count, -3, 2);
  const upper = axes.slice(0, count).map((axis) => r.pick([sizeOf(data, axis), 100, r.int(1, 5), -1]));
  const attrs: Record<string, AttrValue> = {
    begin: isBackward ? upper : lower,
    end: isBackward ? lower.map((n) => n - 3) : upper,
    strides,
    axes: hasAxes ? axes : null,
  };
  if (r.chance(0.2)) attrs.slice_mode = "size";
  return { args: [data], attrs };
}

function split(r: Pieces): Made {
  const data = r.tensor(r.int(1, 4));
  const axis = axisOf(r, data);
  const size = sizeOf(data, axis < 0 ? axis + data.shape.length : axis);
  const where = r.chance(0.5) ? r.int(1, 4) : [...new Set(ints(r, r.int(0, 3), 1, Math.max(1, size - 1)))].sort((a, b) => a - b);
  return { args: [data], attrs: { indices_or_sections: where, axis } };
}

function einsum(r: Pieces): Made {
  const [equation, ...labels] = r.pick([
    ["ij,jk->ik", "ij", "jk"],
    ["ij,jk", "ij", "jk"],
    ["bij, bjk -> bik", "bij", "bjk"],
    ["ii->i", "ii"],
    ["ij->ji", "ij"],
    ["ij->", "ij"],
    ["...ij,...jk->...ik", "bij", "bjk"],
    ["...i,...i->...", "bi", "abi"],
    ["i,j->ij", "i", "j"],
  ]) as [string, ...string[]];
  const known = new Map<string, Dim>();
  const dtype = r.dtype();
  const tensors = labels.map((label) =>
    tensorType(
      [...label].map((letter) => {
        if (!known.has(letter)) known.set(letter, r.dim());
        return r.chance(0.1) ? 1 : (known.get(letter) as Dim);
      }),
      dtype,
    ),
  );
  return { args: [tupleType(tensors)], attrs: { equation } };
}

const layouts = ["NCHW", "NHWC", "NCHW4c", "NCHW2c", "NHWC4c", "OIHW", "HWIO", "OIHW2i4o", "NCW", "NC", "NCDHW", "NDHWC", "CHW", "N"];

function layoutTransform(r: Pieces): Made {
  const from = r.pick(layouts);
  const isLike = (other: string) => new Set(other.replace(/[^A-Z]/gu, "")).size === new Set(from.replace(/[^A-Z]/gu, "")).size;
  const to = r.chance(0.8) ? r.pick(layouts.filter(isLike)) : r.pick(layouts);
  const shape = [...from.matchAll(/(\d*)([A-Za-z])/gu)].map((m): Dim => (m[1] ? Number(m[1]) : r.pick<Dim>([1, 4, 8, 3, 16, 12, "?"])));
  return { args: [tensorType(shape, r.dtype())], attrs: { src_layout: from, dst_layout: to } };
}

export const tensorShapeGenerators: GeneratorTable = {
  ...alike(
    "log log2 log10 tan cos cosh sin sinh acos acosh asin asinh atan atanh exp fast_exp erf fast_erf sqrt rsqrt zeros_like ones_like " +
      "sigmoid copy floor ceil trunc round sign abs tanh fast_tanh negative logical_not bitwise_not isnan isfinite isinf invert_permutation",
    { args: unary },
  ),
  ...alike("shape_of ndarray_size", { args: unary, attrs: (r) => maybe(r, { dtype: r.pick(["int32", "int64"]) }) }),
  ...alike(
    "add subtract right_shift left_shift maximum minimum divide trunc_divide floor_divide multiply power mod floor_mod trunc_mod " +
      "logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor equal not_equal less less_equal greater greater_equal " +
      "broadcast_to_like collapse_sum_like cast_like",
    { args: pair },
  ),
  slice_like: { args: pair, attrs: (r, [data]) => ({ axes: axisList(r, data) }) },
  ...alike("sum all any max min prod mean argmax argmin", { args: unary, attrs: (r, [data]) => reductionAttrs(r, data) }),
  variance: (r) => {
    const data = r.tensor();
    return { args: [data, data], attrs: reductionAttrs(r, data) };
  },
  reshape: (r) => {
    const data = r.tensor();
    return { args: [data], attrs: { newshape: reshapeValues(r, data), ...(r.chance(0.1) ? { allowzero: true } : {}) } };
  },
  contrib_reverse_reshape: (r) => {
    const data = r.tensor();
    return { args: [data], attrs: { newshape: reshapeValues(r, data) } };
  },
  reshape_like: {
    args: (r) => {
      const data = r.tensor();
      return [data, r.chance(0.6) ? tensorType(r.shuffled(data.shape), r.dtype()) : r.tensor()];
    },
    attrs: (r) =>
      r.chance(0.4) ? {} : maybe(r, { lhs_begin: r.int(-2, 2), lhs_end: r.int(-1, 4), rhs_begin: r.int(-2, 2), rhs_end: r.int(-1, 4) }),
  },
  expand_dims: {
    args: unary,
    attrs: (r, [data]) => ({ axis: r.int(-rankOf(data) - 1, rankOf(data)), ...maybe(r, { num_newaxis: r.int(0, 3) }) }),
  },
  squeeze: (r) => {
    const shape = r.shape().map((d) => (r.chance(0.5) ? 1 : d));
    const data = tensorType(shape, r.dtype());
    return { args: [data], attrs: r.chance(0.3) ? {} : { axis: axisList(r, data) } };
  },
  transpose: {
    args: unary,
    attrs: (r, [data]) => ({
      axes: r.chance(0.2) ? null : r.shuffled(r.many(rankOf(data), (i) => (r.chance(0.2) ? i - rankOf(data) : i))),
    }),
  },
  broadcast_to: (r) => {
    const data = r.tensor();
    const out = data.shape.map((d): AttrValue => (dimValue(d) === 1 ? r.int(1, 3) : (dimValue(d) ?? r.int(1, 3))));
    return { args: [data], attrs: { shape: r.chance(0.3) ? [r.int(1, 4), ...out] : out } };
  },
  collapse_sum_to: (r) => {
    const data = r.tensor(r.int(1, 4));
    const out = data.shape.map((d): AttrValue => (r.chance(0.4) ? 1 : (dimValue(d) ?? 2)));
    return { args: [data, vector(r)], attrs: { shape: r.chance(0.1) ? null : out.slice(r.int(0, 1)) } };
  },
  repeat: { args: unary, attrs: (r, [data]) => ({ repeats: r.int(1, 4), axis: axisOf(r, data) }) },
  tile: { args: unary, attrs: (r, [data]) => ({ reps: sizes(r, r.int(0, rankOf(data) + 1)) }) },
  concatenate: (r) => {
    const rank = r.int(1, 4);
    const axis = r.int(0, rank - 1);
    return { args: [tupleType(siblings(r, axis, rank))], attrs: { axis: r.chance(0.3) ? axis - rank : axis } };
  },
  stack: (r) => {
    const rank = r.int(0, 3);
    return { args: [tupleType(siblings(r, undefined, rank))], attrs: maybe(r, { axis: r.int(-rank - 1, rank) }) };
  },
  meshgrid: (r) => {
    const dtype = r.dtype();
    const fields = r.many(r.int(1, 4), () => r.tensor(r.pick([0, 1, 1, 1]), dtype));
    return { args: [tupleType(fields)], attrs: maybe(r, { indexing: r.pick(["ij", "xy"]) }) };
  },
  split,
  einsum,
  strided_slice: slices,
  strided_set: (r) => {
    const data = r.tensor();
    return { args: [data, data, vector(r), vector(r), vector(r)], attrs: slices(r).attrs ?? {} };
  },
  sliding_window: (r) => {
    const data = r.tensor(r.int(1, 4));
    const axis = r.int(0, data.shape.length - 1);
    const count = r.int(1, data.shape.length - axis);
    return { args: [data], attrs: { axis, window_shape: ints(r, count, 1, 3), strides: ints(r, count, 1, 3) } };
  },
  layout_transform: layoutTransform,
  auto_scheduler_layout_transform: {
    args: unary,
    attrs: (r) => ({ src_layout: "NCHW", dst_layout: r.pick(["1N32C112H112W", "2N4C8h3W", "1A", "4N3c0D"]) }),
  },
  reverse: { args: unary, attrs: (r, [data]) => ({ axis: axisOf(r, data) }) },
};
