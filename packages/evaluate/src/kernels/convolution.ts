/**
 * Convolutions and transposed convolutions in one, two and three spatial dimensions, in any layout. Follows the
 * computes of conv1d, conv2d, conv3d and their transposed forms (topi/nn upstream): operands are cast to the result's
 * dtype, then summed.
 */
import { type Attrs, attrOf, elementCount, firstOf, intOf, intsOf, present, type TensorData, type Type } from "@relayscope/ir";
import { blank, type Kernel, type KernelTable, tensors } from "../kernel.ts";
import { reordered } from "../layouts.ts";
import { type Arithmetic, arithmeticOf, type Numbers, numbersOf, writeNumbers } from "../numbers.ts";

type Spatial = "W" | "HW" | "DHW";

/** Three spatial sizes; missing ones are in front. */
type Triple = readonly [number, number, number];

interface Geometry {
  readonly strides: Triple;
  readonly dilation: Triple;
  readonly before: Triple;
  readonly groups: number;
}

/** Elements with their plain shape: two leading axes and three spatial ones. */
interface Block {
  readonly numbers: Numbers;
  readonly lead: readonly [number, number];
  readonly size: Triple;
}

function tripled(list: readonly number[], filler: number): Triple {
  return firstOf([...new Array<number>(3 - list.length).fill(filler), ...list], 3);
}

/** The padding in front of each spatial axis. */
function paddingBefore(attrs: Attrs | undefined, rank: number): readonly number[] | undefined {
  const padding = intsOf(attrOf(attrs, "padding"));
  if (!padding) return undefined;
  if (padding.length === 1) return new Array<number>(rank).fill(present(padding[0]));
  return padding.length === rank || padding.length === 2 * rank ? padding.slice(0, rank) : undefined;
}

function geometryOf(attrs: Attrs | undefined, rank: number): Geometry | undefined {
  const strides = intsOf(attrOf(attrs, "strides"));
  const dilation = intsOf(attrOf(attrs, "dilation"));
  const before = paddingBefore(attrs, rank);
  const groups = intOf(attrOf(attrs, "groups")) ?? 1;
  if (strides?.length !== rank || dilation?.length !== rank || !before) return undefined;
  if ([groups, ...strides].some((n) => n < 1) || dilation.some((n) => n < 0)) return undefined;
  return {
    strides: tripled(strides, 1),
    dilation: tripled(dilation, 1),
    before: tripled(before, 0),
    groups,
  };
}

function blockOf(x: TensorData, dtype: string): Block {
  const [first = 1, second = 1, ...size] = x.shape;
  return { numbers: numbersOf(x, dtype), lead: [first, second], size: tripled(size, 1) };
}

/** Output positions whose input position `at * stride + offset` is within `size`: the first, and the count. */
function reach(stride: number, offset: number, size: number, outputs: number): readonly [number, number] {
  const first = Math.max(0, Math.ceil(-offset / stride));
  const last = Math.min(outputs - 1, Math.floor((size - 1 - offset) / stride));
  return [first, Math.max(0, last - first + 1)];
}

/** One channel of a block, by where its numbers begin. */
interface Channel {
  readonly block: Block;
  readonly at: number;
}

/** Sums for one sample and one output channel, from one input channel. */
function slide(
  { sums, out }: { readonly sums: Numbers; readonly out: Triple },
  { block: data, at: dataAt }: Channel,
  { block: weight, at: weightAt }: Channel,
  { strides, dilation, before }: Geometry,
  arithmetic: Arithmetic,
): void {
  const [depth, height, width] = data.size;
  let tap = weightAt;
  for (let kd = 0; kd < weight.size[0]; kd++) {
    const [d0, ds] = reach(strides[0], kd * dilation[0] - before[0], depth, out[0]);
    for (let kh = 0; kh < weight.size[1]; kh++) {
      const [h0, hs] = reach(strides[1], kh * dilation[1] - before[1], height, out[1]);
      for (let kw = 0; kw < weight.size[2]; kw++, tap++) {
        const shift = kw * dilation[2] - before[2];
        const [w0, ws] = reach(strides[2], shift, width, out[2]);
        if (ws === 0) continue;
        for (let d = d0; d < d0 + ds; d++) {
          const plane = d * strides[0] + kd * dilation[0] - before[0];
          for (let h = h0; h < h0 + hs; h++) {
            const row = plane * height + h * strides[1] + kh * dilation[1] - before[1];
            const to = { at: (d * out[1] + h) * out[2] + w0, step: 1, count: ws };
            const from = { at: dataAt + row * width + w0 * strides[2] + shift, step: strides[2] };
            arithmetic.addScaled(sums, to, data.numbers, from, present(weight.numbers[tap]));
          }
        }
      }
    }
  }
}

/** A convolution that only mixes channels: whole planes are summed at once. */
function isPointwise(weight: Block, data: Block, out: Triple, { strides, before }: Geometry): boolean {
  const isUnpadded = before.every((p) => p === 0) && out.every((size, i) => size === data.size[i]);
  return isUnpadded && weight.size.every((s) => s === 1) && strides.every((s) => s === 1);
}

/**
 * Convolves data (samples, channels, space) with weights (outputs, channels a group, space) into `result`, whose shape
 * is plain.
 */
function convolved(data: Block, weight: Block, geometry: Geometry, result: TensorData): TensorData {
  const arithmetic = arithmeticOf(result.dtype);
  const [samples = 1, outputs = 1, ...space] = result.shape;
  const out = tripled(space, 1);
  const [plane, dataPlane, taps] = [elementCount(out), elementCount(data.size), elementCount(weight.size)];
  const inputs = weight.lead[1];
  const outputsPerGroup = outputs / geometry.groups;
  const all = { at: 0, step: 1, count: plane };
  const whole = isPointwise(weight, data, out, geometry);
  for (let n = 0; n < samples; n++) {
    for (let o = 0; o < outputs; o++) {
      const sums = arithmetic.zeros(plane);
      const group = Math.floor(o / outputsPerGroup);
      for (let i = 0; i < inputs; i++) {
        const dataAt = (n * data.lead[1] + group * inputs + i) * dataPlane;
        const weightAt = (o * inputs + i) * taps;
        if (whole) arithmetic.addScaled(sums, all, data.numbers, { at: dataAt, step: 1 }, present(weight.numbers[weightAt]));
        else slide({ sums, out }, { block: data, at: dataAt }, { block: weight, at: weightAt }, geometry, arithmetic);
      }
      writeNumbers(result, sums, 0, (n * outputs + o) * plane, plane);
    }
  }
  return result;
}

/**
 * Spreads data (samples, channels, space) with weights (channels, outputs a group, space): the gradient of a
 * convolution.
 */
function spread(data: Block, weight: Block, { strides, dilation, before, groups }: Geometry, result: TensorData): TensorData {
  const arithmetic = arithmeticOf(result.dtype);
  const [samples = 1, outputs = 1, ...space] = result.shape;
  const out = tripled(space, 1);
  const [plane, taps] = [elementCount(out), elementCount(weight.size)];
  const [depth, height, width] = data.size;
  const channels = data.lead[1];
  const [channelsPerGroup, outputsPerGroup] = [channels / groups, outputs / groups];
  for (let n = 0; n < samples; n++) {
    for (let o = 0; o < outputs; o++) {
      const sums = arithmetic.zeros(plane);
      const group = Math.floor(o / outputsPerGroup);
      for (let c = group * channelsPerGroup; c < (group + 1) * channelsPerGroup; c++) {
        const dataAt = (n * channels + c) * elementCount(data.size);
        let tap = (c * outputsPerGroup + (o % outputsPerGroup)) * taps;
        for (let kd = 0; kd < weight.size[0]; kd++)
          for (let kh = 0; kh < weight.size[1]; kh++)
            for (let kw = 0; kw < weight.size[2]; kw++, tap++) {
              const shift = kw * dilation[2] - before[2];
              const [w0, ws] = reach(strides[2], shift, out[2], width);
              for (let d = 0; d < depth; d++) {
                const od = d * strides[0] + kd * dilation[0] - before[0];
                if (od < 0 || od >= out[0]) continue;
                for (let h = 0; h < height; h++) {
                  const oh = h * strides[1] + kh * dilation[1] - before[1];
                  if (oh < 0 || oh >= out[1] || ws === 0) continue;
                  const to = { at: (od * out[1] + oh) * out[2] + w0 * strides[2] + shift, step: strides[2], count: ws };
                  const from = { at: dataAt + (d * height + h) * width + w0, step: 1 };
                  arithmetic.addScaled(sums, to, data.numbers, from, present(weight.numbers[tap]));
                }
              }
            }
      }
      writeNumbers(result, sums, 0, (n * outputs + o) * plane, plane);
    }
  }
  return result;
}

/** The layouts of a convolution's operands and result, as its attributes have them. */
function layoutsOf(attrs: Attrs | undefined): readonly [string, string, string] | undefined {
  const data = attrOf(attrs, "data_layout");
  const kernel = attrOf(attrs, "kernel_layout");
  const out = attrOf(attrs, "out_layout");
  return typeof data === "string" && typeof kernel === "string"
    ? [data, kernel, typeof out === "string" && out !== "" ? out : data]
    : undefined;
}

/**
 * The layout that an operator's code reads its kernel by, whatever its attribute says; undefined where the attribute
 * decides.
 */
export function readKernelLayout(operator: string, attrs: Attrs | undefined): string | undefined {
  if (operator === "nn.conv1d") return attrOf(attrs, "data_layout") === "NWC" ? "WIO" : "OIW";
  if (operator === "nn.conv3d") return attrOf(attrs, "data_layout") === "NDHWC" ? "DHWIO" : "OIDHW";
  return Object.hasOwn(transposedKernels, operator) ? transposedKernels[operator] : undefined;
}

const transposedKernels: Readonly<Record<string, string>> = {
  "nn.conv1d_transpose": "IOW",
  "nn.conv2d_transpose": "IOHW",
  "nn.conv3d_transpose": "IODHW",
};

/** The axes of space, and whether it is the gradient. */
interface ConvolutionKind {
  readonly spatial: Spatial;
  readonly isTransposed: boolean;
  /** How the kernel is read, where it is not as its attribute says. */
  readonly kernelLayout?: string | undefined;
}

/** The convolution of two tensors that `attrs` describes; undefined where a layout is not known. */
export function convolution(
  x: TensorData,
  kernel: TensorData,
  attrs: Attrs | undefined,
  result: Type,
  { spatial, isTransposed, kernelLayout }: ConvolutionKind,
): TensorData | undefined {
  const layouts = layoutsOf(attrs);
  const geometry = geometryOf(attrs, spatial.length);
  const out = blank(result);
  if (!layouts || !geometry || !out) return undefined;
  const data = reordered(x, layouts[0], `NC${spatial}`);
  const weight = reordered(kernel, kernelLayout ?? layouts[1], `${isTransposed ? "IO" : "OI"}${spatial}`);
  const plain = reordered(out, layouts[2], `NC${spatial}`);
  if (!data || !weight || !plain) return undefined;
  const dataBlock = blockOf(data, out.dtype);
  let weightBlock = blockOf(weight, out.dtype);
  const outputs = present(plain.shape[1]);
  if (isTransposed) {
    const isWhole = weightBlock.lead[0] === dataBlock.lead[1] && weightBlock.lead[1] * geometry.groups === outputs;
    if (!isWhole || dataBlock.lead[1] % geometry.groups !== 0) return undefined;
    spread(dataBlock, weightBlock, geometry, plain);
  } else {
    // A depthwise weight may have a multiplier of its channels where plain weights have channels a group.
    const inputs = dataBlock.lead[1] / geometry.groups;
    weightBlock = { ...weightBlock, lead: [outputs, inputs] };
    if (elementCount(weightBlock.lead) * elementCount(weightBlock.size) !== weight.values.length) return undefined;
    convolved(dataBlock, weightBlock, geometry, plain);
  }
  return reordered(plain, `NC${spatial}`, layouts[2]);
}

function kernelFor(spatial: Spatial, isTransposed = false, operator = ""): Kernel {
  return (args, attrs, result) => {
    const [data, weight] = tensors(args, 2) ?? [];
    const kernelLayout = readKernelLayout(operator, attrs);
    return data && weight && convolution(data, weight, attrs, result, { spatial, isTransposed, kernelLayout });
  };
}

export const convolutions: KernelTable = {
  "nn.contrib_conv2d_NCHWc": kernelFor("HW"),
  "nn.contrib_depthwise_conv2d_NCHWc": kernelFor("HW"),
  "nn.conv1d": kernelFor("W", false, "nn.conv1d"),
  "nn.conv1d_transpose": kernelFor("W", true, "nn.conv1d_transpose"),
  "nn.conv2d": kernelFor("HW"),
  "nn.conv2d_transpose": kernelFor("HW", true, "nn.conv2d_transpose"),
  "nn.conv3d": kernelFor("DHW", false, "nn.conv3d"),
  "nn.conv3d_transpose": kernelFor("DHW", true, "nn.conv3d_transpose"),
};
