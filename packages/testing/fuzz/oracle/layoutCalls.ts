/**
 * Random calls around convolutions, for modules whose layouts are converted. A call that turns out ill-typed is drawn
 * in vain.
 */
import type { AttrValue, Expr, TensorType } from "@relayscope/ir";
import type { Random } from "../random.ts";

/** What a call is drawn from and with. */
export interface Draw {
  readonly r: Random;
  call(name: string, args: readonly Expr[], attrs?: Readonly<Record<string, AttrValue>>): Expr;
  param(shape: readonly number[], dtype: string): Expr;
  scalar(value: number, dtype: string): Expr;
  /** A value drawn before, of that shape where there is one; else a new parameter. */
  like(type: TensorType): Expr;
  tuple(fields: readonly Expr[]): Expr;
  field(value: Expr, index: number): Expr;
}

/** A tensor that a call is drawn for. */
export interface Operand {
  readonly value: Expr;
  readonly type: TensorType;
  readonly shape: readonly number[];
}

type Maker = (d: Draw, x: Operand) => Expr | undefined;

const letters: Readonly<Record<string, string>> = { 3: "NCW", 4: "NCHW", 5: "NCDHW" };
const dataLayouts: Readonly<Record<number, readonly string[]>> = {
  3: ["NCW", "NWC"],
  4: ["NCHW", "NHWC", "NCHW", "NHWC", "HWNC"],
  5: ["NCDHW", "NDHWC", "NCHW4c"],
};
const kernelLayouts: Readonly<Record<number, readonly string[]>> = {
  3: ["OIW", "WIO"],
  4: ["OIHW", "HWIO", "OHWI", "HWOI"],
  5: ["OIDHW", "DHWIO"],
};

/** A kernel's shape in its layout. */
function kernelShape(layout: string, output: number, input: number, size: number): number[] {
  return [...layout].map((letter) => (letter === "O" ? output : letter === "I" ? input : size));
}

function channelsIn(layout: string, shape: readonly number[]): number {
  return shape[layout.indexOf("C")] ?? 1;
}

/** The layout that a shape looks like: inputs have equal spatial axes. */
function usualLayout(r: Random, shape: readonly number[]): string | undefined {
  if (shape.length !== 4 || r.chance(0.1)) return undefined;
  if (shape[2] === shape[3]) return "NCHW";
  return shape[1] === shape[2] ? "NHWC" : undefined;
}

/** A convolution, of one to three spatial axes. */
export const convolution: Maker = ({ r, call, param }, { value, shape, type }) => {
  const rank = shape.length;
  const layout = usualLayout(r, shape) ?? r.pick(dataLayouts[rank] ?? ["NCHW"]);
  const spatial = rank - 2;
  const size = r.pick([1, 3]);
  if (layout === "NCHW4c") {
    const outputs = r.pick([4, 8]);
    const kernel = param([outputs / 4, shape[1] ?? 1, size, size, 4, 4], type.dtype);
    const attrs = { padding: [1, 1], channels: outputs, kernel_size: [size, size], data_layout: layout, kernel_layout: "OIHW4i4o" };
    return call("nn.contrib_conv2d_NCHWc", [value, kernel], { ...attrs, out_layout: r.pick(["", "NCHW4c"]) });
  }
  const kernelLayout = r.pick(kernelLayouts[rank] ?? ["OIHW"]);
  const channels = channelsIn(layout, shape);
  const isDepthwise = rank === 4 && r.chance(0.2);
  const outputs = isDepthwise ? channels : r.pick([4, 8, 6]);
  const pad = size === 3 ? r.pick([0, 1, 1]) : 0;
  const padding = r.chance(0.5) ? Array.from({ length: spatial }, () => pad) : Array.from({ length: 2 * spatial }, () => pad);
  const attrs = {
    ...(r.chance(0.9) || spatial !== 2 ? { padding: spatial === 1 ? [pad, pad] : padding } : {}),
    ...(r.chance(0.2) ? { strides: Array.from({ length: spatial }, () => 2) } : {}),
    ...(isDepthwise ? { groups: channels } : {}),
    ...(r.chance(0.95) ? { channels: outputs, kernel_size: Array.from({ length: spatial }, () => size) } : {}),
    data_layout: layout,
    kernel_layout: kernelLayout,
    ...(r.chance(0.1) ? { out_layout: r.pick(dataLayouts[rank] ?? ["NCHW"]) } : {}),
  };
  const kernel = param(kernelShape(kernelLayout, outputs, isDepthwise ? 1 : channels, size), type.dtype);
  if (type.dtype === "int8" || type.dtype === "uint8") return undefined;
  return call(`nn.conv${spatial}d`, [value, kernel], attrs);
};

const transposedConvolution: Maker = ({ r, call, param }, { value, shape, type }) => {
  if (shape.length !== 4) return undefined;
  const layout = r.pick(["NCHW", "NHWC"]);
  const kernelLayout = layout === "NCHW" ? "IOHW" : r.pick(["IOHW", "HWIO"]);
  const channels = channelsIn(layout, shape);
  const kernel = param(kernelShape(kernelLayout, 4, channels, 3), type.dtype);
  const attrs = { channels: 4, kernel_size: [3, 3], padding: [1, 1], data_layout: layout, kernel_layout: kernelLayout };
  return call("nn.conv2d_transpose", [value, kernel], {
    ...attrs,
    strides: r.pick([
      [1, 1],
      [2, 2],
    ]),
  });
};

const deformable: Maker = ({ r, call, param }, { value, shape, type }) => {
  if (shape.length !== 4) return undefined;
  const layout = r.pick(["NCHW", "NHWC"]);
  const [n = 1, a = 1, b = 1, c = 1] = shape;
  const channels = layout === "NCHW" ? a : c;
  const offset = param(layout === "NCHW" ? [n, 18, b, c] : [n, a, b, 18], type.dtype);
  const kernelLayout = layout === "NCHW" ? "OIHW" : "HWIO";
  const kernel = param(kernelShape(kernelLayout, 4, channels, 3), type.dtype);
  return call("nn.deformable_conv2d", [value, offset, kernel], {
    padding: [1, 1],
    kernel_size: [3, 3],
    ...(r.chance(0.85) ? { channels: 4 } : {}),
    data_layout: layout,
    kernel_layout: kernelLayout,
  });
};

const backward: Maker = ({ r, call, param }, { value, shape, type }) => {
  if (shape.length !== 4) return undefined;
  const [n = 1, , h = 1, w = 1] = shape;
  const grad = param([n, 8, h, w], type.dtype);
  return call("nn.conv2d_backward_weight", [grad, value], {
    padding: r.pick([
      [1, 1],
      [1, 1, 1, 1],
    ]),
    kernel_size: [3, 3],
    channels: 8,
  });
};

const pooling: Maker = ({ r, call }, { value, shape }) => {
  const rank = shape.length;
  const layout = rank === 5 && r.chance(0.5) ? "NCHW4c" : r.pick(dataLayouts[rank] ?? ["NCHW"]);
  const spatial = layout === "NCHW4c" ? 2 : rank - 2;
  if (spatial < 1) return undefined;
  const kind = r.pick(["max", "avg"]);
  const out = r.chance(0.15) ? { out_layout: layout } : {};
  const ones = (n: number, count = spatial) => Array.from({ length: count }, () => n);
  if (spatial === 2 && r.chance(0.25)) return call(`nn.global_${kind}_pool2d`, [value], { layout, ...out });
  if (r.chance(0.15)) return call(`nn.adaptive_${kind}_pool${spatial}d`, [value], { output_size: ones(2), layout, ...out });
  const padding = r.pick([ones(0), ones(1), ones(0, 2 * spatial), ones(1, 2 * spatial)]);
  return call(`nn.${kind}_pool${spatial}d`, [value], { pool_size: ones(2), strides: ones(r.pick([1, 2])), padding, layout, ...out });
};

const resizing: Maker = ({ r, call, param }, { value, shape }) => {
  const rank = shape.length;
  const layout = r.pick(dataLayouts[rank] ?? ["NCHW"]);
  if (rank === 3) return call("image.resize1d", [value], { size: [6], roi: [], layout, method: "linear" });
  if (rank === 5) return call("nn.upsampling3d", [value], { scale_d: float(2), scale_h: float(2), scale_w: float(2), layout });
  if (rank !== 4) return undefined;
  if (r.chance(0.4)) return call("nn.upsampling", [value], { scale_h: float(2), scale_w: float(2), layout });
  if (r.chance(0.5)) return call("image.resize2d", [value], { size: [6, 6], roi: [float(0), float(0), float(0), float(0)], layout });
  const attrs = { pooled_size: [3, 3], spatial_scale: float(1), layout: r.pick(["NCHW", "NHWC"]) };
  const rois = param([5, 5], "float32");
  return r.chance(0.5)
    ? call("vision.roi_align", [value, rois], { ...attrs, sample_ratio: -1 })
    : call("vision.roi_pool", [value, rois], attrs);
};

function float(value: number): AttrValue {
  return { kind: "Float", value };
}

const unary: Maker = ({ r, call, field }, { value, type }) => {
  const name = r.pick([
    "nn.relu",
    "nn.relu",
    "sigmoid",
    "clip",
    "cast",
    "nn.leaky_relu",
    "copy",
    "negative",
    "nn.dropout",
    "zeros_like",
    "annotation.stop_fusion",
  ]);
  if (name === "clip") return call(name, [value], { a_min: float(0), a_max: float(6) });
  if (name === "cast") return call(name, [value], { dtype: type.dtype });
  if (name === "nn.leaky_relu") return call(name, [value], { alpha: float(0.5) });
  if (name === "nn.dropout") return field(call(name, [value], { rate: float(0.5) }), 0);
  return call(name, [value]);
};

const binaryNames = ["add", "add", "multiply", "subtract", "maximum", "divide", "power"];

/** A second operand: a scalar, a value of the same shape, or one that broadcasts. */
function partner({ r, param, scalar, like, call }: Draw, { shape, type }: Operand): Expr {
  const way = r.int(0, 5);
  if (way === 0) return scalar(2, type.dtype);
  if (way <= 2) return like(type);
  if (way === 3)
    return param(
      shape.map((size) => (r.chance(0.4) ? 1 : size)),
      type.dtype,
    );
  if (way === 4)
    return param(
      shape.slice(r.int(1, shape.length)).map((size) => (r.chance(0.3) ? 1 : size)),
      type.dtype,
    );
  return call("expand_dims", [param([shape[1] ?? 1], type.dtype)], { axis: 1, num_newaxis: Math.max(0, shape.length - 2) });
}

const binary: Maker = (d, x) => {
  const other = partner(d, x);
  return d.call(d.r.pick(binaryNames), d.r.chance(0.7) ? [x.value, other] : [other, x.value]);
};

const bias: Maker = ({ r, call, param }, { value, shape, type }) => {
  const axis = r.int(0, shape.length - 1);
  return call("nn.bias_add", [value, param([shape[axis] ?? 1], type.dtype)], { axis: r.chance(0.3) ? axis - shape.length : axis });
};

const joining: Maker = ({ r, call, tuple, like }, { value, shape, type }) => {
  const fields = r.many(r.int(1, 3), () => (r.chance(0.2) ? value : like(type)));
  return call("concatenate", [tuple([value, ...fields])], { axis: anyAxis(r, shape) });
};

function anyAxis(r: Random, shape: readonly number[]): number {
  const axis = shape.length >= 2 && r.chance(0.5) ? 1 : r.int(0, Math.max(0, shape.length - 1));
  return r.chance(0.25) ? axis - shape.length : axis;
}

const splitting: Maker = ({ r, call, field, tuple }, { value, shape }) => {
  const axis = anyAxis(r, shape);
  const size = shape[axis < 0 ? axis + shape.length : axis] ?? 1;
  if (size < 2) return undefined;
  const sections: AttrValue =
    size % 2 === 0 && r.chance(0.5) ? 2 : r.pick([[size / 2 >= 1 ? Math.trunc(size / 2) : 1], size > 2 ? [1, 2] : [1]]);
  const parts = call("split", [value], { indices_or_sections: sections, axis });
  const way = r.int(0, 3);
  if (way === 0 && !Array.isArray(sections)) return call("concatenate", [parts], { axis });
  if (way === 1 && !Array.isArray(sections)) return call("add", [field(parts, 0), field(parts, 1)]);
  if (way === 2) return call("concatenate", [tuple([field(parts, 1), field(parts, 0)])], { axis });
  return field(parts, r.int(0, 1));
};

const padding: Maker = ({ r, call, scalar }, { value, shape, type }) => {
  const width = shape.map((_, i): AttrValue => (i > 1 || r.chance(0.2) ? [r.int(0, 1), r.int(0, 1)] : [0, 0]));
  return call("nn.pad", [value, scalar(0, type.dtype)], { pad_width: width });
};

const slicing: Maker = ({ r, call }, { value, shape }) => {
  const begin = shape.map((size) => (r.chance(0.7) ? 0 : r.pick([1, 4].filter((b) => b < size).concat([0]))));
  const end = shape.map((size, i) => (r.chance(0.6) ? size : Math.max((begin[i] ?? 0) + 1, r.pick([4, 8, size - 1]))));
  const strides = r.chance(0.7) ? [1] : shape.map(() => r.pick([1, 1, 2]));
  if (r.chance(0.35)) {
    const axes = shape.map((_, i) => i).filter(() => r.chance(0.5));
    if (axes.length === 0) return undefined;
    const at = (list: readonly number[]) => axes.map((axis) => list[axis] ?? 1);
    return call("strided_slice", [value], { begin: at(begin), end: at(end), strides: axes.map(() => 1), axes });
  }
  if (r.chance(0.2)) {
    const sizes = end.map((e, i) => (r.chance(0.2) ? -1 : Math.min(e, shape[i] ?? 1) - (begin[i] ?? 0)));
    return call("strided_slice", [value], { begin, end: sizes, strides: [1], slice_mode: "size" });
  }
  return call("strided_slice", [value], { begin, end, strides });
};

const slicingLike: Maker = ({ r, call, param, like }, { value, shape, type }) => {
  const other = r.chance(0.5)
    ? like(type)
    : param(
        shape.map((size) => Math.max(1, size - 1)),
        type.dtype,
      );
  return call("slice_like", [value, other], { axes: r.pick([[], [2], [1, 2], [2, 3].filter((axis) => axis < shape.length)]) });
};

const squeezing: Maker = ({ r, call }, { value, shape }) => {
  const ones = shape.flatMap((size, i) => (size === 1 ? [i] : []));
  if (ones.length === 0) return undefined;
  if (r.chance(0.3)) return call("squeeze", [value]);
  return call("squeeze", [value], {
    axis: ones.filter((_, i) => i === 0 || r.chance(0.5)).map((a) => (r.chance(0.3) ? a - shape.length : a)),
  });
};

const transposing: Maker = ({ r, call }, { value, shape }) => {
  if (r.chance(0.15)) return call("transpose", [value]);
  const usual =
    shape.length === 4 && r.chance(0.6)
      ? r.pick([
          [0, 2, 3, 1],
          [0, 3, 1, 2],
        ])
      : undefined;
  const axes = usual ?? r.shuffled(shape.map((_, i) => i));
  return call("transpose", [value], { axes: axes.map((axis) => (r.chance(0.1) ? axis - shape.length : axis)) });
};

const reducing: Maker = ({ r, call }, { value, shape }) => {
  const axis = shape.map((_, i) => i).filter(() => r.chance(0.4));
  const name = r.pick(["sum", "mean", "max", "min", "prod", "argmax", "variance"]);
  const attrs = { axis: axis.map((a) => (r.chance(0.2) ? a - shape.length : a)), keepdims: r.chance(0.5), exclude: r.chance(0.15) };
  if (name !== "variance") return call(name, [value], attrs);
  return call(name, [value, call("mean", [value], { ...attrs, keepdims: true })], attrs);
};

const normalizing: Maker = ({ r, call, param, field }, { value, shape, type }) => {
  const axis = anyAxis(r, shape);
  const size = shape[axis < 0 ? axis + shape.length : axis] ?? 1;
  const channel = () => param([size], type.dtype);
  const name = r.pick(["nn.batch_norm", "nn.batch_norm", "nn.layer_norm", "nn.instance_norm", "nn.l2_normalize", "nn.prelu", "topk"]);
  if (name === "nn.batch_norm")
    return field(call(name, [value, channel(), channel(), channel(), channel()], { axis }), r.chance(0.9) ? 0 : 1);
  if (name === "nn.l2_normalize") return call(name, [value], { eps: float(0.001), axis: [axis] });
  if (name === "nn.prelu") return call(name, [value, channel()], { axis });
  if (name === "topk") {
    const kind = r.pick(["both", "both", "values"]);
    const found = call(name, [value], { k: 1, axis, ret_type: kind });
    return kind === "both" ? field(found, 0) : found;
  }
  return call(name, [value, channel(), channel()], { axis });
};

/** Operators without a layout rule, and matrix products. */
const other: Maker = ({ r, call, param, like }, { value, shape, type }) => {
  const name = r.pick([
    "nn.softmax",
    "reshape",
    "expand_dims",
    "nn.batch_flatten",
    "nn.dense",
    "layout_transform",
    "where",
    "cast_like",
    "slice_like",
  ]);
  switch (name) {
    case "nn.softmax":
      return call(name, [value], { axis: anyAxis(r, shape) });
    case "reshape":
      return call(name, [value], { newshape: [...shape.slice(0, -1), shape.at(-1) ?? 1] });
    case "expand_dims":
      return shape.length < 4 ? call(name, [value], { axis: r.int(0, shape.length), num_newaxis: 1 }) : undefined;
    case "nn.dense":
      return call(name, [call("nn.batch_flatten", [value]), param([4, shape.slice(1).reduce((a, b) => a * b, 1)], type.dtype)]);
    case "layout_transform": {
      const from = letters[shape.length];
      if (!from) return undefined;
      return call(name, [value], { src_layout: from, dst_layout: r.pick([`${from.replace("C", "")}C`, `${from}4c`]) });
    }
    case "where":
      return call(name, [call("greater", [value, like(type)]), value, like(type)]);
    case "cast_like":
      return call(name, [value, like(type)]);
    default:
      return call("nn.batch_flatten", [value]);
  }
};

const quantized: Maker = (d, { value, shape, type }) => {
  const { r, call, param, scalar, tuple } = d;
  const [scale, zero] = [scalar(0.5, "float32"), scalar(r.pick([0, 1]), "int32")];
  const pair = [scale, zero];
  if (type.dtype === "float32") return call("qnn.quantize", [value, scale, zero], { out_dtype: r.pick(["int8", "uint8"]), axis: -1 });
  if (type.dtype === "int32") {
    const axis = r.pick([-1, 1, 0, shape.length - 1]);
    const perChannel = r.chance(0.5);
    const size = shape[axis < 0 ? axis + shape.length : axis] ?? 1;
    const inputScale = perChannel ? param([size], "float32") : scale;
    const inputZero = perChannel && r.chance(0.2) ? param([size], "int32") : zero;
    return call("qnn.requantize", [value, inputScale, inputZero, scale, zero], { axis, out_dtype: r.pick(["int8", "uint8", "int32"]) });
  }
  if (type.dtype !== "int8" && type.dtype !== "uint8") return undefined;
  const layout = r.pick(["NCHW", "NHWC"]);
  const channels = channelsIn(layout, shape);
  const convolved = (name: string, outputs: number, plain: string, kernelScale: () => Expr) => {
    if (shape.length !== 4) return undefined;
    const kernelLayout = layout === "NCHW" ? plain : "HWIO";
    const kernel = param(kernelShape(kernelLayout, outputs, channels, 3), type.dtype);
    const attrs = { channels: outputs, kernel_size: [3, 3], padding: [1, 1], data_layout: layout, kernel_layout: kernelLayout };
    return call(name, [value, kernel, zero, zero, scale, kernelScale()], { ...attrs, out_dtype: "int32" });
  };
  switch (r.int(0, 6)) {
    case 0:
    case 1:
      return convolved("qnn.conv2d", 8, "OIHW", () => (r.chance(0.4) ? param([8], "float32") : scale));
    case 2:
      return call(r.pick(["qnn.add", "qnn.mul", "qnn.subtract"]), [value, partner(d, { value, shape, type }), ...pair, ...pair, ...pair]);
    case 3: {
      const fields = [value, d.like(type)];
      const scales = tuple(fields.map(() => scale));
      return call("qnn.concatenate", [tuple(fields), scales, tuple(fields.map(() => zero)), scale, zero], { axis: anyAxis(r, shape) });
    }
    case 4:
      if (shape.length !== 4) return undefined;
      return call("qnn.avg_pool2d", [value, ...pair, ...pair], {
        pool_size: [2, 2],
        strides: [1, 1],
        padding: [0, 0, 0, 0],
        layout,
      });
    case 5:
      return convolved("qnn.conv2d_transpose", 4, "IOHW", () => scale);
    default:
      return call("qnn.dequantize", [value, scale, zero], { axis: -1 });
  }
};

const makers: readonly (readonly [Maker, number])[] = [
  [convolution, 8],
  [transposedConvolution, 1],
  [deformable, 1],
  [backward, 0.5],
  [pooling, 3],
  [resizing, 2],
  [unary, 4],
  [binary, 5],
  [bias, 1.5],
  [joining, 2.5],
  [splitting, 2],
  [padding, 1.5],
  [slicing, 2],
  [slicingLike, 0.7],
  [squeezing, 2],
  [transposing, 2],
  [reducing, 2],
  [normalizing, 2],
  [other, 1.5],
];

const total = makers.reduce((sum, [, weight]) => sum + weight, 0);

/** A random call on a tensor; undefined where nothing comes to mind. */
export function randomCall(d: Draw, x: Operand, likesQuantized: boolean): Expr | undefined {
  if (likesQuantized && d.r.chance(0.5)) return quantized(d, x);
  let at = (d.r.int(0, 9999) / 10000) * total;
  for (const [maker, weight] of makers) {
    at -= weight;
    if (at < 0) return maker(d, x);
  }
  return undefined;
}
