/**
 * The target dnnl: Intel's oneDNN.
 * Follows python/tvm/relay/op/contrib/dnnl.py; the flow is `partition_for_dnnl` of tests/python/contrib/test_dnnl.py.
 */
import { constant, scalarTensor } from "@relayscope/ir";
import { callOf, either, isConstant, isExpr, type Pattern, wildcard } from "@relayscope/match";
import { and, argumentsOf, attributeIs, bound, type Check, differs, dtypeOf, every, not } from "@relayscope/match/check";
import { composedBiasCheck, composedSumCheck } from "./dnnlChecks.ts";
import { type OperatorRule, steps, type Target, type TargetPattern } from "./target.ts";

const eltwise = ["nn.relu", "tanh", "sigmoid", "clip", "gelu", "swish", "mish", undefined] as const;
type Eltwise = (typeof eltwise)[number];

/** An activation after a pattern; some are several operators. */
function withActivation(inner: Pattern, activation: Eltwise): Pattern {
  switch (activation) {
    case undefined:
      return inner;
    case "gelu": {
      const [divisor, one, half] = [wildcard(), wildcard(), wildcard()];
      const scaled = callOf("add", callOf("erf", callOf("divide", inner, divisor)), one);
      return callOf("multiply", callOf("multiply", inner, scaled), half);
    }
    case "swish":
      return callOf("multiply", inner, callOf("sigmoid", inner));
    case "mish": {
      const one = wildcard();
      return callOf("multiply", inner, callOf("tanh", callOf("log", callOf("add", callOf("exp", inner), one))));
    }
    default:
      return callOf(activation, inner);
  }
}

function layer(operator: string, hasBias: boolean, activation: Eltwise): Pattern {
  const [data, weight, bias] = [wildcard(), wildcard(), wildcard()];
  const product = callOf(operator, data, weight);
  return withActivation(hasBias ? callOf("add", product, bias) : product, activation);
}

/** A layer with a bias and a second summand. */
function layerWithSum(operator: string, hasRelu: boolean): Pattern {
  const [data, weight, bias, other] = [wildcard(), wildcard(), wildcard(), wildcard()];
  const sum = callOf("add", callOf("add", callOf(operator, data, weight), bias), other);
  return hasRelu ? callOf("nn.relu", sum) : sum;
}

/** A quantized layer up to the cast of its result. */
function quantizedLayer(operator: string): Pattern {
  const [data, weight] = [wildcard(), isConstant()];
  const [bias, outputScale, zeroPoint, activationScale, sumScale] = [isConstant(), isConstant(), isConstant(), isConstant(), isConstant()];
  const summand = wildcard();
  const zero = isExpr(constant(scalarTensor(0, "int32"), undefined));
  let out: Pattern = callOf("cast", callOf(operator, data, weight, zero, zero, isConstant(), isConstant()));
  out = either(callOf("add", out, bias), out);
  out = callOf("clip", callOf("multiply", out, outputScale));
  out = either(callOf("multiply", out, activationScale), out);
  out = either(callOf("add", out, callOf("multiply", sumScale, callOf("cast", summand))), out);
  out = either(callOf("add", out, zeroPoint), out);
  return callOf("cast", out);
}

const convolutions = ["nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.conv2d_transpose", "nn.conv3d_transpose"];

function nameOf(operator: string, hasBias: boolean, activation: Eltwise): string {
  const stem = operator.endsWith("_transpose")
    ? `dnnl.deconv${operator.slice("nn.conv".length, "nn.conv".length + 2)}`
    : operator.replace("nn", "dnnl");
  return stem + (hasBias ? "_bias" : "") + (activation ? `_${activation.split(".").at(-1)}` : "");
}

const raisesWithoutChannels =
  "The check compares `channels`, which is None where the model left it out: a bias that is a variable or a constant is refused then, and the reference raises where the bias is computed.";

function patternTable(): TargetPattern[] {
  const table: TargetPattern[] = [
    { name: "dnnl.qnn.conv2d", pattern: quantizedLayer("qnn.conv2d") },
    { name: "dnnl.qnn.dense", pattern: quantizedLayer("qnn.dense") },
    { name: "dnnl.dense_bias_sum", pattern: layerWithSum("nn.dense", false) },
    { name: "dnnl.conv2d_bias_sum_relu", pattern: layerWithSum("nn.conv2d", true), check: composedSumCheck },
    { name: "dnnl.conv2d_bias_sum", pattern: layerWithSum("nn.conv2d", false), check: composedSumCheck },
  ];
  for (const hasBias of [true, false]) {
    for (const activation of eltwise) {
      if (!hasBias && !activation) continue;
      for (const operator of convolutions) {
        table.push({
          name: nameOf(operator, hasBias, activation),
          pattern: layer(operator, hasBias, activation),
          check: composedBiasCheck,
        });
      }
      table.push({ name: nameOf("nn.dense", hasBias, activation), pattern: layer("nn.dense", hasBias, activation) });
    }
  }
  return table.map((entry) => (entry.check && entry.name.includes("bias") ? { ...entry, defect: raisesWithoutChannels } : entry));
}

const noLongInputs: Check = every(argumentsOf(), "input", differs(dtypeOf(bound("input")), "int64"));

const operators =
  "nn.batch_norm nn.conv1d nn.conv2d nn.conv3d nn.conv2d_transpose nn.conv3d_transpose nn.dense nn.max_pool2d nn.avg_pool2d nn.global_avg_pool2d nn.max_pool3d nn.avg_pool3d abs clip exp log sqrt round nn.relu nn.leaky_relu tanh sigmoid nn.softmax add multiply nn.layer_norm nn.batch_matmul";

const hasCeilMode = /^nn\.(?:max|avg)_pool/;

function rules(): OperatorRule[] {
  return operators.split(" ").map((operator) => ({
    operator,
    check: hasCeilMode.test(operator) ? and(noLongInputs, not(attributeIs("ceil_mode", true))) : noLongInputs,
  }));
}

/** Builds the target. */
export function dnnl(): Target {
  return {
    name: "dnnl",
    title: "oneDNN",
    upstream: ["python/tvm/relay/op/contrib/dnnl.py", "tests/python/contrib/test_dnnl.py"],
    needs: "Weights as constants; any float layout that oneDNN knows, and `channels` written out on convolutions with a bias.",
    patterns: patternTable(),
    rules: rules(),
    flow: [
      ...steps("InferType", "SimplifyInference", "FoldConstant", "FoldScaleAxis", "CanonicalizeOps", "SimplifyExpr", "FoldConstant"),
      ...steps("MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph", "PruneDnnlSubgraphs"),
    ],
    optLevel: 3,
    bindsParameters: true,
  };
}
