/**
 * Calls that follow others inside a candidate: what is next to an argument that is there already, so that the call is
 * well typed most times.
 */
import { type AttrValue, type Dim, isAttrList, type TensorType, type Type } from "@relayscope/ir";
import { float, tensor } from "../operators/case.ts";
import type { Random } from "../random.ts";

/** The arguments' types, the given one among them, and the attributes. */
export interface Following {
  readonly args: readonly (Type | undefined)[];
  readonly attrs: Readonly<Record<string, AttrValue>>;
}

/** What goes with an argument of a type that is at a place among `arity`. */
export function following(operator: string, given: TensorType, at: number, arity: number, r: Random): Following {
  const make = followers[operator];
  if (make) return make(given, at, r);
  return { args: Array.from({ length: arity }, (_, i) => (i === at ? given : neighborOf(given, r))), attrs: {} };
}

/** A tensor that can be added to another one: of the same shape, of one element, or along some of its axes. */
function neighborOf(given: TensorType, r: Random): Type {
  const { shape, dtype } = given;
  const last = shape.at(-1) ?? 1;
  return tensor(r.pick<readonly Dim[]>([shape, shape, [], [1], [last], shape.map((d, i) => (i === 1 ? d : 1)), [last, 1, 1]]), dtype);
}

const channels = (given: TensorType, axis: number): Dim => given.shape.at(axis) ?? 1;

function alongAxis(given: TensorType, _at: number, r: Random): Following {
  const axis = r.pick([1, -1, 3].filter((a) => a < given.shape.length));
  return { args: [given, tensor([channels(given, axis)], given.dtype)], attrs: { axis } };
}

function batchNorm(given: TensorType, _at: number, r: Random): Following {
  const axis = r.pick([1, 1, 3].filter((a) => a < given.shape.length));
  const each = tensor([channels(given, axis)], given.dtype);
  const attrs = { axis, ...(r.chance(0.2) ? { scale: false } : {}) };
  return { args: [given, each, each, each, each], attrs };
}

function convolution(given: TensorType, _at: number, r: Random): Following {
  const isLast = r.chance(0.6);
  const inputs = given.shape.at(isLast ? 3 : 1) ?? 1;
  const outputs = r.pick([1, 4, 8]);
  const layout = isLast ? r.pick(["HWIO", "HWIO", "OHWI", "HWOI"]) : "OIHW";
  const sizes: Record<string, Dim> = { O: outputs, I: inputs, H: 3, W: 3 };
  const isQuantized = given.dtype !== "float32" && given.dtype !== "float16";
  const args: Type[] = [
    given,
    tensor(
      [...layout].map((l) => sizes[l] as Dim),
      isQuantized ? "int8" : given.dtype,
    ),
  ];
  const [zero, scale] = [tensor([], "int32"), tensor([], "float32")];
  if (isQuantized) args.push(zero, zero, scale, scale);
  return {
    args,
    attrs: {
      padding: r.pick([
        [0, 0, 0, 0],
        [1, 1, 1, 1],
      ]),
      channels: outputs,
      kernel_size: [3, 3],
      data_layout: isLast ? "NHWC" : "NCHW",
      kernel_layout: layout,
      ...(isQuantized ? { out_dtype: "int32" } : {}),
    },
  };
}

function dense(given: TensorType, at: number, r: Random): Following {
  const units = r.pick([1, 8, 16]);
  const other = tensor([units, given.shape.at(-1) ?? 1], given.dtype);
  return {
    args: at === 0 ? [given, other] : [other, given],
    attrs: r.chance(0.6) ? { units: at === 0 ? units : ((given.shape[0] ?? 1) as number) } : {},
  };
}

function pool(given: TensorType, _at: number, r: Random): Following {
  const layout = r.chance(0.75) ? "NHWC" : "NCHW";
  const covers = r.chance(0.15);
  const sizes = [given.shape.at(1), given.shape.at(2)].map((d) => (typeof d === "number" ? d : 2));
  return {
    args: [given],
    attrs: {
      layout,
      pool_size: covers ? sizes : [r.int(1, 4), r.int(1, 4)],
      strides: [r.pick([1, 2, 4]), r.pick([1, 2])],
      padding: r.chance(0.6) ? [0, 0, 0, 0] : [r.int(0, 3), r.int(0, 3), 1, 1],
      ...(r.chance(0.2) ? { count_include_pad: true } : {}),
    },
  };
}

function requantize(given: TensorType, _at: number, r: Random): Following {
  const [zero, scale] = [tensor([], "int32"), tensor([], "float32")];
  return { args: [given, scale, zero, scale, zero], attrs: { out_dtype: r.pick(["int8", "int8", "int8", "uint8", "int16"]) } };
}

function quantize(given: TensorType, _at: number, r: Random): Following {
  return {
    args: [given, tensor([], "float32"), tensor([], "int32")],
    attrs: { out_dtype: r.pick(["int8", "int8", "int8", "int16", "uint8"]) },
  };
}

function reduction(given: TensorType, _at: number, r: Random): Following {
  const rank = given.shape.length;
  const axis = r.pick<AttrValue>(
    [[1, 2], [2, 1], [1], [2], [3], [0], [0, 1], [rank - 1], [0, 3]].filter((list) => list.every((a) => a < rank && a >= 0)),
  );
  const isLegal = axis !== undefined && axis !== null && isAttrList(axis);
  return {
    args: [given],
    attrs: {
      ...(isLegal ? { axis } : { axis: [0] }),
      ...(r.chance(0.4) ? { keepdims: true } : {}),
      ...(r.chance(0.2) ? { exclude: true } : {}),
    },
  };
}

const clip = (given: TensorType, _at: number, r: Random): Following => ({
  args: [given],
  attrs: { a_min: float(r.pick([0, 0, 0, -1])), a_max: float(r.pick([6, 6, 6, 127])) },
});

const followers: Readonly<Record<string, (given: TensorType, at: number, r: Random) => Following>> = {
  "nn.bias_add": alongAxis,
  "nn.batch_norm": batchNorm,
  "nn.conv2d": convolution,
  "qnn.conv2d": convolution,
  "nn.dense": dense,
  "nn.max_pool2d": pool,
  "nn.avg_pool2d": pool,
  "nn.global_avg_pool2d": (given, _at, r) => ({ args: [given], attrs: { layout: r.chance(0.75) ? "NHWC" : "NCHW" } }),
  "qnn.requantize": requantize,
  "qnn.quantize": quantize,
  mean: reduction,
  sum: reduction,
  clip,
  cast: (given, _at, r) => ({ args: [given], attrs: { dtype: r.pick(["int8", "int8", "uint8", "int16", "int32", "float32"]) } }),
  fixed_point_multiply: (given, _at, r) => ({ args: [given], attrs: { multiplier: 2 ** 30, shift: r.pick([0, 15, 16, 31, 20]) } }),
  reshape: (given) => ({ args: [given], attrs: { newshape: [given.shape[0] === 1 ? 1 : -1, ...(given.shape[0] === 1 ? [-1] : [])] } }),
  "nn.leaky_relu": (given) => ({ args: [given], attrs: { alpha: float(0.5) } }),
  "image.resize2d": (given, _at, r) => {
    const sizes = [given.shape.at(1), given.shape.at(2)].map((d) => (typeof d === "number" ? d : 2));
    return {
      args: [given],
      attrs: {
        size: sizes.map((s) => s * r.pick([2, 2, 2, 1])),
        roi: [float(0), float(0), float(0), float(0)],
        layout: "NHWC",
        method: "linear",
        coordinate_transformation_mode: r.pick(["asymmetric", "half_pixel"]),
        rounding_method: "",
      },
    };
  },
};
