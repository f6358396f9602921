/** The target ethos-u: Arm's Ethos-U NPU. Follows python/tvm/relay/op/contrib/ethosu.py of 0.18.0. */
import { callOf, either, hasAttr, isConstant, isTuple, optional, type Pattern, wildcard } from "@relayscope/match";
import type { Check } from "@relayscope/match/check";
import * as elementwise from "./ethosUElementwise.ts";
import * as layers from "./ethosULayers.ts";
import * as shapes from "./ethosUShapes.ts";
import { steps, type Target, type TargetPattern } from "./target.ts";

const constants = (count: number) => Array.from({ length: count }, () => isConstant());
const clipped = (inner: Pattern): Pattern => optional(inner, (x) => callOf("clip", x));
const requantized = (inner: Pattern): Pattern => callOf("qnn.requantize", inner, ...constants(4));

function convolution(kernelLayout: string): Pattern {
  const data = either(callOf("nn.pad", wildcard(), isConstant()), wildcard());
  const product = hasAttr(callOf("qnn.conv2d", data, ...constants(5)), { kernel_layout: kernelLayout });
  return clipped(requantized(callOf("nn.bias_add", product, isConstant())));
}

function transposedConvolution(): Pattern {
  const product = hasAttr(callOf("qnn.conv2d_transpose", wildcard(), ...constants(5)), { kernel_layout: "IOHW" });
  return requantized(either(callOf("nn.bias_add", product, isConstant()), product));
}

function fullyConnected(): Pattern {
  const product = callOf("qnn.dense", wildcard(), ...constants(5));
  return clipped(requantized(either(product, callOf("nn.bias_add", product, isConstant()))));
}

const scaled = (data: Pattern): Pattern => callOf("fixed_point_multiply", data);
const scaledCast = (): Pattern => scaled(callOf("cast", wildcard()));

/** An operator on floats between a dequantization and a quantization. */
function dequantized(apply: (data: Pattern) => Pattern): Pattern {
  return callOf("qnn.quantize", apply(callOf("qnn.dequantize", wildcard(), ...constants(2))), ...constants(2));
}

const binary = (operator: string): Pattern => clipped(callOf(operator, wildcard(), wildcard(), ...constants(6)));
const selection = (operator: string): Pattern => callOf(operator, wildcard(), wildcard());
const reduction = (operator: string): Pattern => requantized(callOf(operator, callOf("cast", wildcard())));
const padding = (): Pattern => callOf("nn.pad", wildcard(), isConstant());

function extremum(operator: string): Pattern {
  const chosen = selection(operator);
  return either(chosen, callOf("clip", chosen));
}

function concatenation(): Pattern {
  const tensors = isTuple(null);
  return either(callOf("concatenate", tensors), callOf("qnn.concatenate", tensors, isTuple(null), isTuple(null), ...constants(2)));
}

function resizing(): Pattern {
  const linear = dequantized((data) => hasAttr(callOf("image.resize2d", data), { method: "linear" }));
  return either(linear, hasAttr(callOf("image.resize2d", wildcard()), { method: "nearest_neighbor" }));
}

function hardSwish(): Pattern {
  return dequantized((data) => callOf("divide", callOf("multiply", data, callOf("clip", callOf("add", data, isConstant()))), isConstant()));
}

const unary = (operator: string): Pattern => callOf(operator, wildcard());

const raisesOnUnknownSizes = "The check reads sizes as whole numbers; the reference raises where one is not known.";

function patternTable(): TargetPattern[] {
  const entry = (name: string, pattern: Pattern, check: Check, defect = raisesOnUnknownSizes): TargetPattern => ({
    name: `ethos-u.${name}`,
    pattern,
    check,
    defect,
  });
  return [
    entry("channel-pad", padding(), shapes.channelPadding),
    entry("qnn_conv2d", convolution("HWIO"), layers.convolution),
    entry("depthwise_conv2d", convolution("HWOI"), layers.depthwiseConvolution),
    entry("qnn_conv2d_transpose", transposedConvolution(), layers.transposedConvolution),
    entry("fully_connected", fullyConnected(), layers.fullyConnected),
    entry("matmul", clipped(requantized(callOf("qnn.dense", wildcard(), wildcard(), ...constants(4)))), layers.matmul),
    entry("matmul_fixed_point", callOf("cast", scaled(callOf("nn.dense", scaledCast(), scaledCast()))), layers.matmulFixedPoint),
    entry("maxpool2d", clipped(unary("nn.max_pool2d")), layers.maxPool),
    entry("avgpool2d", clipped(callOf("cast", callOf("nn.avg_pool2d", callOf("cast", wildcard())))), layers.averagePool),
    entry("pad2d", padding(), shapes.spatialPadding),
    entry("add", binary("qnn.add"), elementwise.quantizedBinary),
    entry("sub", binary("qnn.subtract"), elementwise.quantizedBinary),
    entry("mul", binary("qnn.mul"), elementwise.quantizedBinary),
    entry("min", requantized(callOf("clip", selection("minimum"))), elementwise.extremum),
    entry("min", extremum("minimum"), elementwise.extremum),
    entry("max", requantized(callOf("clip", selection("maximum"))), elementwise.extremum),
    entry("max", extremum("maximum"), elementwise.extremum),
    entry("shl", clipped(selection("left_shift")), elementwise.leftShift),
    entry("reshape", unary("reshape"), shapes.reshape),
    entry("strided_slice", unary("strided_slice"), shapes.stridedSlice),
    entry(
      "abs",
      dequantized((data) => callOf("abs", data)),
      elementwise.absolute,
    ),
    entry(
      "tanh",
      dequantized((data) => callOf("tanh", data)),
      elementwise.lookup,
    ),
    entry("tanh_fixed_point", callOf("cast", scaled(callOf("tanh", scaledCast()))), elementwise.tanhFixedPoint),
    entry("mean", reduction("mean"), layers.mean),
    entry("sum", clipped(reduction("sum")), layers.sum),
    entry(
      "softmax",
      dequantized((data) => callOf("nn.softmax", data)),
      elementwise.softmax,
    ),
    entry(
      "leaky_relu",
      dequantized((data) => callOf("nn.leaky_relu", data)),
      elementwise.lookup,
    ),
    entry("concat", concatenation(), shapes.concatenation),
    entry(
      "sigmoid",
      dequantized((data) => callOf("sigmoid", data)),
      elementwise.lookup,
    ),
    entry("split", unary("split"), shapes.split),
    entry("requantize", requantized(wildcard()), elementwise.requantize),
    entry("resize2d", resizing(), shapes.resizing),
    entry("expand_dims", unary("expand_dims"), shapes.expandDims),
    entry("squeeze", unary("squeeze"), shapes.squeeze),
    entry("hard_swish", hardSwish(), elementwise.hardSwish),
  ];
}

/** Builds the target. */
export function ethosU(): Target {
  return {
    name: "ethos-u",
    title: "Arm Ethos-U",
    upstream: ["python/tvm/relay/op/contrib/ethosu.py@0.18.0"],
    needs:
      "A model quantized to int8 (some operators take uint8 or int16), in NHWC, a batch of one, with constant weights, scales and zero points.",
    patterns: patternTable(),
    rules: [],
    flow: [
      ...steps("InferType", "ReplicatePads", "InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions"),
      ...steps("InferType", "PartitionGraph", "InferType", "PreprocessExternalFuncIO"),
    ],
    optLevel: 2,
    bindsParameters: true,
    assumes: { assume_values: true },
    asOf: "0.18.0",
  };
}
