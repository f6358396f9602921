/** The target tensorrt: NVIDIA's TensorRT. Follows python/tvm/relay/op/contrib/tensorrt.py. */
import { callOf, isConstant, isTuple, isTupleGetItem, wildcard } from "@relayscope/match";
import { and, type Check, root, tupleOf } from "@relayscope/match/check";
import { steps, type Target, type TargetPattern, type TargetSetting } from "./target.ts";
import * as checks from "./tensorrtChecks.ts";

const unary = (operator: string, check?: Check): TargetPattern => ({
  name: `tensorrt.${operator}`,
  pattern: callOf(operator, wildcard()),
  check: checks.standard(check),
});

const binary = (operator: string, check?: Check): TargetPattern => ({
  name: `tensorrt.${operator}`,
  pattern: callOf(operator, wildcard(), wildcard()),
  check: checks.standard(check),
});

const withConstant = (operator: string, check: Check): TargetPattern => ({
  name: `tensorrt.${operator}`,
  pattern: callOf(operator, wildcard(), isConstant()),
  check: checks.standard(check),
});

const wrongArity = (entry: TargetPattern, takes: number): TargetPattern => ({
  ...entry,
  defect: `It can never match: the operator takes ${takes} argument${takes === 1 ? "" : "s"}, the pattern asks for another number.`,
});

function patternTable(): TargetPattern[] {
  const [v515, v601, v700] = [checks.since(5, 1, 5), checks.since(6, 0, 1), checks.since(7, 0, 0)];
  return [
    withConstant("nn.conv3d", and(v601, checks.conv3d)),
    withConstant("nn.conv2d", checks.conv2d),
    withConstant("nn.conv1d", checks.conv1d),
    binary("nn.conv2d_transpose", checks.conv2dTranspose),
    wrongArity(binary("squeeze", checks.squeeze), 1),
    binary("add", checks.add),
    withConstant("nn.dense", checks.dense),
    binary("nn.bias_add", checks.biasAdd),
    binary("nn.batch_matmul", checks.batchMatmul),
    binary("divide"),
    binary("multiply", checks.multiply),
    ...["subtract", "power", "maximum", "minimum"].map((operator) => binary(operator)),
    unary("nn.relu"),
    unary("nn.leaky_relu", v515),
    wrongArity(unary("nn.pad"), 2),
    ...["sigmoid", "tanh", "exp", "log", "sqrt", "abs", "negative", "nn.batch_flatten", "clip"].map((operator) => unary(operator)),
    ...["sin", "cos", "atan", "ceil"].map((operator) => unary(operator, v515)),
    unary("floor"),
    unary("erf", v700),
    ...["sum", "prod", "max", "min", "max", "mean"].map((operator) => unary(operator, checks.reduce)),
    { name: "tensorrt.concatenate", pattern: callOf("concatenate", isTuple(null)), check: checks.standard(checks.concatenate) },
    unary("expand_dims", checks.expandDims),
    unary("layout_transform", checks.layoutTransform),
    unary("transpose", checks.transpose),
    unary("reshape", checks.reshape),
    unary("split", checks.split),
    wrongArity(unary("nn.pad", checks.pad), 2),
    unary("strided_slice", and(v515, checks.stridedSlice)),
    unary("nn.adaptive_avg_pool2d", checks.adaptivePool2d),
    unary("nn.adaptive_max_pool2d", checks.adaptivePool2d),
    unary("nn.max_pool3d", and(v601, checks.pool3d)),
    unary("nn.avg_pool3d", and(v601, checks.pool3d)),
    wrongArity(unary("nn.conv3d_transpose", and(v601, checks.conv3dTranspose)), 2),
    unary("nn.softmax", checks.softmax),
    wrongArity(unary("nn.layer_norm", checks.layerNorm), 3),
    unary("nn.max_pool2d", checks.maxPool2d),
    unary("nn.avg_pool2d", checks.avgPool2d),
    unary("nn.global_max_pool2d", checks.globalPool2d),
    unary("nn.global_avg_pool2d", checks.globalPool2d),
    {
      name: "tensorrt.nn.batch_norm",
      pattern: isTupleGetItem(callOf("nn.batch_norm", wildcard(), isConstant(), isConstant(), isConstant(), isConstant()), 0),
      check: checks.standard(checks.batchNorm, tupleOf(root)),
    },
  ];
}

const attribute = (name: string) => `An attribute of \`Target("tensorrt -${name}=...")\`.`;

const settings: Readonly<Record<string, TargetSetting>> = {
  use_implicit_batch: {
    type: "boolean",
    default: true,
    others: [false],
    doc: `Whether the first axis is the batch, which no operator may touch. ${attribute("use_implicit_batch")}`,
  },
  use_fp16: {
    type: "boolean",
    default: false,
    others: [true],
    doc: `Whether float16 is taken next to float32. ${attribute("use_fp16")}`,
  },
  remove_no_mac_subgraphs: {
    type: "boolean",
    default: false,
    others: [],
    doc: `Whether regions without products go back to the host. ${attribute("remove_no_mac_subgraphs")}`,
  },
  tensorrt_version: {
    type: "int[]",
    default: [6, 0, 1],
    others: [[7, 0, 0]],
    doc: `Which TensorRT is assumed where none is linked. ${attribute("tensorrt_version")}`,
  },
};

/** Builds the target. */
export function tensorrt(): Target {
  return {
    name: "tensorrt",
    title: "TensorRT",
    upstream: ["python/tvm/relay/op/contrib/tensorrt.py"],
    needs: "Constant weights, NCHW, float32 (float16 where asked), and a batch dimension that no operator touches.",
    patterns: patternTable(),
    rules: [],
    flow: [
      ...steps("InferType", "RemoveDropoutPass", "RemoveUnusedFunctions"),
      {
        pass: "ConvertLayout",
        options: {
          desired_layouts: {
            "nn.conv1d": ["NCW", "default"],
            "nn.conv2d": ["NCHW", "default"],
            "nn.conv3d": ["NCDHW", "default"],
            "nn.conv2d_transpose": ["NCHW", "default"],
          },
        },
      },
      ...steps(
        "FoldConstant",
        "MergeComposite",
        "AnnotateTarget",
        "MergeCompilerRegions",
        "PartitionGraph",
        "InferType",
        "PruneTensorrtSubgraphs",
      ),
    ],
    optLevel: 3,
    bindsParameters: true,
    settings,
  };
}
