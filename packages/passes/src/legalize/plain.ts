/**
 * Replaces operators that have no kernel: the reference's FTVMLegalize, without those that depend on a device. Follows
 * python/tvm/relay/op/nn/_nn.py, python/tvm/topi/nn/conv{2,3}d_transpose.py and python/tvm/relay/qnn/op/_qnn.py.
 */
import { calledOp, type Expr, eachOf, isCallOf, numberOf } from "@relayscope/ir";
import { allAttrs, allSides, type Lowering, type Rule, rangeOf } from "./rule.ts";

/** Removes a clip to the range that a requantization has anyway. */
const redundantClip: Rule = (lowering) => {
  const data = lowering.arg(0);
  if (!isCallOf(data, "qnn.requantize")) return undefined;
  const { dtype } = lowering.type(0);
  const range = rangeOf(dtype);
  const { a_min: least, a_max: most } = lowering.attrs("a_min", "a_max");
  if (!range) throw lowering.refused(`\`${dtype}\` has no range of integers.`);
  return numberOf(least) === range[0] && numberOf(most) === range[1] ? data : undefined;
};

/** The gradient of a convolution's weight as a grouped convolution of the data by the gradient. */
const weightGradient: Rule = (lowering) => {
  const { calls } = lowering;
  const [gradient, data] = [lowering.arg(0), lowering.arg(1)];
  const groups = lowering.int("groups");
  const [batch, inputs, height, width] = eachOf([0, 1, 2, 3], (axis) => lowering.size(1, axis));
  const [outputs, gradientHeight, gradientWidth] = eachOf([1, 2, 3], (axis) => lowering.size(0, axis));
  const type = lowering.original.checkedType;
  const result = type?.kind === "TensorType" ? type.shape : [];
  const [kernelHeight, kernelWidth] = [Number(result[2]), Number(result[3])];
  const [top = 0, left = 0, bottom = 0, right = 0] = allSides(lowering);
  const [strideY = 1, strideX = 1] = lowering.ints("strides");
  const [dilationY = 1, dilationX = 1] = lowering.ints("dilation");
  const each = Math.floor(inputs / groups);
  const tiled = calls("reshape", [calls("tile", [gradient], { reps: [1, each, 1, 1] })], { newshape: [-1, 1, 0, 0] });
  const convolved = calls("nn.conv2d", [calls("reshape", [data], { newshape: [1, -1, 0, 0] }), tiled], {
    strides: [dilationY, dilationX],
    padding: [top, left, bottom, right],
    dilation: [strideY, strideX],
    groups: inputs * batch,
    ...lowering.attrs("out_dtype"),
  });
  const paddedHeight = Math.floor((height - (gradientHeight - 1) * strideY - 1 + top + bottom) / dilationY) + 1;
  const paddedWidth = Math.floor((width - (gradientWidth - 1) * strideX - 1 + left + right) / dilationX) + 1;
  const parts = calls("reshape", [convolved], { newshape: [batch, each, outputs, paddedHeight, paddedWidth] });
  const turned = calls("transpose", [calls("sum", [parts], { axis: [0] })], { axes: [1, 0, 2, 3] });
  if (paddedHeight < kernelHeight || paddedWidth < kernelWidth) throw lowering.refused("the gradient is smaller than the kernel.");
  if (paddedHeight === kernelHeight && paddedWidth === kernelWidth) return turned;
  const [begin, end] = [
    [0, 0, 0, 0],
    [outputs, each, kernelHeight, kernelWidth],
  ];
  return calls("strided_slice", [turned], { begin, end, strides: [1] });
};

/** Keeps a dynamic tensor out of the kernel that takes a part of it, which would index beyond it. */
const dynamicTake: Rule = (lowering) => {
  if (lowering.type(0).shape.every((size) => typeof size === "number")) return undefined;
  const { calls } = lowering;
  return calls("take", [calls("annotation.stop_fusion", [lowering.arg(0)]), lowering.arg(1)], lowering.attrs("batch_dims", "axis", "mode"));
};

/** The order of axes that takes one layout to another. */
function axesTo(layout: string, wanted: string, lowering: Lowering): readonly number[] {
  if ([...layout].sort().join("") !== [...wanted].sort().join(""))
    throw lowering.refused(`\`${layout}\` is not an order of \`${wanted}\`.`);
  return [...wanted].map((letter) => layout.indexOf(letter));
}

/** A transposed convolution of channels that come first, with the kernel in the one layout that has a schedule. */
function channelsFirst(lowering: Lowering, wanted: string, kernelWanted: string): Expr {
  const { calls } = lowering;
  const [layout, kernelLayout] = [lowering.text("data_layout"), lowering.text("kernel_layout")];
  const turned = (data: Expr, axes: readonly number[]) =>
    axes.every((axis, i) => axis === i) ? data : calls("transpose", [data], { axes });
  const attrs = { ...allAttrs(lowering), data_layout: wanted, kernel_layout: kernelWanted, padding: allSides(lowering, wanted.length - 2) };
  const data = turned(lowering.arg(0), axesTo(layout, wanted, lowering));
  const kernel = turned(lowering.arg(1), axesTo(kernelLayout, kernelWanted, lowering));
  return turned(calls(calledOp(lowering.original) ?? "", [data, kernel], attrs), axesTo(wanted, layout, lowering));
}

/** The library of a target may compute it as it is. */
const transposed2d: Rule = (lowering) => {
  if (/-libs=\S*cudnn/.test(lowering.device.target ?? "")) return undefined;
  return ["NCHW", "NHWC"].includes(lowering.text("data_layout")) ? channelsFirst(lowering, "NCHW", "IOHW") : undefined;
};

const kernels3d = ["DHWIO", "DHWOI", "OIDHW", "IODHW"];

const transposed3d: Rule = (lowering) => {
  const isMoved = lowering.text("data_layout") === "NDHWC" && kernels3d.includes(lowering.text("kernel_layout"));
  return isMoved ? channelsFirst(lowering, "NCDHW", "IODHW") : undefined;
};

export const plainRules: ReadonlyMap<string, Rule> = new Map([
  ["clip", redundantClip],
  ["take", dynamicTake],
  ["nn.conv2d_backward_weight", weightGradient],
  ["nn.conv2d_transpose", transposed2d],
  ["nn.conv3d_transpose", transposed3d],
]);

/** Operators with device-specific forms. */
export const deviceDependent: ReadonlySet<string> = new Set([
  "nn.matmul",
  "nn.dense",
  "nn.batch_matmul",
  "nn.conv2d",
  "nn.bitserial_conv2d",
  "nn.bias_add",
  "erf",
]);
