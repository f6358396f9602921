/** The target bnns: Apple's Basic Neural Network Subroutines. Follows python/tvm/relay/op/contrib/bnns.py. */
import { steps, type Target } from "./target.ts";

const source = `
import math

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_expr, is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "bnns"


def is_float(node):
    return node.checked_type.dtype == "float32"


def rank_of(node):
    return len(node.checked_type.shape)


def below(node, operator):
    """The call of the operator that the first arguments lead to."""
    while node.op.name != operator:
        node = node.args[0]
    return node


# Operator rules, which the checks of composites ask, too.


@tvm.ir.register_op_attr("nn.conv2d", f"target.{NAME}")
def check_conv2d(conv):
    data, weight = conv.args
    if rank_of(data) != 4 or not is_float(data):
        return False
    if not isinstance(weight, relay.Constant):
        return False
    if rank_of(weight) != 4 or not is_float(weight):
        return False
    return conv.attrs.data_layout == "NCHW" and conv.attrs.out_dtype in ("", "float32")


@tvm.ir.register_op_attr("nn.dense", f"target.{NAME}")
def check_dense(dense):
    data, weight = dense.args
    if not is_float(data) or not isinstance(weight, relay.Constant):
        return False
    if rank_of(weight) != 2 or not is_float(weight):
        return False
    return dense.attrs.out_dtype in ("", "float32")


@tvm.ir.register_op_attr("nn.instance_norm", f"target.{NAME}")
def check_instance_norm(norm):
    data, gamma, beta = norm.args
    rank = rank_of(data)
    if rank < 3 or rank > 4 or not is_float(data):
        return False
    if not isinstance(gamma, relay.Constant) or not isinstance(beta, relay.Constant):
        return False
    # The axis of the channels: the first without a batch, the second with one.
    return (norm.attrs.axis, rank) in [(0, 3), (1, 4)]


def check_pool(pool):
    rank = rank_of(pool.args[0])
    if rank < 3 or rank > 4 or not is_float(pool.args[0]):
        return False
    return pool.attrs.layout == "NCHW"


for name in ["nn.max_pool2d", "nn.avg_pool2d", "nn.global_max_pool2d", "nn.global_avg_pool2d"]:
    tvm.ir.register_op_attr(name, f"target.{NAME}", check_pool)

tvm.ir.register_op_attr("nn.batch_matmul", f"target.{NAME}", lambda call: True)


# Checks of composites.


def check_bias(total):
    """A constant bias along the channels."""
    bias = total.args[1]
    if not isinstance(bias, relay.Constant):
        return False
    if total.op.name == "nn.bias_add":
        return total.attrs.axis == 1
    shape = bias.checked_type.shape
    others = {3: (1, 2), 4: (0, 2, 3)}
    if len(shape) not in others:
        return False
    return all([int(shape[axis]) == 1 for axis in others[len(shape)]])


def check_composite_conv2d(root):
    if not check_conv2d(below(root, "nn.conv2d")):
        return False
    inner = root.args[0] if root.op.name in ("nn.relu", "sigmoid") else root
    return check_bias(inner) if inner.op.name in ("nn.bias_add", "add") else True


def check_composite_dense(root):
    return check_dense(below(root, "nn.dense"))


# Patterns.


def convolution(has_bias, activation=None):
    conv, bias = is_op("nn.conv2d")(wildcard(), wildcard()), wildcard()
    out = is_op("add")(conv, bias) | is_op("nn.bias_add")(conv, bias) if has_bias else conv
    return is_op(activation)(out) if activation else out


def dense_bias():
    return is_op("add")(is_op("nn.dense")(wildcard(), wildcard()), wildcard())


def dense_bias_gelu():
    def number(value):
        return is_expr(relay.const(value, dtype="float32"))

    dense = dense_bias()
    cube = is_op("multiply")(is_op("power")(dense, number(3)), number(0.044715))
    inner = is_op("multiply")(is_op("add")(cube, dense), number(math.sqrt(2 / math.pi)))
    gate = is_op("multiply")(is_op("add")(is_op("tanh")(inner), number(1)), number(0.5))
    return is_op("multiply")(gate, dense)


@register_pattern_table(NAME)
def pattern_table():
    return [
        (f"{NAME}.conv2d_bias_relu", convolution(True, "nn.relu"), check_composite_conv2d),
        (f"{NAME}.conv2d_relu", convolution(False, "nn.relu"), check_composite_conv2d),
        (f"{NAME}.conv2d_bias_sigmoid", convolution(True, "sigmoid"), check_composite_conv2d),
        (f"{NAME}.conv2d_sigmoid", convolution(False, "sigmoid"), check_composite_conv2d),
        (f"{NAME}.conv2d_bias", convolution(True), check_composite_conv2d),
        (f"{NAME}.dense_bias_gelu", dense_bias_gelu(), check_composite_dense),
        (f"{NAME}.dense_bias", dense_bias(), check_composite_dense),
    ]
`;

/** Apple's layers of neural networks for CPUs. */
export const bnns: Target = {
  name: "bnns",
  title: "BNNS",
  upstream: ["python/tvm/relay/op/contrib/bnns.py"],
  needs: "NCHW, float32, constant weights and biases.",
  source,
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
