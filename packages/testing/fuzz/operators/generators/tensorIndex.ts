/** Random indexing, creation, scans and sorting. */
import { type Dim, scalarType, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import {
  axisOf,
  type CaseGenerator,
  companion,
  float,
  indexDtype,
  initOp,
  maybe,
  named,
  none,
  oneOf,
  pair,
  rankOf,
  sizes,
  topkAttrs,
  unary,
  vector,
} from "./pieces.ts";

const take: CaseGenerator = (r) => {
  const data = r.tensor(r.int(0, 4));
  const indices = tensorType(r.shape(r.int(0, 3)), indexDtype(r));
  const attrs = maybe(r, { axis: axisOf(r, data), mode: r.pick(["clip", "wrap", "fast"]) });
  if (r.chance(0.2)) attrs.batch_dims = r.int(0, 2);
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

const scan = oneOf(unary, (r, [data]) => maybe(r, { axis: axisOf(r, data), dtype: r.dtype(), exclusive: r.chance(0.5) }));

export const tensorIndexGenerators = named([
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
]);
