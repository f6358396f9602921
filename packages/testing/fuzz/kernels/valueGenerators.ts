/**
 * Generators of calls whose values can be compared: those that test operators' types, and for convolutions and pooling
 * ones with the layouts that the reference compiles.
 */
import type { AttrValue } from "@relayscope/ir";
import { type OperatorCase, tensor } from "../operators/case.ts";
import { generators } from "../operators/generators.ts";
import type { Random } from "../random.ts";

type Generator = (random: Random) => OperatorCase;
type Spatial = "W" | "HW" | "DHW";

/** Sizes put in the order of a layout of single letters. */
function inLayout(layout: string, sizes: Readonly<Record<string, number>>): number[] {
  return [...layout].map((letter) => sizes[letter] ?? 1);
}

function convolution(operator: string, spatial: Spatial): Generator {
  return (random) => {
    const isQuantized = operator.startsWith("qnn.");
    const isTransposed = operator.includes("transpose");
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
    return { operator, args: [...args, ...quantities], attrs };
  };
}

function pool(operator: string, spatial: Spatial, kind: "window" | "global" | "adaptive"): Generator {
  return (random) => {
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
      if (operator.includes("avg")) attrs.count_include_pad = random.chance(0.5);
      attrs.dilation = random.many(rank, () => random.pick([1, 1, 2]));
    }
    const isQuantized = operator.startsWith("qnn.");
    const dtype = isQuantized ? "int8" : random.pick(["float32", "float32", kind === "window" ? "int32" : "float32"]);
    const quantities = isQuantized ? [tensor([]), tensor([], "int32"), tensor([]), tensor([], "int32")] : [];
    return { operator, args: [tensor(inLayout(layout, sizes), dtype), ...quantities], attrs };
  };
}

function resize(operator: string, spatial: Spatial): Generator {
  return (random) => {
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
    return {
      operator,
      args: [tensor(inLayout(layout, sizes))],
      attrs: { ...attrs, roi: random.many(2 * spatial.length, () => ({ kind: "Float", value: 0 }) as const) },
    };
  };
}

function upsampling(random: Random): OperatorCase {
  const layout = random.pick(["NCHW", "NHWC"]);
  const attrs: Record<string, AttrValue> = {
    scale_h: { kind: "Float", value: random.int(1, 3) },
    scale_w: { kind: "Float", value: random.int(1, 3) },
    layout,
    method: random.pick(["nearest_neighbor", "bilinear"]),
    align_corners: random.chance(0.4),
  };
  return { operator: "nn.upsampling", args: [tensor(inLayout(layout, { N: 1, C: 2, H: random.int(2, 4), W: random.int(2, 5) }))], attrs };
}

function blocks(operator: string): Generator {
  return (random) => {
    const layout = random.pick(["NCHW", "NHWC"]);
    const sizes = operator.endsWith("to_depth") ? { N: 1, C: random.int(1, 3), H: 4, W: 6 } : { N: 1, C: 4 * random.int(1, 3), H: 2, W: 3 };
    const attrs: Record<string, AttrValue> = { block_size: 2, layout };
    if (operator.endsWith("to_space")) attrs.mode = random.pick(["DCR", "CRD"]);
    return { operator, args: [tensor(inLayout(layout, sizes))], attrs };
  };
}

const spatials: readonly (readonly [string, Spatial])[] = [
  ["1d", "W"],
  ["2d", "HW"],
  ["3d", "DHW"],
];

const own: readonly (readonly [string, Generator])[] = [
  ...spatials.flatMap(([d, spatial]): (readonly [string, Generator])[] => [
    [`nn.conv${d}`, convolution(`nn.conv${d}`, spatial)],
    [`nn.conv${d}_transpose`, convolution(`nn.conv${d}_transpose`, spatial)],
    ...["max", "avg"].flatMap((kind): (readonly [string, Generator])[] => [
      [`nn.${kind}_pool${d}`, pool(`nn.${kind}_pool${d}`, spatial, "window")],
      [`nn.adaptive_${kind}_pool${d}`, pool(`nn.adaptive_${kind}_pool${d}`, spatial, "adaptive")],
    ]),
    [`image.resize${d}`, resize(`image.resize${d}`, spatial)],
  ]),
  ["nn.global_max_pool2d", pool("nn.global_max_pool2d", "HW", "global")],
  ["nn.global_avg_pool2d", pool("nn.global_avg_pool2d", "HW", "global")],
  ["qnn.conv2d", convolution("qnn.conv2d", "HW")],
  ["qnn.avg_pool2d", pool("qnn.avg_pool2d", "HW", "window")],
  ["nn.upsampling", upsampling],
  ["nn.depth_to_space", blocks("nn.depth_to_space")],
  ["nn.space_to_depth", blocks("nn.space_to_depth")],
];

/** By operator name. */
export const valueGenerators: ReadonlyMap<string, Generator> = new Map([...generators, ...own]);
