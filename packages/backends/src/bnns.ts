/** The target bnns: Apple's Basic Neural Network Subroutines. Follows python/tvm/relay/op/contrib/bnns.py. */
import { constant, scalarTensor } from "@relayscope/ir";
import { callOf, either, isExpr, type Pattern, wildcard } from "@relayscope/match";
import {
  always,
  and,
  argument,
  attribute,
  attributeIs,
  below,
  bound,
  type Check,
  type CheckTerm,
  compare,
  dimOf,
  dtypeOf,
  equals,
  isCallOfOperator,
  isConstantNode,
  isIn,
  letBe,
  never,
  operatorOf,
  or,
  rankOf,
  root,
  when,
} from "@relayscope/match/check";
import { type OperatorRule, steps, type Target } from "./target.ts";

const scalar = (value: number): Pattern => isExpr(constant(scalarTensor(value, "float32"), undefined));

function convolution(hasBias: boolean, activation?: string): Pattern {
  const conv = callOf("nn.conv2d", wildcard(), wildcard());
  const bias = wildcard();
  const out = hasBias ? either(callOf("add", conv, bias), callOf("nn.bias_add", conv, bias)) : conv;
  return activation ? callOf(activation, out) : out;
}

function denseBias(): Pattern {
  return callOf("add", callOf("nn.dense", wildcard(), wildcard()), wildcard());
}

function denseBiasGelu(): Pattern {
  const dense = denseBias();
  const [slope, scale] = [scalar(0.044715), scalar(Math.sqrt(2 / Math.PI))];
  const cubic = callOf("add", callOf("multiply", callOf("power", dense, scalar(3)), slope), dense);
  const gate = callOf("add", callOf("tanh", callOf("multiply", cubic, scale)), scalar(1));
  return callOf("multiply", callOf("multiply", gate, scalar(0.5)), dense);
}

const isFloat = (node: CheckTerm): Check => equals(dtypeOf(node), "float32");
const isUnset = (name: string, of: CheckTerm): Check => isIn(attribute(name, of), ["", "float32"]);

function conv2d(conv: CheckTerm): Check {
  const [data, weight] = [argument(0, conv), argument(1, conv)];
  return and(
    equals(rankOf(data), 4),
    isFloat(data),
    isConstantNode(weight),
    equals(rankOf(weight), 4),
    isFloat(weight),
    attributeIs("data_layout", "NCHW", conv),
    isUnset("out_dtype", conv),
  );
}

function dense(call: CheckTerm): Check {
  const [data, weight] = [argument(0, call), argument(1, call)];
  return and(isFloat(data), isConstantNode(weight), equals(rankOf(weight), 2), isFloat(weight), isUnset("out_dtype", call));
}

/** A constant bias along the channels. */
function bias(call: CheckTerm): Check {
  const value = argument(1, call);
  const isOne = (...axes: number[]) => and(...axes.map((axis) => equals(dimOf(value, axis), 1)));
  const alongChannels = when(equals(rankOf(value), 4), isOne(0, 2, 3), when(equals(rankOf(value), 3), isOne(1, 2), never));
  return and(
    isConstantNode(value),
    when(equals(operatorOf(call), "nn.bias_add"), attributeIs("axis", 1, call), and(equals(operatorOf(call), "add"), alongChannels)),
  );
}

/** The composite's convolution, and the bias on the way down to it. */
const composedConvolution: Check = letBe(
  "top",
  root,
  and(
    letBe("conv", below("nn.conv2d"), conv2d(bound("conv"))),
    when(
      or(isCallOfOperator("nn.relu"), isCallOfOperator("sigmoid")),
      letBe("inner", argument(0), biasIfAny(bound("inner"))),
      biasIfAny(bound("top")),
    ),
  ),
);

function biasIfAny(call: CheckTerm): Check {
  return when(isIn(operatorOf(call), ["nn.bias_add", "add"]), bias(call), always);
}

const composedDense: Check = letBe("dense", below("nn.dense"), dense(bound("dense")));

const isPoolable = (layout: string): Check =>
  and(compare(rankOf(argument(0)), ">=", 3), compare(rankOf(argument(0)), "<=", 4), isFloat(argument(0)), attributeIs("layout", layout));

const instanceNorm: Check = and(
  compare(rankOf(argument(0)), ">=", 3),
  compare(rankOf(argument(0)), "<=", 4),
  isFloat(argument(0)),
  isConstantNode(argument(1)),
  isConstantNode(argument(2)),
  or(and(attributeIs("axis", 0), equals(rankOf(argument(0)), 3)), and(attributeIs("axis", 1), equals(rankOf(argument(0)), 4))),
);

function rules(): OperatorRule[] {
  const pools = ["nn.max_pool2d", "nn.avg_pool2d", "nn.global_max_pool2d", "nn.global_avg_pool2d"];
  return [
    { operator: "nn.batch_matmul", check: always },
    ...pools.map((operator) => ({ operator, check: isPoolable("NCHW") })),
    { operator: "nn.conv2d", check: conv2d(root) },
    { operator: "nn.dense", check: dense(root) },
    { operator: "nn.instance_norm", check: instanceNorm },
  ];
}

/** Builds the target. */
export function bnns(): Target {
  return {
    name: "bnns",
    title: "BNNS",
    upstream: ["python/tvm/relay/op/contrib/bnns.py"],
    needs: "NCHW, float32, constant weights and biases.",
    patterns: [
      { name: "bnns.conv2d_bias_relu", pattern: convolution(true, "nn.relu"), check: composedConvolution },
      { name: "bnns.conv2d_relu", pattern: convolution(false, "nn.relu"), check: composedConvolution },
      { name: "bnns.conv2d_bias_sigmoid", pattern: convolution(true, "sigmoid"), check: composedConvolution },
      { name: "bnns.conv2d_sigmoid", pattern: convolution(false, "sigmoid"), check: composedConvolution },
      { name: "bnns.conv2d_bias", pattern: convolution(true), check: composedConvolution },
      { name: "bnns.dense_bias_gelu", pattern: denseBiasGelu(), check: composedDense },
      { name: "bnns.dense_bias", pattern: denseBias(), check: composedDense },
    ],
    rules: rules(),
    flow: steps(
      "InferType",
      "FoldConstant",
      "FoldScaleAxis",
      "DynamicToStatic",
      "AlterOpLayout",
      "FoldConstant",
      "MergeComposite",
      "AnnotateTarget",
      "PartitionGraph",
    ),
    optLevel: 3,
    bindsParameters: true,
  };
}
