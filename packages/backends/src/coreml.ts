/** The target coremlcompiler: Apple's Core ML. Follows python/tvm/relay/op/contrib/coreml.py. */
import { steps, type Target } from "./target.ts";

const source = `
import tvm
from tvm import relay

NAME = "coremlcompiler"

TAKEN = ["add", "multiply", "clip", "expand_dims", "nn.relu", "nn.batch_flatten", "nn.softmax", "nn.global_avg_pool2d"]

for name in TAKEN:
    tvm.ir.register_op_attr(name, f"target.{NAME}", lambda call: True)


@tvm.ir.register_op_attr("nn.conv2d", f"target.{NAME}")
def check_conv2d(call):
    return isinstance(call.args[1], relay.Constant) and call.attrs.kernel_layout in ("HWIO", "OIHW")
`;

/** Apple's models for its own devices. */
export const coreml: Target = {
  name: "coremlcompiler",
  title: "Core ML",
  upstream: ["python/tvm/relay/op/contrib/coreml.py"],
  needs: "Constant convolution weights in HWIO or OIHW.",
  source,
  flow: steps("AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"),
  optLevel: 2,
  bindsParameters: true,
};
