/** Random convolutions, plain, transposed, prepared and quantized. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { tensor } from "../case.ts";
import type { GeneratorTable, Made } from "../generator.ts";
import { randomLayout, shapeIn } from "./layouts.ts";

type Spatial = "W" | "HW" | "DHW";

interface Plan {
  readonly data: Type;
  readonly weight: Type | undefined;
  readonly attrs: Record<string, AttrValue>;
  readonly outputs: number;
}

function plan(random: Random, spatial: Spatial, isTransposed: boolean, dtype: string, isPlainLayout = false): Plan {
  const rank = spatial.length;
  const groups = random.pick([1, 1, 1, 2, 4]);
  const inputs = groups * random.pick([1, 1, 2, 4]);
  const outputs = groups * random.pick([1, 2, 3, 4]);
  const kernel = random.many(rank, () => random.int(1, 3));
  const dataLayout = isPlainLayout ? `NC${spatial}` : randomLayout(`NC${spatial}`, random, "C");
  const isGrouped = spatial === "HW" && groups > 1 && random.chance(0.1);
  const plainKernel = `${isGrouped ? "G" : ""}${isTransposed ? "IO" : "OI"}${spatial}`;
  const kernelLayout = isPlainLayout || isGrouped ? plainKernel : randomLayout(plainKernel, random, "OI");
  const sizes: Record<string, Dim> = { N: random.pick<Dim>([1, 2, "?"]), C: inputs };
  const kernelSizes: Record<string, Dim> = isTransposed
    ? { O: Math.floor(outputs / groups), I: inputs, G: groups }
    : { O: outputs, I: Math.floor(inputs / groups), G: groups };
  if (isGrouped) Object.assign(kernelSizes, isTransposed ? { I: inputs / groups } : { O: outputs / groups });
  [...spatial].forEach((letter, i) => {
    sizes[letter] = random.chance(0.1) ? "?" : random.int(4, 12);
    kernelSizes[letter] = kernel[i] as number;
  });
  const attrs: Record<string, AttrValue> = {};
  if (random.chance(0.5)) attrs.strides = random.many(rank, () => random.int(1, 3));
  if (random.chance(0.5) || isTransposed) attrs.padding = padding(random, rank);
  if (random.chance(0.3)) attrs.dilation = random.many(rank, () => random.int(1, 2));
  if (isTransposed && random.chance(0.3)) attrs.output_padding = random.many(rank, () => random.int(0, 1));
  if (groups > 1) attrs.groups = groups;
  if (random.chance(0.6)) attrs.channels = outputs;
  if (random.chance(0.6)) attrs.kernel_size = kernel;
  if (dataLayout !== `NC${spatial}` || random.chance(0.2)) attrs.data_layout = dataLayout;
  if (kernelLayout !== `${isTransposed ? "IO" : "OI"}${spatial}`) attrs.kernel_layout = kernelLayout;
  if (random.chance(0.1)) attrs.out_layout = randomLayout(`NC${spatial}`, random, "C");
  if (random.chance(0.3)) attrs.out_dtype = random.pick(["float32", "int32", "float16"]);
  const weight = random.chance(0.2) ? undefined : tensor(shapeIn(kernelLayout, kernelSizes), dtype);
  return { data: tensor(shapeIn(dataLayout, sizes), dtype), weight, attrs, outputs };
}

function padding(random: Random, rank: number): number[] {
  return random.many(random.pick([1, rank, 2 * rank, 2 * rank]), () => random.int(0, 2));
}

function plain(spatial: Spatial, isTransposed = false) {
  return (random: Random): Made => {
    const { data, weight, attrs } = plan(random, spatial, isTransposed, random.pick(["float32", "float32", "float16", "int8"]));
    if (spatial === "W" && !isTransposed && attrs.padding && random.chance(0.9)) attrs.padding = [random.int(0, 2), random.int(0, 2)];
    return { args: [data, weight], attrs };
  };
}

function prepared(spatial: Spatial, isTiled = true) {
  return (random: Random): Made => {
    const { data, attrs } = plan(random, spatial, false, "float32");
    attrs.channels ??= 4;
    attrs.kernel_size ??= [...spatial].map(() => 3);
    if (isTiled) attrs.tile_size = random.int(2, 6);
    return { args: [data, tensor(random.many(4, () => random.int(1, 8)))], attrs };
  };
}

function gemm(random: Random): Made {
  const { data, attrs } = plan(random, "HW", false, "int8", true);
  attrs.channels ??= 4;
  attrs.kernel_size ??= [3, 3];
  attrs.data_layout = random.pick(["NHWC", "NHWC", "NCHW"]);
  attrs.kernel_layout = random.pick(["HWIO", "OIHW"]);
  return { args: [data, tensor([2, 2, 4, 4], "int8")], attrs };
}

function weightTransform(rank: number, ...attrs: readonly string[]) {
  return (random: Random): Made => {
    const shape = random.many(rank, () => random.int(1, 9));
    const weight = tensor(shape, random.pick(["float32", "float16", "int8", "uint8"]));
    return { args: [weight], attrs: Object.fromEntries(attrs.map((name) => [name, random.int(1, 6)])) };
  };
}

function quantized(isTransposed: boolean) {
  return (random: Random): Made => {
    const { data, weight, attrs, outputs } = plan(random, "HW", isTransposed, random.pick(["int8", "uint8", "int16"]), random.chance(0.5));
    attrs.out_dtype = random.pick(["int32", "int32", "int64", "int16", "float32"]);
    const scalar = tensor([]);
    const weightScale = random.pick([scalar, tensor([outputs]), tensor(["?"]), tensor([1])]);
    const zero = tensor([], "int32");
    const single = isTransposed && random.chance(0.2) ? tensor([1]) : scalar;
    return { args: [data, weight, zero, random.pick([zero, tensor([outputs], "int32")]), single, weightScale], attrs };
  };
}

function deformable(random: Random): Made {
  const { data, weight, attrs } = plan(random, "HW", false, "float32", random.chance(0.6));
  if (random.chance(0.4)) attrs.deformable_groups = random.pick([1, 2]);
  return { args: [data, undefined, weight], attrs };
}

function backwardWeight(random: Random): Made {
  const channels = random.pick([2, 4]);
  const groups = random.pick([1, 1, 2, channels]);
  const layout = random.pick(["NCHW", "NHWC"]);
  const gradient = shapeIn(layout, { N: 1, C: random.pick([channels, 8]), H: 5, W: 5 });
  const data = shapeIn(layout, { N: 1, C: channels, H: 6, W: 6 });
  const attrs: Record<string, AttrValue> = { kernel_size: [random.int(1, 3), random.int(1, 3)], groups };
  Object.assign(attrs, { data_layout: layout, kernel_layout: layout, out_layout: random.pick(["OIHW", "HWIO", "OHWI"]) });
  if (random.chance(0.5)) attrs.channels = channels;
  if (random.chance(0.3)) attrs.out_dtype = "float16";
  return { args: [tensor(gradient), tensor(data)], attrs };
}

function correlation(random: Random): Made {
  const shape = [random.int(1, 2), random.int(1, 4), random.int(6, 12), random.int(6, 12)];
  const attrs: Record<string, AttrValue> = {};
  for (const name of ["kernel_size", "max_displacement", "stride1", "stride2"]) if (random.chance(0.6)) attrs[name] = random.int(1, 4);
  if (random.chance(0.5)) attrs.padding = padding(random, 2);
  return { args: [tensor(shape), tensor(shape)], attrs };
}

function bitserial(random: Random): Made {
  const { data, attrs } = plan(random, "HW", false, "uint32");
  const { strides, padding: pad, data_layout } = attrs;
  const own: Record<string, AttrValue> = { channels: random.int(1, 8), out_dtype: random.pick(["int16", "uint32"]) };
  if (strides !== undefined) own.strides = strides;
  if (pad !== undefined) own.padding = pad;
  if (data_layout !== undefined) own.data_layout = data_layout;
  if (random.chance(0.5)) own.kernel_size = [random.int(1, 3), random.int(1, 3)];
  return { args: [data, tensor([3, 3, 4, 4], "uint32")], attrs: own };
}

function bitpack(random: Random): Made {
  const rank = random.int(1, 4);
  const shape = random.many(rank, () => random.pick([8, 16, 32]));
  return {
    args: [tensor(shape, "int32")],
    attrs: {
      bits: random.int(1, 3),
      pack_axis: random.int(0, rank - 1),
      bit_axis: random.int(-1, rank),
      pack_type: random.pick(["uint8", "uint16", "uint32"]),
    },
  };
}

export const convolutionGenerators: GeneratorTable = {
  "nn.conv1d": plain("W"),
  "nn.conv2d": plain("HW"),
  "nn.conv3d": plain("DHW"),
  "nn.conv1d_transpose": plain("W", true),
  "nn.conv2d_transpose": plain("HW", true),
  "nn.conv3d_transpose": plain("DHW", true),
  "nn.contrib_depthwise_conv2d_NCHWc": plain("HW"),
  "nn.contrib_conv2d_NCHWc": prepared("HW", false),
  "nn.contrib_conv2d_winograd_without_weight_transform": prepared("HW"),
  "nn.contrib_conv3d_winograd_without_weight_transform": prepared("DHW"),
  "nn.contrib_conv2d_gemm_without_weight_transform": gemm,
  "nn.contrib_conv2d_winograd_weight_transform": weightTransform(4, "tile_size"),
  "nn.contrib_conv3d_winograd_weight_transform": weightTransform(5, "tile_size"),
  "nn.contrib_conv2d_winograd_nnpack_weight_transform": weightTransform(4, "convolution_algorithm"),
  "nn.contrib_conv2d_gemm_weight_transform": weightTransform(4, "tile_N", "tile_K"),
  "nn.deformable_conv2d": deformable,
  "nn.conv2d_backward_weight": backwardWeight,
  "nn.correlation": correlation,
  "nn.bitserial_conv2d": bitserial,
  "nn.bitpack": bitpack,
  "qnn.conv2d": quantized(false),
  "qnn.conv2d_transpose": quantized(true),
};
