/** The target cudnn: NVIDIA's cuDNN. Follows python/tvm/relay/op/contrib/cudnn.py. */
import { steps, type Target } from "./target.ts";

const source = `
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "cudnn"


def takes_floats(call):
    return call.args[0].checked_type.dtype in ("float64", "float32", "float16")


def check_log_softmax(call):
    return takes_floats(call) and len(call.args[0].checked_type.shape) == 2 and call.attrs.axis in (1, -1)


def check_conv2d(call):
    attrs = call.attrs
    if not takes_floats(call):
        return False
    if attrs.data_layout != "NCHW" or attrs.kernel_layout != "OIHW":
        return False
    top, left, bottom, right = attrs.padding
    # The library pads opposite sides alike.
    if top != bottom or left != right:
        return False
    return True


def check_nothing(call):
    return True


@register_pattern_table(NAME)
def pattern_table():
    conv = is_op("nn.conv2d")(wildcard(), wildcard())
    biased = is_op("nn.bias_add")(is_op("nn.conv2d")(wildcard(), wildcard()), wildcard())
    return [
        (f"{NAME}.softmax", is_op("nn.softmax")(wildcard()), takes_floats),
        (f"{NAME}.log_softmax", is_op("nn.log_softmax")(wildcard()), check_log_softmax),
        (f"{NAME}.conv2d_bias_act", biased.optional(is_op("nn.relu")), check_nothing),
        (f"{NAME}.conv2d", conv, check_conv2d),
    ]
`;

/** NVIDIA's layers of neural networks. */
export const cudnn: Target = {
  name: "cudnn",
  title: "cuDNN",
  upstream: ["python/tvm/relay/op/contrib/cudnn.py"],
  needs: "Floats; convolutions in NCHW with OIHW weights and symmetric padding.",
  source,
  flow: steps("InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph", "InferType"),
  optLevel: 2,
  bindsParameters: false,
};
