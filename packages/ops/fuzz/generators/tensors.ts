/** Cases for the operators on tensors, the dynamic ones included. */
import { type AttrValue, type Dim, dimValue, scalarType, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import type { CaseGenerator } from "../cases.ts";
import type { Random } from "../random.ts";

const float = (value: number): AttrValue => ({ kind: "Float", value });
const none = {};

const oneOf = (
  args: (r: Random) => readonly Type[],
  attrs: (r: Random, args: readonly Type[]) => Record<string, AttrValue> = () => none,
): CaseGenerator => {
  return (r) => {
    const made = args(r);
    return { args: made, attrs: attrs(r, made) };
  };
};

const rankOf = (type: Type | undefined) => (type?.kind === "TensorType" ? type.shape.length : 0);
const sizeOf = (type: Type | undefined, axis: number) => (type?.kind === "TensorType" ? (dimValue(type.shape[axis] ?? "?") ?? 4) : 4);
const unary = (r: Random) => [r.tensor()];
const indexDtype = (r: Random) => r.pick(["int32", "int64", "int64", "uint8", "int16", "float32"]);
const axisOf = (r: Random, type: Type | undefined) => r.int(-rankOf(type), Math.max(0, rankOf(type) - 1));
const ints = (r: Random, count: number, low: number, high: number) => Array.from({ length: count }, () => r.int(low, high));
const sizes = (r: Random, count: number): AttrValue[] =>
  Array.from({ length: count }, () => (r.chance(0.08) ? { kind: "Int", value: r.int(1, 5), dtype: "int64" } : r.int(1, 5)));
const vector = (r: Random, dtype = r.pick(["int32", "int64"])) => tensorType([r.chance(0.9) ? r.int(1, 5) : r.dim()], dtype);

/** A shape that broadcasts with another: sizes of one, unknown ones, missing or further axes. */
function companion(r: Random, shape: readonly Dim[]): Dim[] {
  const own = shape.map((dim) => (r.chance(0.25) ? 1 : r.chance(0.08) ? ("?" as const) : dim));
  if (r.chance(0.3)) return own.slice(r.int(0, own.length));
  return r.chance(0.2) ? [r.dim(), ...own] : own;
}

const pair = (r: Random): Type[] => {
  const first = r.tensor();
  const second = tensorType(companion(r, first.shape), first.dtype);
  return r.chance(0.5) ? [first, second] : [second, first];
};

/** Tensors that differ along one axis. */
function siblings(r: Random, axis: number | undefined, rank = r.int(1, 4)): TensorType[] {
  const first = r.tensor(rank);
  return Array.from({ length: r.int(1, 4) }, () =>
    tensorType(
      first.shape.map((dim, i) => (i === axis ? r.dim() : r.chance(0.05) ? "?" : dim)),
      first.dtype,
    ),
  );
}

const axisList = (r: Random, type: Type | undefined): AttrValue => {
  if (r.chance(0.15)) return null;
  const axes = r.shuffled(Array.from({ length: rankOf(type) }, (_, i) => i)).slice(0, r.int(0, rankOf(type)));
  return axes.map((axis) => (r.chance(0.3) ? axis - rankOf(type) : axis));
};

const maybe = (r: Random, entries: Record<string, AttrValue>): Record<string, AttrValue> =>
  Object.fromEntries(Object.entries(entries).filter(() => r.chance(0.6)));

const reduce = oneOf(unary, (r, [data]) => maybe(r, { axis: axisList(r, data), keepdims: r.chance(0.5), exclude: r.chance(0.5) }));

function reshapeValues(r: Random, data: TensorType): AttrValue[] {
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
  if (r.chance(0.2)) attrs["slice_mode"] = "size";
  return { args: [data], attrs };
};

const take: CaseGenerator = (r) => {
  const data = r.tensor(r.int(0, 4));
  const indices = tensorType(r.shape(r.int(0, 3)), indexDtype(r));
  const attrs = maybe(r, { axis: axisOf(r, data), mode: r.pick(["clip", "wrap", "fast"]) });
  if (r.chance(0.2)) attrs["batch_dims"] = r.int(0, 2);
  return { args: [data, indices], attrs };
};

const gather: CaseGenerator = (r) => {
  const data = r.tensor(r.int(1, 4));
  const axis = axisOf(r, data);
  const at = axis < 0 ? axis + data.shape.length : axis;
  const indices = tensorType(
    data.shape.map((dim, i) => (i === at ? r.dim() : dim)),
    indexDtype(r),
  );
  return { args: [data, indices], attrs: { axis } };
};

const gatherNd: CaseGenerator = (r) => {
  const data = r.tensor(r.int(1, 4));
  const batch = r.chance(0.3) ? r.int(0, 1) : 0;
  const depth = r.int(1, data.shape.length);
  const indices = tensorType([depth, ...data.shape.slice(0, batch), ...r.shape(r.int(0, 2))], indexDtype(r));
  return { args: [data, indices], attrs: batch > 0 ? { batch_dims: batch } : none };
};

const scatterNd: CaseGenerator = (r) => {
  const data = r.tensor(r.int(1, 4));
  const depth = r.int(1, data.shape.length);
  const outer = r.shape(r.int(0, 2));
  const args = [data, tensorType([depth, ...outer], indexDtype(r)), tensorType([...outer, ...data.shape.slice(depth)], data.dtype)];
  return { args, attrs: maybe(r, { mode: r.pick(["update", "add", "mul"]) }) };
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

const topkAttrs = (r: Random, data: Type | undefined) =>
  maybe(r, {
    axis: axisOf(r, data),
    ret_type: r.pick(["both", "values", "indices"]),
    is_ascend: r.chance(0.5),
    dtype: r.pick(["int32", "int64"]),
  });

const initOp = (r: Random, rank = r.int(0, 4)): Record<string, AttrValue> => ({ shape: sizes(r, rank), ...maybe(r, { dtype: r.dtype() }) });
const key = tensorType([10], "uint64");
const keyOf = (r: Random): Type => (r.chance(0.95) ? key : r.tensor(1));
const uniform = oneOf(
  (r) => [keyOf(r), scalarType("float32"), scalarType(r.chance(0.9) ? "float32" : "float64")],
  (r) => ({ out_shape: sizes(r, r.int(0, 3)), out_dtype: r.chance(0.8) ? "float32" : r.dtype() }),
);
const scan = oneOf(unary, (r, [data]) => maybe(r, { axis: axisOf(r, data), dtype: r.dtype(), exclusive: r.chance(0.5) }));

export const tensorGenerators: readonly (readonly [string, CaseGenerator])[] = [
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
  ["take", take],
  ["gather", gather],
  ["gather_nd", gatherNd],
  [
    "scatter_elements",
    (r) => {
      const made = gather(r);
      return { args: [...made.args, made.args[0] as Type], attrs: { ...made.attrs, ...maybe(r, { reduction: "add" }) } };
    },
  ],
  ["scatter_nd", scatterNd],
  [
    "where",
    oneOf((r) => {
      const [x, y] = pair(r) as [TensorType, TensorType];
      return [tensorType(companion(r, x.shape), "bool"), x, y];
    }),
  ],
  ["argwhere", oneOf(unary)],
  [
    "adv_index",
    oneOf((r) => {
      const data = r.tensor(r.int(1, 4));
      const first = tensorType(r.shape(r.int(0, 2)), "int64");
      return [
        tupleType([data, ...Array.from({ length: r.int(1, data.shape.length) }, () => tensorType(companion(r, first.shape), "int64"))]),
      ];
    }),
  ],
  ["unravel_index", oneOf((r) => [r.tensor(r.int(0, 2), indexDtype(r)), vector(r)])],
  [
    "one_hot",
    oneOf(
      (r) => [r.tensor(r.int(0, 3), "int32"), scalarType("int32"), scalarType("int32")],
      (r, [data]) => maybe(r, { depth: r.int(1, 6), axis: r.int(-1, rankOf(data)), dtype: r.dtype() }),
    ),
  ],
  [
    "full",
    oneOf(
      (r) => [scalarType(r.dtype())],
      (r) => initOp(r),
    ),
  ],
  ["full_like", oneOf((r) => [r.tensor(), scalarType(r.dtype())])],
  [
    "zeros",
    oneOf(
      () => [],
      (r) => initOp(r),
    ),
  ],
  [
    "ones",
    oneOf(
      () => [],
      (r) => initOp(r),
    ),
  ],
  ["cast", oneOf(unary, (r) => ({ dtype: r.dtype() }))],
  ["reinterpret", oneOf(unary, (r) => ({ dtype: r.dtype() }))],
  ["layout_transform", layoutTransform],
  [
    "auto_scheduler_layout_transform",
    oneOf(unary, (r) => ({ src_layout: "NCHW", dst_layout: r.pick(["1N32C112H112W", "2N4C8h3W", "1A", "4N3c0D"]) })),
  ],
  ["reverse", oneOf(unary, (r, [data]) => ({ axis: axisOf(r, data) }))],
  [
    "reverse_sequence",
    (r) => {
      const data = r.tensor(r.int(1, 4));
      const batch = axisOf(r, data);
      return {
        args: [data, tensorType([data.shape.at(batch) as Dim], indexDtype(r))],
        attrs: { batch_axis: batch, ...maybe(r, { seq_axis: axisOf(r, data) }) },
      };
    },
  ],
  [
    "sparse_to_dense",
    oneOf(
      (r) => [r.tensor(r.int(0, 2), indexDtype(r)), r.tensor(r.int(0, 1)), scalarType("float32")],
      (r) => ({ output_shape: sizes(r, r.int(1, 3)) }),
    ),
  ],
  ["sparse_fill_empty_rows", oneOf((r) => [r.tensor(2, "int64"), r.tensor(1), vector(r), scalarType("float32")])],
  [
    "sparse_reshape",
    oneOf((r) => {
      const dtype = indexDtype(r);
      return [r.tensor(2, dtype), vector(r, dtype), vector(r, dtype)];
    }),
  ],
  ["cumsum", scan],
  ["cumprod", scan],
  [
    "unique",
    oneOf(
      (r) => [r.tensor(r.chance(0.9) ? 1 : 2)],
      (r) => maybe(r, { sorted: r.chance(0.5), return_counts: r.chance(0.5) }),
    ),
  ],
  [
    "sequence_mask",
    (r) => {
      const data = r.tensor(r.int(2, 4));
      const axis = r.int(0, 1);
      return { args: [data, tensorType([data.shape[1 - axis] as Dim], "int32")], attrs: { axis, ...maybe(r, { mask_value: float(1) }) } };
    },
  ],
  [
    "matrix_set_diag",
    oneOf(
      (r) => {
        const data = r.tensor(r.int(2, 4));
        return [data, tensorType(r.chance(0.5) ? data.shape.slice(0, -1) : r.shape(), data.dtype)];
      },
      (r) => maybe(r, { k1: r.int(-2, 0), k2: r.int(0, 2) }),
    ),
  ],
  [
    "trilu",
    oneOf(
      (r) => [r.tensor(), scalarType("int32")],
      (r) => maybe(r, { upper: r.chance(0.5) }),
    ),
  ],
  [
    "dft",
    oneOf(
      (r) => {
        const data = r.tensor();
        return [data, data];
      },
      (r) => maybe(r, { inverse: r.chance(0.5) }),
    ),
  ],
  [
    "stft",
    oneOf(
      (r) => [r.tensor(r.int(1, 2), "float32"), r.tensor(1, "float32")],
      (r) => maybe(r, { n_fft: r.int(1, 6), hop_length: r.int(1, 3), win_length: r.int(1, 4), onesided: r.chance(0.5) }),
    ),
  ],
  ["fixed_point_multiply", oneOf(unary, (r) => ({ multiplier: r.int(1, 1000), shift: r.int(-3, 3) }))],
  [
    "fixed_point_multiply_per_axis",
    oneOf(
      (r) => [r.tensor(4, "int32"), vector(r), vector(r), vector(r)],
      (r) => ({ axes: [1], ...maybe(r, { is_lshift_required: true }) }),
    ),
  ],
  ["clip", oneOf(unary, () => ({ a_min: float(0), a_max: float(6) }))],
  [
    "argsort",
    oneOf(unary, (r, [data]) => maybe(r, { axis: axisOf(r, data), is_ascend: r.chance(0.5), dtype: r.pick(["int32", "int64"]) })),
  ],
  ["sort", oneOf(unary, (r, [data]) => maybe(r, { axis: axisOf(r, data), is_ascend: r.chance(0.5) }))],
  ["topk", oneOf(unary, (r, [data]) => ({ k: r.int(-1, 4), ...topkAttrs(r, data) }))],
  [
    "searchsorted",
    oneOf(
      (r) => {
        const rank = r.int(1, 3);
        const seq = r.tensor(r.chance(0.3) ? 1 : rank);
        return [seq, tensorType([...seq.shape.slice(0, -1), r.dim()], seq.dtype)];
      },
      (r) => maybe(r, { right: r.chance(0.5), dtype: r.pick(["int32", "int64"]) }),
    ),
  ],
  [
    "random.threefry_generate",
    oneOf(
      (r) => [keyOf(r)],
      (r) => ({ out_shape: sizes(r, r.int(0, 3)) }),
    ),
  ],
  ["random.threefry_split", oneOf((r) => [keyOf(r)])],
  ["random.uniform", uniform],
  ["random.normal", uniform],
  [
    "random.multinomial",
    oneOf(
      (r) => [keyOf(r), r.tensor(undefined, "float32")],
      (r) => maybe(r, { num_samples: r.int(1, 5) }),
    ),
  ],
  ["annotation.compiler_begin", oneOf(unary, () => ({ compiler: "a" }))],
  [
    "annotation.compiler_end",
    oneOf(
      (r) => [tupleType([r.tensor(), r.tensor()])],
      () => ({ compiler: "a" }),
    ),
  ],
  ["annotation.cast_hint", oneOf(unary, (r) => ({ dtype: r.dtype() }))],
  [
    "relay.op.annotation.simulated_quantize",
    oneOf((r) => [r.tensor(), ...Array.from({ length: 3 }, () => scalarType(r.chance(0.95) ? "float32" : "float16"))]),
  ],
  ["vm.shape_of", oneOf(unary, (r) => ({ dtype: r.pick(["int32", "int64"]) }))],
  [
    "vm.reshape_tensor",
    oneOf(
      (r) => [r.tensor(), vector(r)],
      (r) => ({ newshape: sizes(r, r.int(0, 3)) }),
    ),
  ],
  ["memory.kill", oneOf(unary)],
  [
    "dyn.reshape",
    oneOf(
      (r) => [r.tensor(), vector(r)],
      (r) => ({ newshape: [], ...maybe(r, { allowzero: true }) }),
    ),
  ],
  [
    "dyn.tile",
    oneOf(
      (r) => [r.tensor(), vector(r)],
      () => ({ reps: [] }),
    ),
  ],
  [
    "dyn.broadcast_to",
    oneOf(
      (r) => [r.tensor(), vector(r)],
      () => ({ shape: [] }),
    ),
  ],
  [
    "dyn.zeros",
    oneOf(
      (r) => [vector(r)],
      (r) => ({ shape: [], dtype: r.dtype() }),
    ),
  ],
  [
    "dyn.ones",
    oneOf(
      (r) => [vector(r)],
      (r) => ({ shape: [], dtype: r.dtype() }),
    ),
  ],
  [
    "dyn.full",
    oneOf(
      (r) => [scalarType(r.dtype()), vector(r)],
      (r) => ({ shape: [], ...maybe(r, { dtype: r.dtype() }) }),
    ),
  ],
  [
    "dyn.one_hot",
    oneOf(
      (r) => [r.tensor(r.int(0, 3), "int32"), scalarType("int32"), scalarType("int32"), scalarType("int32")],
      (r, [data]) => maybe(r, { axis: r.int(-1, rankOf(data)), dtype: r.dtype() }),
    ),
  ],
  [
    "dyn.topk",
    oneOf(
      (r) => [r.tensor(), r.chance(0.5) ? scalarType("int32") : tensorType([1], "int32")],
      (r, [data]) => ({ k: 1, ...topkAttrs(r, data) }),
    ),
  ],
  [
    "dyn.strided_slice",
    oneOf(
      (r) => {
        const data = r.tensor(r.int(1, 4));
        const place = tensorType([r.int(1, data.shape.length)], "int64");
        return [data, place, place, place];
      },
      () => ({ begin: [], end: [], strides: [], axes: null }),
    ),
  ],
  ["dyn.sparse_to_dense", oneOf((r) => [r.tensor(r.int(0, 2), indexDtype(r)), r.tensor(r.int(0, 1)), scalarType("float32"), vector(r)])],
  [
    "dyn.expand_dims",
    oneOf(
      (r) => [r.tensor(), scalarType("int32")],
      (r) => ({ num_newaxis: r.int(0, 3) }),
    ),
  ],
  [
    "dyn.squeeze",
    oneOf((r) => {
      const data = r.tensor(r.int(1, 4));
      return [data, tensorType([r.int(1, data.shape.length)], "int32")];
    }),
  ],
  [
    "dyn.nn.pad",
    oneOf(
      (r) => {
        const data = r.tensor(r.int(1, 4));
        return [data, tensorType([data.shape.length, 2], "int32"), scalarType("float32")];
      },
      () => ({ pad_width: [] }),
    ),
  ],
  [
    "dyn.nn.upsampling",
    oneOf(
      (r) => [r.tensor(4), scalarType("float32"), scalarType("float32")],
      (r) => ({ scale_h: float(1), scale_w: float(1), ...maybe(r, { layout: r.pick(["NCHW", "NHWC"]) }) }),
    ),
  ],
  [
    "dyn.nn.upsampling3d",
    oneOf(
      (r) => [r.tensor(5), scalarType("float32"), scalarType("float32"), scalarType("float32")],
      (r) => ({ scale_d: float(1), scale_h: float(1), scale_w: float(1), ...maybe(r, { layout: r.pick(["NCDHW", "NDHWC"]) }) }),
    ),
  ],
  [
    "dyn.image.resize2d",
    oneOf(
      (r) => [r.tensor(4), tensorType([2], "int64"), tensorType([4], "float32")],
      (r) => maybe(r, { layout: r.pick(["NCHW", "NHWC"]), out_dtype: r.dtype() }),
    ),
  ],
];
