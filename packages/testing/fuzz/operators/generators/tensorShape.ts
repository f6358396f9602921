/** Random reshaping, joining, slicing and reduction. */
import { type AttrValue, type Dim, dimValue, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import {
  axisList,
  axisOf,
  type CaseGenerator,
  ints,
  maybe,
  named,
  none,
  oneOf,
  type Pieces,
  pair,
  rankOf,
  siblings,
  sizeOf,
  sizes,
  unary,
  vector,
} from "./pieces.ts";

const reduce = oneOf(unary, (r, [data]) => maybe(r, { axis: axisList(r, data), keepdims: r.chance(0.5), exclude: r.chance(0.5) }));

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

const slices: CaseGenerator = (r) => {
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
};

const split: CaseGenerator = (r) => {
  const data = r.tensor(r.int(1, 4));
  const axis = axisOf(r, data);
  const size = sizeOf(data, axis < 0 ? axis + data.shape.length : axis);
  const where = r.chance(0.5) ? r.int(1, 4) : [...new Set(ints(r, r.int(0, 3), 1, Math.max(1, size - 1)))].sort((a, b) => a - b);
  return { args: [data], attrs: { indices_or_sections: where, axis } };
};

const einsum: CaseGenerator = (r) => {
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
};

const layouts = ["NCHW", "NHWC", "NCHW4c", "NCHW2c", "NHWC4c", "OIHW", "HWIO", "OIHW2i4o", "NCW", "NC", "NCDHW", "NDHWC", "CHW", "N"];

const layoutTransform: CaseGenerator = (r) => {
  const from = r.pick(layouts);
  const isLike = (other: string) => new Set(other.replace(/[^A-Z]/gu, "")).size === new Set(from.replace(/[^A-Z]/gu, "")).size;
  const to = r.chance(0.8) ? r.pick(layouts.filter(isLike)) : r.pick(layouts);
  const shape = [...from.matchAll(/(\d*)([A-Za-z])/gu)].map((m): Dim => (m[1] ? Number(m[1]) : r.pick<Dim>([1, 4, 8, 3, 16, 12, "?"])));
  return { args: [tensorType(shape, r.dtype())], attrs: { src_layout: from, dst_layout: to } };
};

export const tensorShapeGenerators = named([
  ...[
    "log log2 log10 tan cos cosh sin sinh acos acosh asin asinh atan atanh exp fast_exp erf fast_erf sqrt rsqrt zeros_like ones_like",
    "sigmoid copy floor ceil trunc round sign abs tanh fast_tanh negative logical_not bitwise_not isnan isfinite isinf invert_permutation",
  ].flatMap((names) => names.split(" ").map((name) => [name, oneOf(unary)] as const)),
  ...["shape_of", "ndarray_size"].map((name) => [name, oneOf(unary, (r) => maybe(r, { dtype: r.pick(["int32", "int64"]) }))] as const),
  ...[
    "add subtract right_shift left_shift maximum minimum divide trunc_divide floor_divide multiply power mod floor_mod trunc_mod",
    "logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor equal not_equal less less_equal greater greater_equal",
    "broadcast_to_like collapse_sum_like cast_like slice_like",
  ].flatMap((names) => names.split(" ").map((name) => [name, oneOf(pair)] as const)),
  ...["sum", "all", "any", "max", "min", "prod", "mean", "argmax", "argmin"].map((name) => [name, reduce] as const),
  [
    "variance",
    (r) => {
      const made = reduce(r);
      return { ...made, args: [made.args[0] as Type, made.args[0] as Type] };
    },
  ],
  ["slice_like", oneOf(pair, (r, [data]) => ({ axes: axisList(r, data) }))],
  [
    "reshape",
    (r) => {
      const data = r.tensor();
      return { args: [data], attrs: { newshape: reshapeValues(r, data), ...(r.chance(0.1) ? { allowzero: true } : none) } };
    },
  ],
  [
    "contrib_reverse_reshape",
    (r) => {
      const data = r.tensor();
      return { args: [data], attrs: { newshape: reshapeValues(r, data) } };
    },
  ],
  [
    "reshape_like",
    oneOf(
      (r) => {
        const data = r.tensor();
        return [data, r.chance(0.6) ? tensorType(r.shuffled(data.shape), r.dtype()) : r.tensor()];
      },
      (r) =>
        r.chance(0.4) ? none : maybe(r, { lhs_begin: r.int(-2, 2), lhs_end: r.int(-1, 4), rhs_begin: r.int(-2, 2), rhs_end: r.int(-1, 4) }),
    ),
  ],
  [
    "expand_dims",
    oneOf(unary, (r, [data]) => ({ axis: r.int(-rankOf(data) - 1, rankOf(data)), ...maybe(r, { num_newaxis: r.int(0, 3) }) })),
  ],
  [
    "squeeze",
    oneOf(
      (r) => [
        tensorType(
          r.shape().map((d) => (r.chance(0.5) ? 1 : d)),
          r.dtype(),
        ),
      ],
      (r, [data]) => (r.chance(0.3) ? none : { axis: axisList(r, data) }),
    ),
  ],
  [
    "transpose",
    oneOf(unary, (r, [data]) => ({
      axes: r.chance(0.2) ? null : r.shuffled(Array.from({ length: rankOf(data) }, (_, i) => (r.chance(0.2) ? i - rankOf(data) : i))),
    })),
  ],
  [
    "broadcast_to",
    (r) => {
      const data = r.tensor();
      const out = data.shape.map((d): AttrValue => (dimValue(d) === 1 ? r.int(1, 3) : (dimValue(d) ?? r.int(1, 3))));
      return { args: [data], attrs: { shape: r.chance(0.3) ? [r.int(1, 4), ...out] : out } };
    },
  ],
  [
    "collapse_sum_to",
    (r) => {
      const data = r.tensor(r.int(1, 4));
      const out = data.shape.map((d): AttrValue => (r.chance(0.4) ? 1 : (dimValue(d) ?? 2)));
      return { args: [data, vector(r)], attrs: { shape: r.chance(0.1) ? null : out.slice(r.int(0, 1)) } };
    },
  ],
  ["repeat", oneOf(unary, (r, [data]) => ({ repeats: r.int(1, 4), axis: axisOf(r, data) }))],
  ["tile", oneOf(unary, (r, [data]) => ({ reps: sizes(r, r.int(0, rankOf(data) + 1)) }))],
  [
    "concatenate",
    (r) => {
      const rank = r.int(1, 4);
      const axis = r.int(0, rank - 1);
      return { args: [tupleType(siblings(r, axis, rank))], attrs: { axis: r.chance(0.3) ? axis - rank : axis } };
    },
  ],
  [
    "stack",
    (r) => {
      const rank = r.int(0, 3);
      return { args: [tupleType(siblings(r, undefined, rank))], attrs: maybe(r, { axis: r.int(-rank - 1, rank) }) };
    },
  ],
  [
    "meshgrid",
    (r) => {
      const dtype = r.dtype();
      return {
        args: [tupleType(Array.from({ length: r.int(1, 4) }, () => r.tensor(r.pick([0, 1, 1, 1]), dtype)))],
        attrs: maybe(r, { indexing: r.pick(["ij", "xy"]) }),
      };
    },
  ],
  ["split", split],
  ["einsum", einsum],
  ["strided_slice", slices],
  [
    "strided_set",
    (r) => {
      const data = r.tensor();
      return { args: [data, data, vector(r), vector(r), vector(r)], attrs: slices(r).attrs };
    },
  ],
  [
    "sliding_window",
    (r) => {
      const data = r.tensor(r.int(1, 4));
      const axis = r.int(0, data.shape.length - 1);
      const count = r.int(1, data.shape.length - axis);
      return { args: [data], attrs: { axis, window_shape: ints(r, count, 1, 3), strides: ints(r, count, 1, 3) } };
    },
  ],
  ["layout_transform", layoutTransform],
  [
    "auto_scheduler_layout_transform",
    oneOf(unary, (r) => ({ src_layout: "NCHW", dst_layout: r.pick(["1N32C112H112W", "2N4C8h3W", "1A", "4N3c0D"]) })),
  ],
  ["reverse", oneOf(unary, (r, [data]) => ({ axis: axisOf(r, data) }))],
]);
