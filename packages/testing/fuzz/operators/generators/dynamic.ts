/** Random calls of dynamic, random-number, annotation and runtime operators. */
import { scalarType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { alike, type Generator, type GeneratorTable } from "../generator.ts";
import { float, indexDtype, maybe, type Pieces, rankOf, sizes, topkAttrs, unary, vector } from "../pieces.ts";

const key = tensorType([10], "uint64");

const keyOf = (r: Pieces): Type => (r.chance(0.95) ? key : r.tensor(1));

const drawn: Generator = {
  args: (r) => [keyOf(r), scalarType("float32"), scalarType(r.chance(0.9) ? "float32" : "float64")],
  attrs: (r) => ({ out_shape: sizes(r, r.int(0, 3)), out_dtype: r.chance(0.8) ? "float32" : r.dtype() }),
};

/** Data, and a vector that says what the plain operator has as attributes. */
const shaped = (r: Pieces) => [r.tensor(), vector(r)];

const filled: Generator = { args: (r) => [vector(r)], attrs: (r) => ({ shape: [], dtype: r.dtype() }) };

export const dynamicGenerators: GeneratorTable = {
  "random.threefry_generate": { args: (r) => [keyOf(r)], attrs: (r) => ({ out_shape: sizes(r, r.int(0, 3)) }) },
  "random.threefry_split": { args: (r) => [keyOf(r)] },
  ...alike("random.uniform random.normal", drawn),
  "random.multinomial": {
    args: (r) => [keyOf(r), r.tensor(undefined, "float32")],
    attrs: (r) => maybe(r, { num_samples: r.int(1, 5) }),
  },
  "annotation.compiler_begin": { args: unary, attrs: () => ({ compiler: "a" }) },
  "annotation.compiler_end": { args: (r) => [tupleType([r.tensor(), r.tensor()])], attrs: () => ({ compiler: "a" }) },
  "annotation.cast_hint": { args: unary, attrs: (r) => ({ dtype: r.dtype() }) },
  "relay.op.annotation.simulated_quantize": {
    args: (r) => [r.tensor(), ...r.many(3, () => scalarType(r.chance(0.95) ? "float32" : "float16"))],
  },
  "vm.shape_of": { args: unary, attrs: (r) => ({ dtype: r.pick(["int32", "int64"]) }) },
  "vm.reshape_tensor": { args: shaped, attrs: (r) => ({ newshape: sizes(r, r.int(0, 3)) }) },
  "memory.kill": { args: unary },
  "dyn.reshape": { args: shaped, attrs: (r) => ({ newshape: [], ...maybe(r, { allowzero: true }) }) },
  "dyn.tile": { args: shaped, attrs: () => ({ reps: [] }) },
  "dyn.broadcast_to": { args: shaped, attrs: () => ({ shape: [] }) },
  ...alike("dyn.zeros dyn.ones", filled),
  "dyn.full": { args: (r) => [scalarType(r.dtype()), vector(r)], attrs: (r) => ({ shape: [], ...maybe(r, { dtype: r.dtype() }) }) },
  "dyn.one_hot": {
    args: (r) => [r.tensor(r.int(0, 3), "int32"), scalarType("int32"), scalarType("int32"), scalarType("int32")],
    attrs: (r, [data]) => maybe(r, { axis: r.int(-1, rankOf(data)), dtype: r.dtype() }),
  },
  "dyn.topk": {
    args: (r) => [r.tensor(), r.chance(0.5) ? scalarType("int32") : tensorType([1], "int32")],
    attrs: (r, [data]) => ({ k: 1, ...topkAttrs(r, data) }),
  },
  "dyn.strided_slice": (r) => {
    const data = r.tensor(r.int(1, 4));
    const place = tensorType([r.int(1, data.shape.length)], "int64");
    return { args: [data, place, place, place], attrs: { begin: [], end: [], strides: [], axes: null } };
  },
  "dyn.sparse_to_dense": {
    args: (r) => [r.tensor(r.int(0, 2), indexDtype(r)), r.tensor(r.int(0, 1)), scalarType("float32"), vector(r)],
  },
  "dyn.expand_dims": { args: (r) => [r.tensor(), scalarType("int32")], attrs: (r) => ({ num_newaxis: r.int(0, 3) }) },
  "dyn.squeeze": (r) => {
    const data = r.tensor(r.int(1, 4));
    return { args: [data, tensorType([r.int(1, data.shape.length)], "int32")] };
  },
  "dyn.nn.pad": (r) => {
    const data = r.tensor(r.int(1, 4));
    return { args: [data, tensorType([data.shape.length, 2], "int32"), scalarType("float32")], attrs: { pad_width: [] } };
  },
  "dyn.nn.upsampling": {
    args: (r) => [r.tensor(4), scalarType("float32"), scalarType("float32")],
    attrs: (r) => ({ scale_h: float(1), scale_w: float(1), ...maybe(r, { layout: r.pick(["NCHW", "NHWC"]) }) }),
  },
  "dyn.nn.upsampling3d": {
    args: (r) => [r.tensor(5), scalarType("float32"), scalarType("float32"), scalarType("float32")],
    attrs: (r) => ({ scale_d: float(1), scale_h: float(1), scale_w: float(1), ...maybe(r, { layout: r.pick(["NCDHW", "NDHWC"]) }) }),
  },
  "dyn.image.resize2d": {
    args: (r) => [r.tensor(4), tensorType([2], "int64"), tensorType([4], "float32")],
    attrs: (r) => maybe(r, { layout: r.pick(["NCHW", "NHWC"]), out_dtype: r.dtype() }),
  },
  ...alike("annotation.stop_fusion annotation.bitpack_start annotation.bitpack_end annotation.checkpoint", { args: unary }),
  on_device: { args: unary, attrs: (r) => maybe(r, { constrain_result: r.chance(0.5), constrain_body: r.chance(0.5) }) },
};
