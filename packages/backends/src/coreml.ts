/** The target coremlcompiler: Apple's Core ML. Follows python/tvm/relay/op/contrib/coreml.py. */
import { always, and, argument, attributeIn, isConstantNode } from "@relayscope/match/check";
import { steps, type Target } from "./target.ts";

const operators = [
  "add",
  "multiply",
  "clip",
  "expand_dims",
  "nn.relu",
  "nn.batch_flatten",
  "nn.softmax",
  "nn.conv2d",
  "nn.global_avg_pool2d",
];

/** Builds the target. */
export function coreml(): Target {
  return {
    name: "coremlcompiler",
    title: "Core ML",
    upstream: ["python/tvm/relay/op/contrib/coreml.py"],
    needs: "Constant convolution weights in HWIO or OIHW.",
    patterns: [],
    rules: operators.map((operator) => ({
      operator,
      check: operator === "nn.conv2d" ? and(isConstantNode(argument(1)), attributeIn("kernel_layout", ["HWIO", "OIHW"])) : always,
    })),
    flow: steps("AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"),
    optLevel: 2,
    bindsParameters: true,
  };
}
