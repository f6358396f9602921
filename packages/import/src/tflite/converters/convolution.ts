/**
 * Convolutions and transposed convolutions. Their weights become parameters in the layouts that Relay's operators want.
 */
import type { AttrValue, Expr, TensorData } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { reshape, transpose } from "../../relay/wrappers.ts";
import { convFields, depthwiseFields, padding, transposeConvFields } from "../file/schema.ts";
import { transposed, withShape } from "../file/tensorValue.ts";
import type { Conversion, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { demandQuantized, finished, requantizeProducts } from "./fused.ts";

/**
 * What one axis is padded with before and after, so that the output is as long as the input by the stride, rounded up.
 */
function samePadding(size: number, kernel: number, stride: number): readonly [number, number] {
  if (stride === 0) throw new ConversionFailure("its stride is 0.");
  const total = Math.max(0, (Math.ceil(size / stride) - 1) * stride + kernel - size);
  const before = Math.floor(total / 2);
  return [before, total - before];
}

/** Padding at the top, left, bottom and right. Throws for a kind of padding that does not exist. */
export function paddingOf(
  kind: number,
  rows: readonly [number, number, number],
  columns: readonly [number, number, number],
): readonly number[] {
  if (kind === padding.valid) return [0, 0, 0, 0];
  if (kind !== padding.same) throw new ConversionFailure(`its padding ${kind} does not exist.`);
  const [top, bottom] = samePadding(...rows);
  const [left, right] = samePadding(...columns);
  return [top, left, bottom, right];
}

export function demandFour(sizes: readonly number[], what: string): readonly [number, number, number, number] {
  const [a, b, c, d] = sizes;
  if (sizes.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined)
    throw new ConversionFailure(`its ${what} has ${sizes.length} axes instead of 4.`);
  return [a, b, c, d];
}

const weightTypes = ["int8", "uint8", "float32"];
const biasTypes = ["int32", "int64", "float32"];

function demandType(c: Conversion, operand: Operand, types: readonly string[], what: string): void {
  const dtype = c.dtypeOf(operand);
  if (!types.includes(dtype)) throw new ConversionFailure(`its ${what} of ${dtype} is not supported.`);
}

/** Adds the bias where there is one; `axis` is left out where it is Relay's usual one. */
export function biased(c: Conversion, x: Expr, bias: Operand, axis: number): Expr {
  demandType(c, bias, biasTypes, "bias");
  return c.r.call("nn.bias_add", [x, c.anyExpr(bias)], { axis });
}

export function demandWeight(c: Conversion, weight: Operand): void {
  demandType(c, weight, weightTypes, "weight");
}

/** Sums of products of 16-bit numbers need 64 bits. */
export function sumType(c: Conversion): string {
  return c.dtypeOf(c.output()) === "int16" ? "int64" : "int32";
}

interface Window {
  readonly strides: readonly [number, number];
  readonly dilation: readonly [number, number];
  readonly padding: number;
  readonly activation: number;
  /** Undefined where channels are not taken one by one. */
  readonly multiplier: number | undefined;
}

function windowOf(c: Conversion, isDepthwise: boolean): Window {
  const options = c.options(isDepthwise ? "DepthwiseConv2D" : "Conv2D");
  const fields = isDepthwise ? depthwiseFields : convFields;
  return {
    strides: [options.int(fields.strideH), options.int(fields.strideW)],
    dilation: [options.int(fields.dilationH, 1), options.int(fields.dilationW, 1)],
    padding: options.byte(fields.padding),
    activation: options.byte(fields.activation),
    multiplier: isDepthwise ? options.int(depthwiseFields.multiplier) : undefined,
  };
}

interface Kernel {
  /** Rows and columns. */
  readonly size: readonly [number, number];
  /** The shape of a depthwise weight in Relay. */
  readonly shape: readonly number[];
  readonly attributes: Readonly<Record<string, AttrValue>>;
}

function kernelOf(c: Conversion, weight: Operand, inputChannels: number, multiplier: number | undefined): Kernel {
  const [first, rows, columns, last] = demandFour(c.sizesOf(weight), "weight");
  if (multiplier === undefined) {
    if (inputChannels === last) return { size: [rows, columns], shape: [], attributes: { channels: first, kernel_layout: "HWIO" } };
    if (last === 0 || inputChannels % last !== 0)
      throw new ConversionFailure(`its ${inputChannels} input channels are not a multiple of its weight's ${last}.`);
    return {
      size: [rows, columns],
      shape: [],
      attributes: { channels: first, kernel_layout: "HWIO", groups: Math.trunc(inputChannels / last) },
    };
  }
  if (last !== inputChannels * multiplier)
    throw new ConversionFailure(`its weight has ${last} channels, but needs ${inputChannels} input channels times ${multiplier}.`);
  return {
    size: [rows, columns],
    shape: [rows, columns, inputChannels, multiplier],
    attributes: { channels: last, groups: inputChannels, kernel_layout: inputChannels === 1 ? "HWIO" : "HWOI" },
  };
}

/** The weight in Relay's layout: a parameter where it is constant. */
function weightExpr(c: Conversion, weight: Operand, { shape }: Kernel, isDepthwise: boolean): Expr {
  if (c.isMade(weight)) {
    const x = c.expr(weight);
    return isDepthwise ? reshape(c.r, x, shape) : transpose(c.r, x, [1, 2, 3, 0]);
  }
  const data = c.values.dense.get(weight.name) ?? c.valueOf(weight);
  return c.parameter(weight, isDepthwise ? withShape(data, shape) : transposed(data, demandRank(data, [1, 2, 3, 0])));
}

function demandRank(data: TensorData, axes: readonly number[]): readonly number[] {
  if (data.shape.length !== axes.length) throw new ConversionFailure(`its weight has ${data.shape.length} axes instead of ${axes.length}.`);
  return axes;
}

function conv2d(isDepthwise: boolean): Converter {
  return (c, r) => {
    const [input, weight] = [c.input(0), c.input(1)];
    c.demandOutputs(1);
    const output = c.output();
    const dtype = c.dtypeOf(output);
    const window = windowOf(c, isDepthwise);
    const [, height, width, channels] = demandFour(c.sizesOf(input), "input");
    const kernel = kernelOf(c, weight, channels, window.multiplier);
    demandWeight(c, weight);
    const x = c.expr(input);
    const w = weightExpr(c, weight, kernel, isDepthwise);
    const reach = (i: 0 | 1) => window.dilation[i] * (kernel.size[i] - 1) + 1;
    const attributes = {
      ...kernel.attributes,
      kernel_size: kernel.size,
      strides: window.strides,
      dilation: window.dilation,
      padding: paddingOf(window.padding, [height, reach(0), window.strides[0]], [width, reach(1), window.strides[1]]),
      data_layout: "NHWC",
    };
    let out: Expr = input.quantized
      ? r.call("qnn.conv2d", productArgs(x, w, input, weight), { ...attributes, out_dtype: sumType(c) })
      : r.call("nn.conv2d", [x, w], attributes);
    if (c.inputs.length === 3) out = biased(c, out, c.input(2), 3);
    return finished(c, requantized(c, out, { input, weight, output }, dtype, 3), window.activation, output);
  };
}

/** The arguments of a quantized product: data and weight, their zero points, their scales. */
export function productArgs(x: Expr, w: Expr, input: Operand, weight: Operand): readonly Expr[] {
  const [a, b] = [demandQuantized(input), demandQuantized(weight)];
  return [x, w, a.zeroPoint, b.zeroPoint, a.scale, b.scale];
}

/** A sum of products in the output's quantization; as it is where the output has none. */
export function requantized(
  c: Conversion,
  x: Expr,
  tensors: { input: Operand; weight: Operand; output: Operand },
  dtype: string,
  axis: number,
): Expr {
  const { quantized } = tensors.output;
  if (!quantized) return x;
  const parts = { data: demandQuantized(tensors.input), weight: demandQuantized(tensors.weight), to: quantized };
  return requantizeProducts(c.r, x, parts, dtype, axis);
}

const transposeConv: Converter = (c, r) => {
  const [outputShape, weight, input] = [c.input(0), c.input(1), c.input(2)];
  const [, , , inputChannels] = demandFour(c.sizesOf(input), "input");
  const [channels, rows, columns, weightChannels] = demandFour(c.sizesOf(weight), "weight");
  if (inputChannels !== weightChannels)
    throw new ConversionFailure(`its input has ${inputChannels} channels, and its weight is for ${weightChannels}.`);
  c.demandOutputs(1);
  const output = c.output();
  const dtype = c.dtypeOf(output);
  const options = c.options("TransposeConv");
  const strides: readonly [number, number] = [options.int(transposeConvFields.strideH), options.int(transposeConvFields.strideW)];
  const kind = options.byte(transposeConvFields.padding);
  const x = c.expr(input);
  demandWeight(c, weight);
  const w = transposedWeight(c, weight);
  const wanted = r.numbersOf(r.constantOf(c.valueOf(outputShape))).map(Number);
  const [, height, width, wantedChannels] = wanted;
  if (wantedChannels !== channels)
    throw new ConversionFailure(`its weight has ${channels} output channels, and its output is to have ${wantedChannels}.`);
  const attributes = {
    strides,
    padding: paddingOf(kind, [height ?? 0, rows, strides[0]], [width ?? 0, columns, strides[1]]),
    channels,
    kernel_size: [rows, columns],
    data_layout: "NHWC",
    kernel_layout: "IOHW",
  };
  let out: Expr = input.quantized
    ? r.call("qnn.conv2d_transpose", productArgs(x, w, input, weight), { ...attributes, out_dtype: sumType(c) })
    : r.call("nn.conv2d_transpose", [x, w], { ...attributes, out_dtype: dtype });
  if (c.inputs.length === 4) out = biased(c, out, c.input(3), 3);
  return requantized(c, out, { input, weight, output }, dtype, 3);
};

function transposedWeight(c: Conversion, weight: Operand): Expr {
  const axes = [3, 0, 1, 2];
  if (c.isMade(weight)) return transpose(c.r, c.expr(weight), axes);
  const data = c.valueOf(weight);
  return c.parameter(weight, transposed(data, demandRank(data, axes)));
}

export const convolution: ConverterTable = {
  CONV_2D: conv2d(false),
  DEPTHWISE_CONV_2D: conv2d(true),
  TRANSPOSE_CONV: transposeConv,
};
