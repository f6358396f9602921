/**
 * The target vitis_ai: AMD's deep learning processing units. Follows python/tvm/relay/op/contrib/vitis_ai.py.
 *
 * The reference asks a tool of the vendor which nodes the processor takes; the operators below replace its answer.
 */
import { type FlowStep, steps, type Target } from "./target.ts";

/** Operators that the processor has layers for. */
const operators = [
  "nn.conv2d",
  "nn.conv2d_transpose",
  "nn.bias_add",
  "nn.batch_norm",
  "nn.relu",
  "nn.max_pool2d",
  "nn.avg_pool2d",
  "nn.global_avg_pool2d",
  "nn.pad",
  "add",
  "concatenate",
];

const source = `
import tvm

NAME = "vitis_ai"

OPERATORS = [
    ${operators.map((name) => `"${name}",`).join("\n    ")}
]

for name in OPERATORS:
    tvm.ir.register_op_attr(name, f"target.{NAME}", lambda call: True)
`;

function layouts(data: string): FlowStep {
  return {
    pass: "ConvertLayout",
    options: { desired_layouts: { "nn.conv2d": [data, "default"], "nn.upsampling": [data], "image.resize2d": [data] } },
  };
}

/** AMD's processors on its programmable chips. */
export const vitisAi: Target = {
  name: "vitis_ai",
  title: "Vitis AI",
  upstream: ["python/tvm/relay/op/contrib/vitis_ai.py"],
  needs:
    "The vendor's tool decides which nodes the chosen processor takes; here a list of operators that you can edit replaces its answer.",
  source,
  flow: [
    ...steps("RemoveUnusedFunctions"),
    layouts("NHWC"),
    ...steps("FoldConstant", "InferType"),
    { pass: "VitisAIAnnotationPass", options: { operators } },
    ...steps("MergeCompilerRegions", "PartitionGraph", "RemoveUnusedFunctions"),
    layouts("NCHW"),
    ...steps("FoldConstant"),
  ],
  optLevel: 3,
  bindsParameters: true,
};
