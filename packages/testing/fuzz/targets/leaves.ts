/**
 * First calls of a candidate: operators on fresh arguments, with attributes that targets like more often than chance
 * would have it.
 */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import { float, type OperatorCase, tensor } from "../operators/case.ts";
import { type Attributes, alike, callsOf, type GeneratorTable, type Made } from "../operators/generator.ts";
import { generators } from "../operators/generators.ts";
import type { Random } from "../random.ts";

/** A call of an operator; undefined where no generator knows it. */
export function leafCall(operator: string, r: Random): OperatorCase | undefined {
  const likely = likelyCalls.get(operator);
  if (likely && r.chance(0.75)) return likely(r);
  return generators.get(operator)?.(r) ?? likely?.(r);
}

const batch = (r: Random): Dim => r.pick<Dim>([1, 1, 1, 1, 2, 8, 9, "?"]);
const floatDtype = (r: Random): string => r.pick(["float32", "float32", "float32", "float32", "float16", "int8"]);
const quantizedDtype = (r: Random): string => r.pick(["int8", "int8", "int8", "uint8", "int16"]);

/** A tensor with named axes in a layout. */
function laid(layout: string, sizes: Readonly<Record<string, Dim>>, dtype: string): Type {
  return tensor(
    [...layout].map((letter) => sizes[letter] ?? 1),
    dtype,
  );
}

interface ConvolutionStyle {
  readonly spatial: "W" | "HW" | "DHW";
  readonly isTransposed?: boolean;
  readonly isQuantized?: boolean;
}

function convolution({ spatial, isTransposed, isQuantized }: ConvolutionStyle) {
  return (r: Random): Made => {
    const isLast = r.chance(isQuantized ? 0.85 : 0.5);
    const dataLayout = isLast ? `N${spatial}C` : `NC${spatial}`;
    const inputs = r.pick([1, 4, 8]);
    const isDepthwise = r.chance(0.3);
    const groups = isDepthwise ? inputs : r.pick([1, 1, 1, 1, 2].filter((g) => inputs % g === 0));
    const outputs = isDepthwise ? inputs * r.pick([1, 1, 1, 2]) : groups * r.pick([1, 4, 8]);
    const plainKernel = isTransposed ? `IO${spatial}` : `OI${spatial}`;
    const lastKernels = isTransposed ? [`${spatial}OI`, `${spatial}IO`] : [`${spatial}IO`, `${spatial}IO`, `O${spatial}I`, `${spatial}OI`];
    const kernelLayout = isLast || r.chance(0.2) ? r.pick([plainKernel, ...lastKernels]) : plainKernel;
    const sizes: Record<string, Dim> = { N: batch(r), C: inputs };
    const kernels: Record<string, Dim> = isTransposed ? { I: inputs, O: outputs / groups } : { O: outputs, I: inputs / groups };
    for (const letter of spatial) {
      sizes[letter] = r.int(8, 12);
      kernels[letter] = r.pick([1, 3, 3, 5]);
    }
    const dtype = isQuantized ? quantizedDtype(r) : floatDtype(r);
    const attrs: Record<string, AttrValue> = {};
    if (r.chance(0.6)) attrs.strides = r.pick([[...spatial].map(() => 2), [...spatial].map(() => 1), [...spatial].map(() => r.int(1, 4))]);
    attrs.padding = [...spatial, ...spatial].map(() => (r.chance(0.5) ? 0 : r.int(0, 2)));
    if (r.chance(0.2)) attrs.dilation = [...spatial].map(() => r.int(1, 3));
    if (groups !== 1) attrs.groups = groups;
    if (r.chance(0.85) || isTransposed) attrs.channels = outputs;
    if (r.chance(0.85)) attrs.kernel_size = [...spatial].map((letter) => kernels[letter] as number);
    attrs.data_layout = dataLayout;
    attrs.kernel_layout = kernelLayout;
    if (isQuantized) attrs.out_dtype = r.pick(["int32", "int32", "int32", "int64"]);
    else if (r.chance(0.2)) attrs.out_dtype = r.pick(["float32", "float16"]);
    const weight = laid(kernelLayout, kernels, isQuantized && r.chance(0.8) ? "int8" : dtype);
    return { args: [laid(dataLayout, sizes, dtype), weight, ...(isQuantized ? quantization : [])], attrs };
  };
}

const scalar = (dtype: string): Type => tensor([], dtype);
/** Zero points and scales of input and weight. */
const quantization: readonly Type[] = [scalar("int32"), scalar("int32"), scalar("float32"), scalar("float32")];

function dense(r: Random, isQuantized: boolean): Made {
  const [inputs, units] = [r.pick([1, 8, 16]), r.pick([1, 8, 16])];
  const dtype = isQuantized ? quantizedDtype(r) : floatDtype(r);
  const data = tensor([batch(r), ...(r.chance(0.1) && !isQuantized ? [3] : []), inputs], dtype);
  const weight = tensor([units, inputs], isQuantized && r.chance(0.8) ? "int8" : dtype);
  const attrs: Record<string, AttrValue> = r.chance(0.6) || isQuantized ? { units } : {};
  if (isQuantized) attrs.out_dtype = r.pick(["int32", "int32", "int64"]);
  else if (r.chance(0.2)) attrs.out_dtype = r.pick(["float32", "float16"]);
  return { args: [data, weight, ...(isQuantized ? quantization : [])], attrs };
}

function pool(spatial: "HW" | "DHW", { isGlobal = false, countsPadding = false } = {}) {
  return (r: Random): Made => {
    const layout = r.chance(0.5) ? `NC${spatial}` : `N${spatial}C`;
    const sizes: Record<string, Dim> = { N: batch(r), C: r.pick([1, 4]) };
    for (const letter of spatial) sizes[letter] = r.int(4, 12);
    const dtype = r.pick(["float32", "float32", "int8", "int8", "uint8", "int16", "int32"]);
    const attrs: Record<string, AttrValue> = { layout };
    if (!isGlobal) {
      const covers = r.chance(0.15);
      attrs.pool_size = [...spatial].map((letter) => (covers ? (sizes[letter] as number) : r.int(1, 4)));
      attrs.strides = [...spatial].map(() => r.pick([1, 2, 2, 4]));
      attrs.padding = [...spatial, ...spatial].map(() => (r.chance(0.5) ? 0 : r.int(0, 2)));
      if (r.chance(0.15)) attrs.dilation = [...spatial].map(() => r.int(1, 2));
      if (r.chance(0.2)) attrs.ceil_mode = true;
      if (countsPadding && r.chance(0.3)) attrs.count_include_pad = true;
    }
    return { args: [laid(layout, sizes, dtype)], attrs };
  };
}

function shaped(r: Random): Dim[] {
  return [batch(r), ...r.many(r.int(0, 3), () => r.pick([1, 4, 8]))];
}

function pointwise(arity: number, attrsOf: (r: Random) => Attributes = () => ({})) {
  return (r: Random): Made => {
    const dtype = r.pick(["float32", "float32", "float32", "float16", "int8", "int32", "int64"]);
    const shape = shaped(r);
    const other = r.chance(0.7) ? shape : r.chance(0.5) ? [] : shape.map((d) => (r.chance(0.5) ? 1 : d));
    return { args: [tensor(shape, dtype), ...(arity === 2 ? [tensor(other, dtype)] : [])], attrs: attrsOf(r) };
  };
}

const pair = [scalar("float32"), scalar("int32")];

function quantizedBinary(r: Random): Made {
  const dtype = r.pick(["int8", "int8", "uint8", "int16", "int32"]);
  const shape = shaped(r);
  const other = r.chance(0.7) ? shape : shape.map((d) => (r.chance(0.5) ? 1 : d));
  return { args: [tensor(shape, dtype), tensor(other, dtype), ...pair, ...pair, ...pair] };
}

function dequantize(r: Random): Made {
  return { args: [tensor(shaped(r), quantizedDtype(r)), ...pair] };
}

function cast(r: Random): Made {
  const isImage = r.chance(0.6);
  const shape: Dim[] = isImage ? [batch(r), r.int(4, 12), r.int(4, 12), r.pick([1, 4])] : shaped(r);
  return { args: [tensor(shape, quantizedDtype(r))], attrs: { dtype: r.pick(["int32", "int32", "int16", "float32"]) } };
}

function pad(r: Random): Made {
  const isSpatial = r.chance(0.7);
  const side = (axis: number) => (isSpatial === (axis === 1 || axis === 2) ? [r.int(0, 2), r.int(0, 2)] : [0, 0]);
  const dtype = r.pick(["float32", "int8", "uint8"]);
  return {
    args: [tensor([batch(r), r.int(6, 9), r.int(6, 9), r.pick([1, 4])], dtype), scalar(dtype)],
    attrs: { pad_width: [0, 1, 2, 3].map((axis) => (r.chance(0.9) ? side(axis) : [1, 0])) },
  };
}

function requantize(r: Random): Made {
  const dtype = r.pick(["int8", "int8", "uint8", "int32"]);
  return { args: [tensor(shaped(r), dtype), ...pair, ...pair], attrs: { out_dtype: r.pick(["int8", "int8", "uint8"]) } };
}

function resize(r: Random): Made {
  const [height, width] = [r.int(2, 5), r.int(2, 5)];
  const factor = r.pick([1, 2, 2, 3]);
  const mode = r.pick(["asymmetric", "align_corners", "half_pixel"]);
  const less = r.chance(0.3) ? 1 : 0;
  return {
    args: [tensor([1, height, width, 4], r.pick(["int8", "int8", "float32"]))],
    attrs: {
      size: [height * factor - less, width * factor - less],
      roi: [float(0), float(0), float(0), float(0)],
      layout: "NHWC",
      method: r.pick(["nearest_neighbor", "linear"]),
      coordinate_transformation_mode: mode,
      rounding_method: r.chance(0.8) ? (mode === "half_pixel" ? "round_prefer_ceil" : "") : "round",
      ...(r.chance(0.5) ? { out_dtype: r.pick(["int8", "int32"]) } : {}),
    },
  };
}

const clipAttrs = (r: Random): Attributes => ({ a_min: float(r.pick([0, 0, -1])), a_max: float(r.pick([6, 6, 127])) });

const likelyTable: GeneratorTable = {
  "nn.conv1d": convolution({ spatial: "W" }),
  "nn.conv2d": convolution({ spatial: "HW" }),
  "nn.conv3d": convolution({ spatial: "DHW" }),
  "nn.conv2d_transpose": convolution({ spatial: "HW", isTransposed: true }),
  "nn.conv3d_transpose": convolution({ spatial: "DHW", isTransposed: true }),
  "qnn.conv2d": convolution({ spatial: "HW", isQuantized: true }),
  "qnn.conv2d_transpose": convolution({ spatial: "HW", isQuantized: true, isTransposed: true }),
  "nn.dense": (r) => dense(r, false),
  "qnn.dense": (r) => dense(r, true),
  "nn.max_pool2d": pool("HW"),
  "nn.avg_pool2d": pool("HW", { countsPadding: true }),
  "nn.max_pool3d": pool("DHW"),
  "nn.avg_pool3d": pool("DHW", { countsPadding: true }),
  ...alike("nn.global_max_pool2d nn.global_avg_pool2d", pool("HW", { isGlobal: true })),
  ...alike("qnn.add qnn.mul qnn.subtract", quantizedBinary),
  "qnn.dequantize": dequantize,
  "qnn.requantize": requantize,
  "image.resize2d": resize,
  "nn.pad": pad,
  cast,
  clip: pointwise(1, clipAttrs),
  ...alike("add subtract multiply divide maximum minimum power left_shift", pointwise(2)),
  ...alike("nn.relu sigmoid tanh exp log sqrt abs negative floor ceil sin cos atan erf round", pointwise(1)),
};

const likelyCalls = callsOf(likelyTable);
