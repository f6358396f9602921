/**
 * Generators of calls whose values can be compared: those that test operators' types, and for convolutions and pooling
 * ones with the layouts that the reference compiles.
 */
import type { AttrValue } from "@relayscope/ir";
import { tensor } from "../operators/case.ts";
import { alike, callsOf, type GeneratorTable, type Made } from "../operators/generator.ts";
import { generators } from "../operators/generators.ts";
import type { Random } from "../random.ts";

type Spatial = "W" | "HW" | "DHW";

/** Sizes put in the order of a layout of single letters. */
function inLayout(layout: string, sizes: Readonly<Record<string, number>>): number[] {
  return [...layout].map((letter) => sizes[letter] ?? 1);
}

interface ConvolutionStyle {
  readonly isQuantized?: boolean;
  readonly isTransposed?: boolean;
}

function convolution(spatial: Spatial, { isQuantized = false, isTransposed = false }: ConvolutionStyle = {}) {
  return (random: Random): Made => {
    const rank = spatial.length;
    const isLast = !isTransposed && random.chance(0.4);
    const isDepthwise = random.chance(0.25);
    const groups = isDepthwise ? random.int(2, 4) : isLast && rank !== 2 ? 1 : random.pick([1, 1, 2]);
    const inputs = isDepthwise ? groups : groups * random.int(1, 3);
    const outputs = isDepthwise ? groups * (isLast ? 1 : random.int(1, 2)) : groups * random.int(1, 3);
    const sizes: Record<string, number> = { N: random.int(1, 2), C: inputs };
    const kernel: Record<string, number> = isTransposed ? { I: inputs, O: outputs / groups } : { O: outputs, I: inputs / groups };
    if (isDepthwise && isLast) Object.assign(kernel, { O: groups, I: 1 });
    for (const letter of spatial) {
      sizes[letter] = random.int(4, 7);
      kernel[letter] = random.int(1, 3);
    }
    const dataLayout = isLast ? `N${spatial}C` : `NC${spatial}`;
    const kernelLayout = isTransposed ? `IO${spatial}` : isLast ? `${spatial}${isDepthwise && rank === 2 ? "OI" : "IO"}` : `OI${spatial}`;
    const dtype = isQuantized ? random.pick(["int8", "uint8"]) : "float32";
    const attrs: Record<string, AttrValue> = {
      strides: random.many(rank, () => random.int(1, 2)),
      padding: random.many(2 * rank, () => random.int(0, isTransposed ? 0 : 2)),
      dilation: random.many(rank, () => (isTransposed ? 1 : random.int(1, 2))),
      groups,
      channels: outputs,
      kernel_size: [...spatial].map((l) => kernel[l] as number),
      data_layout: dataLayout,
      kernel_layout: kernelLayout,
    };
    if (isTransposed)
      attrs.padding = [
        ...[...spatial].map((l) => random.int(0, (kernel[l] as number) - 1)),
        ...[...spatial].map((l) => random.int(0, (kernel[l] as number) - 1)),
      ];
    if (isQuantized) attrs.out_dtype = "int32";
    else if (random.chance(0.3)) attrs.out_dtype = "float32";
    const isInteger = !isQuantized && random.chance(0.2);
    if (isInteger) attrs.out_dtype = "int32";
    const type = isInteger ? "int8" : dtype;
    const args = [tensor(inLayout(dataLayout, sizes), type), tensor(inLayout(kernelLayout, kernel), isQuantized ? "int8" : type)];
    const quantities = isQuantized ? [tensor([], "int32"), tensor([], "int32"), tensor([]), tensor([])] : [];
    return { args: [...args, ...quantities], attrs };
  };
}

interface PoolStyle {
  readonly kind?: "window" | "global" | "adaptive";
  readonly isQuantized?: boolean;
  readonly countsPadding?: boolean;
}

function pool(spatial: Spatial, { kind = "window", isQuantized = false, countsPadding = false }: PoolStyle = {}) {
  return (random: Random): Made => {
    const layout = random.chance(0.3) ? `N${spatial}C` : `NC${spatial}`;
    const sizes: Record<string, number> = { N: random.int(1, 2), C: random.int(1, 3) };
    for (const letter of spatial) sizes[letter] = random.int(4, 8);
    const rank = spatial.length;
    const attrs: Record<string, AttrValue> = { layout };
    if (kind === "adaptive") attrs.output_size = random.many(rank, () => random.int(1, 4));
    if (kind === "window") {
      attrs.pool_size = random.many(rank, () => random.int(1, 3));
      attrs.strides = random.many(rank, () => random.int(1, 3));
      attrs.padding = random.many(2 * rank, () => random.int(0, 1));
      attrs.ceil_mode = random.chance(0.4);
      if (countsPadding) attrs.count_include_pad = random.chance(0.5);
      attrs.dilation = random.many(rank, () => random.pick([1, 1, 2]));
    }
    const dtype = isQuantized ? "int8" : random.pick(["float32", "float32", kind === "window" ? "int32" : "float32"]);
    const quantities = isQuantized ? [tensor([]), tensor([], "int32"), tensor([]), tensor([], "int32")] : [];
    return { args: [tensor(inLayout(layout, sizes), dtype), ...quantities], attrs };
  };
}

function resize(spatial: Spatial) {
  return (random: Random): Made => {
    const layout = random.chance(0.3) ? `N${spatial}C` : `NC${spatial}`;
    const sizes: Record<string, number> = { N: 1, C: random.int(1, 3) };
    for (const letter of spatial) sizes[letter] = random.int(2, 6);
    const method = random.pick(["nearest_neighbor", "linear", ...(spatial === "HW" ? ["cubic"] : [])]);
    const attrs: Record<string, AttrValue> = {
      size: random.many(spatial.length, () => random.int(2, 9)),
      layout,
      method,
      coordinate_transformation_mode: random.pick(["half_pixel", "align_corners", "asymmetric"]),
    };
    if (method === "nearest_neighbor")
      attrs.rounding_method = random.pick(["", "round", "floor", "ceil", "round_prefer_floor", "round_prefer_ceil"]);
    attrs.roi = random.many(2 * spatial.length, () => ({ kind: "Float", value: 0 }) as const);
    return { args: [tensor(inLayout(layout, sizes))], attrs };
  };
}

function upsampling(random: Random): Made {
  const layout = random.pick(["NCHW", "NHWC"]);
  const attrs: Record<string, AttrValue> = {
    scale_h: { kind: "Float", value: random.int(1, 3) },
    scale_w: { kind: "Float", value: random.int(1, 3) },
    layout,
    method: random.pick(["nearest_neighbor", "bilinear"]),
    align_corners: random.chance(0.4),
  };
  return { args: [tensor(inLayout(layout, { N: 1, C: 2, H: random.int(2, 4), W: random.int(2, 5) }))], attrs };
}

function spaceToDepth(random: Random): Made {
  const layout = random.pick(["NCHW", "NHWC"]);
  const data = tensor(inLayout(layout, { N: 1, C: random.int(1, 3), H: 4, W: 6 }));
  return { args: [data], attrs: { block_size: 2, layout } };
}

function depthToSpace(random: Random): Made {
  const layout = random.pick(["NCHW", "NHWC"]);
  const data = tensor(inLayout(layout, { N: 1, C: 4 * random.int(1, 3), H: 2, W: 3 }));
  return { args: [data], attrs: { block_size: 2, layout, mode: random.pick(["DCR", "CRD"]) } };
}

const spatials: readonly Spatial[] = ["W", "HW", "DHW"];

function ofAxes(spatial: Spatial): GeneratorTable {
  const d = `${spatial.length}d`;
  return {
    [`nn.conv${d}`]: convolution(spatial),
    [`nn.conv${d}_transpose`]: convolution(spatial, { isTransposed: true }),
    [`nn.max_pool${d}`]: pool(spatial),
    [`nn.adaptive_max_pool${d}`]: pool(spatial, { kind: "adaptive" }),
    [`nn.avg_pool${d}`]: pool(spatial, { countsPadding: true }),
    [`nn.adaptive_avg_pool${d}`]: pool(spatial, { kind: "adaptive" }),
    [`image.resize${d}`]: resize(spatial),
  };
}

const own: readonly GeneratorTable[] = [
  ...spatials.map(ofAxes),
  {
    ...alike("nn.global_max_pool2d nn.global_avg_pool2d", pool("HW", { kind: "global" })),
    "qnn.conv2d": convolution("HW", { isQuantized: true }),
    "qnn.avg_pool2d": pool("HW", { isQuantized: true, countsPadding: true }),
    "nn.upsampling": upsampling,
    "nn.depth_to_space": depthToSpace,
    "nn.space_to_depth": spaceToDepth,
  },
];

/** By operator name. */
export const valueGenerators = new Map([...generators, ...own.flatMap((table) => [...callsOf(table)])]);
