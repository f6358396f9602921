/** The target cudnn: NVIDIA's cuDNN. Follows python/tvm/relay/op/contrib/cudnn.py. */
import { callOf, optional, wildcard } from "@relayscope/match";
import {
  always,
  and,
  argument,
  attribute,
  attributeIn,
  attributeIs,
  type Check,
  dtypeOf,
  equals,
  isIn,
  item,
  namedCheck,
  rankOf,
} from "@relayscope/match/check";
import { steps, type Target } from "./target.ts";

const isFloat: Check = isIn(dtypeOf(argument(0)), ["float64", "float32", "float16"]);
const isSymmetric = (i: number): Check =>
  namedCheck("opposite sides have one padding", equals(item(attribute("padding"), i), item(attribute("padding"), i + 2)));

/** Builds the target. */
export function cudnn(): Target {
  const biased = callOf("nn.bias_add", callOf("nn.conv2d", wildcard(), wildcard()), wildcard());
  return {
    name: "cudnn",
    title: "cuDNN",
    upstream: ["python/tvm/relay/op/contrib/cudnn.py"],
    needs: "Floats; convolutions in NCHW with OIHW weights and symmetric padding.",
    patterns: [
      { name: "cudnn.softmax", pattern: callOf("nn.softmax", wildcard()), check: isFloat },
      {
        name: "cudnn.log_softmax",
        pattern: callOf("nn.log_softmax", wildcard()),
        check: and(isFloat, equals(rankOf(argument(0)), 2), attributeIn("axis", [1, -1])),
      },
      { name: "cudnn.conv2d_bias_act", pattern: optional(biased, (x) => callOf("nn.relu", x)), check: always },
      {
        name: "cudnn.conv2d",
        pattern: callOf("nn.conv2d", wildcard(), wildcard()),
        check: and(isFloat, attributeIs("data_layout", "NCHW"), attributeIs("kernel_layout", "OIHW"), isSymmetric(0), isSymmetric(1)),
      },
    ],
    rules: [],
    flow: steps("InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph", "InferType"),
    optLevel: 2,
    bindsParameters: false,
  };
}
