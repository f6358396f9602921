/**
 * The target cmsis-nn: Arm's neural network kernels for Cortex-M. Follows python/tvm/relay/op/contrib/cmsisnn.py of
 * 0.18.0.
 */
import { callOf, either, isConstant, optional, type Pattern, wildcard } from "@relayscope/match";
import * as checks from "./cmsisNnChecks.ts";
import { steps, type Target, type TargetPattern } from "./target.ts";

const constants = (count: number) => Array.from({ length: count }, () => isConstant());
const clipped = (inner: Pattern): Pattern => optional(inner, (x) => callOf("clip", x));

/** A layer with five constants after its input, perhaps a bias, requantized. */
function layer(operator: string, data: Pattern): Pattern {
  const product = callOf(operator, data, ...constants(5));
  const sum = either(product, callOf("nn.bias_add", product, isConstant()));
  return clipped(callOf("qnn.requantize", sum, ...constants(4)));
}

function averagePool(): Pattern {
  return clipped(callOf("cast", callOf("nn.avg_pool2d", callOf("cast", wildcard()))));
}

function softmax(): Pattern {
  return callOf("qnn.quantize", callOf("nn.softmax", callOf("qnn.dequantize", wildcard(), ...constants(2))), ...constants(2));
}

const binary = (operator: string): Pattern => clipped(callOf(operator, wildcard(), wildcard(), ...constants(6)));

const raisesOnUnknownSizes = "The check reads sizes as whole numbers; the reference raises where one is not known.";

function patternTable(): TargetPattern[] {
  return [
    {
      name: "cmsis-nn.qnn_conv2d",
      pattern: layer("qnn.conv2d", callOf("nn.pad", wildcard(), isConstant())),
      check: checks.paddedConvolution,
      defect: raisesOnUnknownSizes,
    },
    { name: "cmsis-nn.qnn_conv2d", pattern: layer("qnn.conv2d", wildcard()), check: checks.convolution, defect: raisesOnUnknownSizes },
    { name: "cmsis-nn.qnn_fully_connected", pattern: layer("qnn.dense", wildcard()), check: checks.dense },
    { name: "cmsis-nn.qnn_avg_pool2d", pattern: averagePool(), check: checks.averagePool, defect: raisesOnUnknownSizes },
    {
      name: "cmsis-nn.qnn_max_pool2d",
      pattern: clipped(callOf("nn.max_pool2d", wildcard())),
      check: checks.maxPool,
      defect: raisesOnUnknownSizes,
    },
    { name: "cmsis-nn.qnn_mul", pattern: binary("qnn.mul"), check: checks.binary },
    { name: "cmsis-nn.qnn_add", pattern: binary("qnn.add"), check: checks.binary },
    { name: "cmsis-nn.qnn_softmax", pattern: softmax(), check: checks.softmax },
  ];
}

/** Builds the target. */
export function cmsisNn(): Target {
  return {
    name: "cmsis-nn",
    title: "CMSIS-NN (Cortex-M)",
    upstream: ["python/tvm/relay/op/contrib/cmsisnn.py@0.18.0"],
    needs: "A model quantized to int8 or int16 with constant weights, zero points and scales; poolings in NHWC with a batch of one.",
    patterns: patternTable(),
    rules: [],
    flow: [
      ...steps("InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph"),
      ...steps("GenerateCMSISNNConstants", "CMSISNNFusePads", "ScalarToTensorConstants", "ExtractConstantsFromPartitionedFunction"),
      ...steps("InferType"),
    ],
    optLevel: 2,
    bindsParameters: true,
    assumes: { assume_values: true },
    asOf: "0.18.0",
  };
}
