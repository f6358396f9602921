/** Diagnostics of cmsis-nn's passes. */
import { diagnostic, type Expr, failure, nameOf } from "@relayscope/ir";

export const functionCallsItself = (name: string, call: Expr) =>
  failure("recursive-function", `\`@${name}\` calls itself, directly or through others; TVM follows the calls forever.`, call);
export const notARequantizedConvolution = (body: Expr, missing: string) =>
  failure("not-a-requantized-convolution", `A composite \`cmsis-nn.qnn_conv2d\` has unexpected content: ${missing}. TVM ends here.`, body, [
    "It is a `qnn.conv2d`, perhaps an `nn.bias_add`, a `qnn.requantize`, and perhaps a `clip`.",
  ]);
export const scaleNotScalar = (scale: Expr) => failure("scale-not-scalar", "A scale must be a scalar constant here; TVM raises.", scale);
/** The reference reads a scale for each channel, and there are fewer. */
export const tooFewScales = (call: Expr, channels: number, scales: number) =>
  diagnostic(
    "too-few-scales",
    `\`${nameOf(call)}\` has ${channels} channels and ${scales} ${scales === 1 ? "scale" : "scales"} of its weight: TVM reads past the last one, so its multipliers are unknown.`,
    { node: call, severity: "warning", hints: ["Give `kernel_scale` a value for each output channel."] },
  );
export const paddingNotKnown = (call: Expr) =>
  failure(
    "padding-not-known",
    `The padding of \`${nameOf(call)}\`, or of the \`nn.pad\` before it, is not one of four sides; TVM raises here.`,
    call,
  );
export const padNotFusible = (call: Expr, [top, left, bottom, right]: readonly number[]) =>
  failure(
    "pad-not-fusible",
    `Opposite sides may differ in padding by 0 or 1. With the \`nn.pad\` before it, \`${nameOf(call)}\` has \`padding=[${top}, ${left}, ${bottom}, ${right}]\` (top, left, bottom, right); TVM raises here.`,
    call,
    ["Leave the `nn.pad` out of the composite: the target's own pattern checks this."],
  );
export const scalarBesideUnknownShape = (scalar: Expr) =>
  failure(
    "scalar-beside-unknown-shape",
    "A scalar takes the shape of the other operand, which is not a tensor of known sizes; TVM raises here.",
    scalar,
  );
export const foreignFunctionCalled = (call: Expr, name: string) =>
  failure(
    "foreign-function-called",
    `A function of \`${name}\` is called where it is; the pass takes constants only out of functions of cmsis-nn, and TVM raises here.`,
    call,
    ["Run PartitionGraph for the other target first."],
  );
export const argumentsLeftOver = (call: Expr) =>
  failure("arguments-left-over", "A function uses more variables than it is called with, or in another order; TVM raises here.", call, [
    "Call a function that held constants only once: a second call has no constants left to pass.",
  ]);
/** The reference makes an int8 tensor of a scalar of any type. The result can't be typed. */
export const scalarTakenForInt8 = (scalar: Expr, dtype: string) =>
  diagnostic(
    "scalar-taken-for-int8",
    `A scalar of \`${dtype}\` becomes a tensor of \`int8\`, its first byte repeated, as in TVM; the module then can't be typed.`,
    { node: scalar, severity: "warning", hints: ["Write the operand as a tensor of the other operand's shape."] },
  );
