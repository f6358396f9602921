/** Random calls of dynamic, random-number, annotation and runtime operators. */
import { scalarType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { float, indexDtype, maybe, named, oneOf, type Pieces, rankOf, sizes, topkAttrs, unary, vector } from "./pieces.ts";

const key = tensorType([10], "uint64");

const keyOf = (r: Pieces): Type => (r.chance(0.95) ? key : r.tensor(1));

const uniform = oneOf(
  (r) => [keyOf(r), scalarType("float32"), scalarType(r.chance(0.9) ? "float32" : "float64")],
  (r) => ({ out_shape: sizes(r, r.int(0, 3)), out_dtype: r.chance(0.8) ? "float32" : r.dtype() }),
);

export const dynamicGenerators = named([
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
  ...["stop_fusion", "bitpack_start", "bitpack_end", "checkpoint"].map((name) => [`annotation.${name}`, oneOf(unary)] as const),
  ["on_device", oneOf(unary, (r) => maybe(r, { constrain_result: r.chance(0.5), constrain_body: r.chance(0.5) }))],
]);
