/** The target ethos-n: Arm's Ethos-N NPU. Follows python/tvm/relay/op/contrib/ethosn.py of 0.18.0. */
import { callOf, callPattern, either, hasAttr, isConstant, isOp, optional, type Pattern, wildcard } from "@relayscope/match";
import * as checks from "./ethosNChecks.ts";
import { steps, type Target, type TargetPattern } from "./target.ts";

const constants = (count: number) => Array.from({ length: count }, () => isConstant());
const requantized = (inner: Pattern): Pattern => callOf("qnn.requantize", inner, ...constants(4));
const biased = (inner: Pattern): Pattern => callOf("nn.bias_add", inner, isConstant());

/** An operator on floats between a dequantization and a quantization. */
function dequantized(operator: string): Pattern {
  return callOf("qnn.quantize", callOf(operator, callOf("qnn.dequantize", wildcard(), ...constants(2))), ...constants(2));
}

const binary = (operator: Pattern, left: Pattern, right: Pattern): Pattern => callPattern(operator, [left, right, ...constants(6)]);

/** One of the two operands is a constant. */
function withConstant(name: string): Pattern {
  const operator = isOp(name);
  return either(binary(operator, wildcard(), isConstant()), binary(operator, isConstant(), wildcard()));
}

function convolution(): Pattern {
  const data = either(callOf("nn.pad", wildcard(), wildcard()), wildcard());
  return requantized(biased(callOf("qnn.conv2d", data, ...constants(5))));
}

function transposedConvolution(): Pattern {
  const product = hasAttr(callOf("qnn.conv2d_transpose", wildcard(), ...constants(5)), { data_layout: "NHWC" });
  return requantized(optional(product, biased));
}

function patternTable(): TargetPattern[] {
  const resize = hasAttr(callOf("image.resize2d", wildcard()), { method: "nearest_neighbor" });
  const table: readonly TargetPattern[] = [
    { name: "qnn_mul_to_reinterpret_quantize", pattern: withConstant("qnn.mul"), check: checks.multiplyToReinterpret },
    { name: "qnn_mul_to_depthwise", pattern: withConstant("qnn.mul"), check: checks.toDepthwise },
    { name: "qnn_add_to_reinterpret_quantize", pattern: withConstant("qnn.add"), check: checks.addToReinterpret },
    { name: "qnn_add_to_depthwise", pattern: withConstant("qnn.add"), check: checks.addToDepthwise },
    { name: "qnn_add", pattern: binary(isOp("qnn.add"), wildcard(), wildcard()), check: checks.addition },
    { name: "qnn_conv2d", pattern: convolution(), check: checks.convolution },
    { name: "qnn_conv2d_transpose", pattern: transposedConvolution(), check: checks.transposedConvolution },
    { name: "qnn_avg_pool2d", pattern: callOf("cast", callOf("nn.avg_pool2d", callOf("cast", wildcard()))), check: checks.averagePool },
    { name: "qnn_sigmoid", pattern: dequantized("sigmoid"), check: checks.sigmoid },
    { name: "qnn_fc", pattern: requantized(biased(callOf("qnn.dense", wildcard(), ...constants(5)))), check: checks.dense },
    { name: "qnn_mean", pattern: requantized(callOf("mean", callOf("cast", wildcard()))), check: checks.mean },
    { name: "qnn_tanh", pattern: dequantized("tanh"), check: checks.tanh },
    { name: "qnn_leaky_relu", pattern: dequantized("nn.leaky_relu"), check: checks.leakyRelu },
    { name: "qnn_resize", pattern: resize, check: checks.resize },
    { name: "qnn_requantize", pattern: requantized(wildcard()), check: checks.requantize },
  ];
  return table.map((entry) => ({ ...entry, name: `ethos-n.${entry.name}`, defect: askedElsewhere }));
}

const askedElsewhere =
  "The vendor's support library has the last word in the reference. It is not asked here: what passes the checks before it is taken.";

/** Builds the target. */
export function ethosN(): Target {
  return {
    name: "ethos-n",
    title: "Arm Ethos-N",
    upstream: ["python/tvm/relay/op/contrib/ethosn.py@0.18.0"],
    needs: "A model quantized to 8 bits, NHWC, a batch of one, with constant weights, scales and zero points.",
    patterns: patternTable(),
    rules: checks.rules(),
    flow: [
      ...steps("InferType"),
      { pass: "FoldConstant", options: { fold_qnn: true } },
      ...steps("MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph", "ConvertEquivalents"),
      // The compiler option `inline_non_compute_intensive_partitions` asks for it; it is on unless the user says
      // otherwise.
      ...steps("InlineNonComputeIntensivePartitions"),
    ],
    optLevel: 2,
    bindsParameters: true,
    assumes: { assume_values: true, assume_supported: true },
    asOf: "0.18.0",
  };
}
