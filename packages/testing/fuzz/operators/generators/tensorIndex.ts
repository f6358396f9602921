/** Random indexing, creation, scans and sorting. */
import { type Dim, scalarType, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { alike, type Generator, type GeneratorTable } from "../generator.ts";
import {
  axisOf,
  companion,
  float,
  indexDtype,
  initOp,
  maybe,
  type Pieces,
  pair,
  rankOf,
  sizes,
  topkAttrs,
  unary,
  vector,
} from "../pieces.ts";

/** Data, and indices of its rank along one axis. */
function gather(r: Pieces): { readonly data: TensorType; readonly indices: Type; readonly axis: number } {
  const data = r.tensor(r.int(1, 4));
  const axis = axisOf(r, data);
  const at = axis < 0 ? axis + data.shape.length : axis;
  const shape = data.shape.map((dim, i) => (i === at ? r.dim() : dim));
  return { data, indices: tensorType(shape, indexDtype(r)), axis };
}

const scan: Generator = {
  args: unary,
  attrs: (r, [data]) => maybe(r, { axis: axisOf(r, data), dtype: r.dtype(), exclusive: r.chance(0.5) }),
};

export const tensorIndexGenerators: GeneratorTable = {
  take: (r) => {
    const data = r.tensor(r.int(0, 4));
    const indices = tensorType(r.shape(r.int(0, 3)), indexDtype(r));
    const attrs = maybe(r, { axis: axisOf(r, data), mode: r.pick(["clip", "wrap", "fast"]) });
    if (r.chance(0.2)) attrs.batch_dims = r.int(0, 2);
    return { args: [data, indices], attrs };
  },
  gather: (r) => {
    const { data, indices, axis } = gather(r);
    return { args: [data, indices], attrs: { axis } };
  },
  gather_nd: (r) => {
    const data = r.tensor(r.int(1, 4));
    const batch = r.chance(0.3) ? r.int(0, 1) : 0;
    const depth = r.int(1, data.shape.length);
    const indices = tensorType([depth, ...data.shape.slice(0, batch), ...r.shape(r.int(0, 2))], indexDtype(r));
    return { args: [data, indices], attrs: batch > 0 ? { batch_dims: batch } : {} };
  },
  scatter_elements: (r) => {
    const { data, indices, axis } = gather(r);
    return { args: [data, indices, data], attrs: { axis, ...maybe(r, { reduction: "add" }) } };
  },
  scatter_nd: (r) => {
    const data = r.tensor(r.int(1, 4));
    const depth = r.int(1, data.shape.length);
    const outer = r.shape(r.int(0, 2));
    const args = [data, tensorType([depth, ...outer], indexDtype(r)), tensorType([...outer, ...data.shape.slice(depth)], data.dtype)];
    return { args, attrs: maybe(r, { mode: r.pick(["update", "add", "mul"]) }) };
  },
  where: (r) => {
    const [x, y] = pair(r) as [TensorType, TensorType];
    return { args: [tensorType(companion(r, x.shape), "bool"), x, y] };
  },
  argwhere: { args: unary },
  adv_index: (r) => {
    const data = r.tensor(r.int(1, 4));
    const first = tensorType(r.shape(r.int(0, 2)), "int64");
    const indices = r.many(r.int(1, data.shape.length), () => tensorType(companion(r, first.shape), "int64"));
    return { args: [tupleType([data, ...indices])] };
  },
  unravel_index: { args: (r) => [r.tensor(r.int(0, 2), indexDtype(r)), vector(r)] },
  one_hot: {
    args: (r) => [r.tensor(r.int(0, 3), "int32"), scalarType("int32"), scalarType("int32")],
    attrs: (r, [data]) => maybe(r, { depth: r.int(1, 6), axis: r.int(-1, rankOf(data)), dtype: r.dtype() }),
  },
  full: { args: (r) => [scalarType(r.dtype())], attrs: (r) => initOp(r) },
  full_like: { args: (r) => [r.tensor(), scalarType(r.dtype())] },
  ...alike("zeros ones", { args: () => [], attrs: (r) => initOp(r) }),
  ...alike("cast reinterpret", { args: unary, attrs: (r) => ({ dtype: r.dtype() }) }),
  reverse_sequence: (r) => {
    const data = r.tensor(r.int(1, 4));
    const batch = axisOf(r, data);
    const lengths = tensorType([data.shape.at(batch) as Dim], indexDtype(r));
    return { args: [data, lengths], attrs: { batch_axis: batch, ...maybe(r, { seq_axis: axisOf(r, data) }) } };
  },
  sparse_to_dense: {
    args: (r) => [r.tensor(r.int(0, 2), indexDtype(r)), r.tensor(r.int(0, 1)), scalarType("float32")],
    attrs: (r) => ({ output_shape: sizes(r, r.int(1, 3)) }),
  },
  sparse_fill_empty_rows: { args: (r) => [r.tensor(2, "int64"), r.tensor(1), vector(r), scalarType("float32")] },
  sparse_reshape: (r) => {
    const dtype = indexDtype(r);
    return { args: [r.tensor(2, dtype), vector(r, dtype), vector(r, dtype)] };
  },
  ...alike("cumsum cumprod", scan),
  unique: {
    args: (r) => [r.tensor(r.chance(0.9) ? 1 : 2)],
    attrs: (r) => maybe(r, { sorted: r.chance(0.5), return_counts: r.chance(0.5) }),
  },
  sequence_mask: (r) => {
    const data = r.tensor(r.int(2, 4));
    const axis = r.int(0, 1);
    return { args: [data, tensorType([data.shape[1 - axis] as Dim], "int32")], attrs: { axis, ...maybe(r, { mask_value: float(1) }) } };
  },
  matrix_set_diag: {
    args: (r) => {
      const data = r.tensor(r.int(2, 4));
      return [data, tensorType(r.chance(0.5) ? data.shape.slice(0, -1) : r.shape(), data.dtype)];
    },
    attrs: (r) => maybe(r, { k1: r.int(-2, 0), k2: r.int(0, 2) }),
  },
  trilu: { args: (r) => [r.tensor(), scalarType("int32")], attrs: (r) => maybe(r, { upper: r.chance(0.5) }) },
  dft: (r) => {
    const data = r.tensor();
    return { args: [data, data], attrs: maybe(r, { inverse: r.chance(0.5) }) };
  },
  stft: {
    args: (r) => [r.tensor(r.int(1, 2), "float32"), r.tensor(1, "float32")],
    attrs: (r) => maybe(r, { n_fft: r.int(1, 6), hop_length: r.int(1, 3), win_length: r.int(1, 4), onesided: r.chance(0.5) }),
  },
  fixed_point_multiply: { args: unary, attrs: (r) => ({ multiplier: r.int(1, 1000), shift: r.int(-3, 3) }) },
  fixed_point_multiply_per_axis: {
    args: (r) => [r.tensor(4, "int32"), vector(r), vector(r), vector(r)],
    attrs: (r) => ({ axes: [1], ...maybe(r, { is_lshift_required: true }) }),
  },
  clip: { args: unary, attrs: () => ({ a_min: float(0), a_max: float(6) }) },
  argsort: {
    args: unary,
    attrs: (r, [data]) => maybe(r, { axis: axisOf(r, data), is_ascend: r.chance(0.5), dtype: r.pick(["int32", "int64"]) }),
  },
  sort: { args: unary, attrs: (r, [data]) => maybe(r, { axis: axisOf(r, data), is_ascend: r.chance(0.5) }) },
  topk: { args: unary, attrs: (r, [data]) => ({ k: r.int(-1, 4), ...topkAttrs(r, data) }) },
  searchsorted: {
    args: (r) => {
      const rank = r.int(1, 3);
      const seq = r.tensor(r.chance(0.3) ? 1 : rank);
      return [seq, tensorType([...seq.shape.slice(0, -1), r.dim()], seq.dtype)];
    },
    attrs: (r) => maybe(r, { right: r.chance(0.5), dtype: r.pick(["int32", "int64"]) }),
  },
};
