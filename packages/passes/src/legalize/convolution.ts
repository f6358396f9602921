/** Quantized convolution. Follows src/relay/qnn/op/convolution.cc. */
import { type AttrValue, type Expr, eachOf } from "@relayscope/ir";
import { expandBiasToAxis } from "../core/operatorCalls.ts";
import { combined, type Terms, wrapped, zeroPoints } from "./products.ts";
import { isConstantScalar, isInteger, isSameScalar } from "./quantities.ts";
import type { Lowering, Rule } from "./rule.ts";

const dataLayouts = ["NCHW", "NHWC"];
const kernelLayouts = ["OIHW", "HWIO", "HWOI", "OHWI"];
const settings = [
  "strides",
  "padding",
  "dilation",
  "groups",
  "channels",
  "kernel_size",
  "data_layout",
  "kernel_layout",
  "out_layout",
  "out_dtype",
] as const;

/** The sizes and layouts of one convolution. */
interface Shape {
  readonly lowering: Lowering;
  readonly dataLayout: string;
  readonly kernelLayout: string;
  /** The axis of the data's channels. */
  readonly channelAxis: number;
  readonly inputs: number;
  /** The sizes of the kernel, by its layout's letters. */
  readonly outputs: number;
  readonly multiplier: number;
  readonly height: number;
  readonly width: number;
  readonly isDepthwise: boolean;
}

function shapeOf(lowering: Lowering): Shape {
  const [dataLayout, kernelLayout] = [lowering.text("data_layout"), lowering.text("kernel_layout")];
  if (!dataLayouts.includes(dataLayout)) throw lowering.refused(`the layout \`${dataLayout}\` is neither NCHW nor NHWC.`);
  if (!kernelLayouts.includes(kernelLayout)) throw lowering.refused(`kernels can't have the layout \`${kernelLayout}\`.`);
  const channelAxis = dataLayout.indexOf("C");
  lowering.size(0, 0);
  const kernelSize = (letter: string) => lowering.size(1, kernelLayout.indexOf(letter));
  const { channels } = lowering.attrs("channels");
  const groups = lowering.int("groups");
  const isDepthwise = channels !== undefined && channels !== null && lowering.int("channels") === groups && groups !== 1;
  return {
    lowering,
    dataLayout,
    kernelLayout,
    channelAxis,
    inputs: lowering.size(0, channelAxis),
    height: kernelSize("H"),
    width: kernelSize("W"),
    outputs: kernelSize("O"),
    multiplier: isDepthwise ? kernelSize("I") : -1,
    isDepthwise,
  };
}

export const lowerConvolution: Rule = (lowering) => {
  const { calls } = lowering;
  const shape = shapeOf(lowering);
  const [data, kernel, dataZeroPoint] = eachOf([0, 1, 2], lowering.arg);
  const [dataZero, kernelZero] = zeroPoints(lowering);
  const isDynamic = dataZero === undefined;
  const dilation = lowering.ints("dilation");
  if (dilation.length !== 2) throw lowering.refused("only two dimensions can be dilated.");
  const isDilationFine = kernelZero === 0 || dilation.every((d) => d === 1);
  const isSupported = isDilationFine && (lowering.int("groups") === 1 || shape.isDepthwise);
  const kernelZeroPoint = isDynamic
    ? expandBiasToAxis(
        calls("reshape", [lowering.arg(3)], { newshape: [-1] }),
        4,
        isSupported ? shape.channelAxis : shape.kernelLayout.indexOf("O"),
        calls,
      )
    : lowering.arg(3);
  if (!isSupported) return onDifferences(data, kernel, dataZeroPoint, kernelZeroPoint, lowering);
  const padded = paddedData(data, dataZeroPoint, shape);
  const terms: Terms = {
    product: calls("nn.conv2d", [padded, kernel], { ...lowering.attrs(...settings), padding: [0, 0, 0, 0] }),
    ofData: dataTerm(padded, kernelZeroPoint, shape),
    ofKernel: kernelTerm(kernel, dataZeroPoint, shape),
    ofBoth: bothTerm(dataZeroPoint, kernelZeroPoint, dataZero, kernelZero, shape),
  };
  return combined(terms, dataZero, kernelZero, lowering);
};

/** The convolution of differences, if it can't be split into its four terms. */
function onDifferences(data: Expr, kernel: Expr, dataZeroPoint: Expr, kernelZeroPoint: Expr, lowering: Lowering): Expr {
  const wide = wideDtype(lowering);
  const zero = lowering.scalar(0, wide);
  const difference = (operand: Expr, zeroPoint: Expr) =>
    isConstantScalar(zeroPoint) && isSameScalar(zeroPoint, zero, lowering)
      ? lowering.cast(operand, wide)
      : lowering.calls("subtract", [lowering.cast(operand, wide), lowering.cast(zeroPoint, wide)]);
  return lowering.calls("nn.conv2d", [difference(data, dataZeroPoint), difference(kernel, kernelZeroPoint)], lowering.attrs(...settings));
}

function wideDtype(lowering: Lowering): string {
  return `int${Math.max(32, Number(/\d+/.exec(lowering.text("out_dtype"))?.[0] ?? 32))}`;
}

function paddedData(data: Expr, zeroPoint: Expr, { lowering, dataLayout }: Shape): Expr {
  const [top, left, bottom, right] = lowering.ints("padding");
  if (top === undefined || left === undefined || bottom === undefined || right === undefined)
    throw lowering.refused("its padding is not given for all four sides.");
  if ([top, left, bottom, right].every((side) => side === 0)) return data;
  const spatial = [
    [top, bottom],
    [left, right],
  ];
  const none = [0, 0];
  const width: AttrValue = dataLayout === "NCHW" ? [none, none, ...spatial] : [none, ...spatial, none];
  return lowering.calls("nn.pad", [data, zeroPoint], { pad_width: width, pad_mode: "constant" });
}

/** The sum of the data below each place of the kernel, times the kernel's zero point. */
function dataTerm(padded: Expr, kernelZeroPoint: Expr, shape: Shape): Expr {
  const { lowering, channelAxis, outputs, multiplier, isDepthwise } = shape;
  const { calls } = lowering;
  const wide = lowering.cast(padded, "int32");
  let sums = pooled(isDepthwise ? wide : calls("sum", [wide], { axis: [channelAxis], keepdims: true }), shape);
  const isOne = isInteger(kernelZeroPoint, 1, lowering);
  const isVector = !isOne && !isConstantScalar(kernelZeroPoint);
  if (isDepthwise) {
    const factor = isVector ? calls("repeat", [kernelZeroPoint], { repeats: multiplier, axis: 0 }) : kernelZeroPoint;
    if (!isOne) sums = calls("multiply", [factor, sums]);
    return multiplier === 1 ? sums : calls("repeat", [sums], { repeats: multiplier, axis: channelAxis });
  }
  if (isOne) return sums;
  if (isVector) sums = calls("repeat", [sums], { repeats: outputs, axis: channelAxis });
  return calls("multiply", [kernelZeroPoint, sums]);
}

/** Sums over the kernel's window: the average of the values times the window's size, which divides without a rest. */
function pooled(data: Expr, { lowering, height, width }: Shape): Expr {
  const { calls } = lowering;
  const window = Math.imul(height, width);
  if (window === 1 && lowering.ints("strides").every((stride) => stride === 1)) return data;
  const scaled = window === 1 ? data : calls("multiply", [data, lowering.scalar(window, "int32")]);
  const {
    kernel_size: poolSize = null,
    data_layout: layout = "",
    ...rest
  } = lowering.attrs("kernel_size", "strides", "dilation", "data_layout");
  return calls("nn.avg_pool2d", [scaled], { ...rest, pool_size: poolSize, padding: [0, 0], layout });
}

/** The sum of each output's kernel, times the data's zero point. */
function kernelTerm(kernel: Expr, dataZeroPoint: Expr, shape: Shape): Expr {
  const { lowering, kernelLayout, dataLayout, isDepthwise, outputs, multiplier } = shape;
  const { calls } = lowering;
  if (isDepthwise && kernelLayout === "OHWI") throw lowering.refused("depthwise kernels can't have the layout `OHWI`.");
  const summed = isDepthwise ? "HW" : "IHW";
  const axes = [...kernelLayout].flatMap((letter, axis) => (summed.includes(letter) ? [axis] : []));
  const sums = calls("sum", [lowering.cast(kernel, "int32")], { axis: axes });
  const channels = isDepthwise ? outputs * multiplier : outputs;
  const shaped = calls("reshape", [sums], { newshape: dataLayout === "NCHW" ? [1, channels, 1, 1] : [1, 1, 1, channels] });
  return isInteger(dataZeroPoint, 1, lowering) ? shaped : calls("multiply", [dataZeroPoint, shaped]);
}

/** The product of both zero points, times the number of kernel elements for each output. */
function bothTerm(
  dataZeroPoint: Expr,
  kernelZeroPoint: Expr,
  dataZero: number | undefined,
  kernelZero: number | undefined,
  { lowering, isDepthwise, inputs, height, width }: Shape,
): Expr {
  const { calls } = lowering;
  const count = isDepthwise ? wrapped(height, width) : wrapped(inputs, height, width);
  const dtype = isDepthwise ? "int32" : wideDtype(lowering);
  if (dataZero !== undefined && kernelZero !== undefined) return lowering.scalar(wrapped(dataZero, kernelZero, count), dtype);
  return calls("multiply", [lowering.scalar(count, dtype), calls("multiply", [dataZeroPoint, kernelZeroPoint])]);
}
