/** The target arm_compute_lib: Arm's Compute Library. Follows python/tvm/relay/op/contrib/arm_compute_lib.py. */
import { steps, type Target } from "./target.ts";

const source = `
import logging

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_expr, is_op, is_tuple, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "arm_compute_lib"

logger = logging.getLogger(NAME)

# Operators that are left to the host: an argument of partition_for_arm_compute_lib.
disabled_ops = ["concatenate"]

QUANTIZED = ("uint8", "int8")


def type_of(node):
    return node.checked_type


def is_float(node):
    return type_of(node).dtype == "float32"


def is_quantized(node):
    return type_of(node).dtype in QUANTIZED


def below(node, operator):
    """The call of the operator that the first arguments lead to."""
    while node.op.name != operator:
        node = node.args[0]
    return node


def is_depthwise(conv):
    """As many input as output channels as groups."""
    layouts = conv.attrs.data_layout, conv.attrs.kernel_layout
    inputs = type_of(conv.args[0]).shape[layouts[0].index("C")]
    outputs = type_of(conv.args[1]).shape[layouts[1].index("O")]
    return inputs == outputs and outputs == conv.attrs.groups


def groups_are_supported(conv):
    """One group, or depthwise with kernels of 3x3 or 5x5 and strides of one or two."""
    if not is_depthwise(conv):
        return conv.attrs.groups == 1
    kernel, strides = type_of(conv.args[1]).shape, conv.attrs.strides
    for size in (kernel[0], kernel[1]):
        if size not in [3, 5]:
            logger.info("a depthwise kernel has the size %s; 3 and 5 are supported", size)
            return False
    if kernel[0] != kernel[1]:
        return False
    return [int(strides[0]), int(strides[1])] in [[1, 1], [2, 2]]


def is_single(number):
    """A scale or a zero point of all channels."""
    shape = type_of(number).shape
    if len(shape) > 0 and shape[0] != 1:
        logger.info("a scale or a zero point has %s numbers; one for all channels is supported", shape[0])
        return False
    return True


def are_single(call, *indices):
    for index in indices:
        if not is_single(call.args[index]):
            return False
    return True


# Operator rules, which the checks of composites ask, too.


def check_layer(conv, is_supported, out_dtypes):
    data, weight = conv.args[0], conv.args[1]
    if conv.attrs.data_layout != "NHWC" or conv.attrs.out_dtype not in out_dtypes:
        return False
    if len(type_of(data).shape) != 4 or type_of(data).shape[0] != 1 or not is_supported(data):
        return False
    return len(type_of(weight).shape) == 4 and is_supported(weight)


@tvm.ir.register_op_attr("nn.conv2d", f"target.{NAME}")
def check_conv2d(conv):
    return check_layer(conv, is_float, ("float32", "")) and groups_are_supported(conv)


def check_qnn_conv2d(conv):
    if not check_layer(conv, is_quantized, ("int32", "")):
        return False
    return are_single(conv, 2, 4, 3, 5) and groups_are_supported(conv)


@tvm.ir.register_op_attr("nn.dense", f"target.{NAME}")
def check_dense(dense):
    weight = dense.args[1]
    if not is_float(dense.args[0]) or len(type_of(weight).shape) != 2 or not is_float(weight):
        return False
    return dense.attrs.out_dtype in ("float32", "")


def check_qnn_dense(dense):
    weight = dense.args[1]
    if not is_quantized(dense.args[0]) or len(type_of(weight).shape) != 2 or not is_quantized(weight):
        return False
    return dense.attrs.out_dtype == "int32" and are_single(dense, 2, 4, 3, 5)


def check_pool(pool, dtypes, is_global=False):
    """Pooling in NHWC; a window must not be dilated."""
    if type_of(pool.args[0]).dtype not in dtypes or pool.attrs.layout != "NHWC":
        return False
    if is_global:
        return True
    return [int(step) for step in pool.attrs.dilation] == [1, 1]


ANY = ("float32", "uint8", "int8")


@tvm.ir.register_op_attr("nn.max_pool2d", f"target.{NAME}")
def check_max_pool2d(pool):
    return check_pool(pool, ANY)


@tvm.ir.register_op_attr("nn.avg_pool2d", f"target.{NAME}")
def check_avg_pool2d(pool):
    return check_pool(pool, ["float32"])


@tvm.ir.register_op_attr("nn.global_max_pool2d", f"target.{NAME}")
def check_global_max_pool2d(pool):
    return check_pool(pool, ANY, True)


@tvm.ir.register_op_attr("nn.global_avg_pool2d", f"target.{NAME}")
def check_global_avg_pool2d(pool):
    return check_pool(pool, ["float32"], True)


@tvm.ir.register_op_attr("reshape", f"target.{NAME}")
def check_reshape(call):
    return True


@tvm.ir.register_op_attr("maximum", f"target.{NAME}")
def check_maximum(call):
    return is_float(call.args[0])


@tvm.ir.register_op_attr("add", f"target.{NAME}")
def check_add(call):
    return is_float(call.args[0]) and is_float(call.args[1])


@tvm.ir.register_op_attr("qnn.add", f"target.{NAME}")
def check_qnn_add(call):
    if not is_quantized(call.args[0]) or not is_quantized(call.args[1]):
        return False
    return are_single(call, 3, 2, 5, 4, 7, 6)


# Checks of composites.


def check_composite_conv2d(root):
    return check_conv2d(below(root, "nn.conv2d"))


def check_composite_qnn_conv2d(root):
    return root.attrs.out_dtype in QUANTIZED and check_qnn_conv2d(below(root, "qnn.conv2d"))


def check_composite_dense(root):
    return check_dense(below(root, "nn.dense"))


def check_composite_qnn_dense(root):
    return root.attrs.out_dtype in QUANTIZED and check_qnn_dense(below(root, "qnn.dense"))


def check_quantized_pool(root):
    """A pooling of integers between two casts."""
    pool = root.args[0]
    if root.attrs.dtype not in QUANTIZED or pool.args[0].attrs.dtype != "int32":
        return False
    return check_pool(pool, ["int32"], pool.op.name == "nn.global_avg_pool2d")


def check_l2_pool(root):
    return check_pool(root.args[0], ["float32"])


def check_concatenate(call):
    if "concatenate" in disabled_ops:
        logger.info("concatenate is among the disabled operators")
        return False
    if any([field.dtype not in ANY for field in type_of(call.args[0]).fields]):
        return False
    return -4 <= call.attrs.axis <= 3


# Patterns.


def padded():
    return is_op("nn.pad")(wildcard(), wildcard()) | wildcard()


def biased(inner):
    return inner.optional(lambda x: is_op("nn.bias_add")(x, is_constant()))


def constants(count):
    return [is_constant() for _ in range(count)]


def requantized(inner):
    return is_op("qnn.requantize")(inner, wildcard(), wildcard(), is_constant(), is_constant())


def conv2d():
    return biased(is_op("nn.conv2d")(padded(), is_constant())).optional(is_op("nn.relu"))


def qnn_conv2d():
    return requantized(biased(is_op("qnn.conv2d")(padded(), *constants(5))).optional(is_op("nn.relu")))


def quantized_pool():
    cast = is_op("cast")(wildcard())
    return is_op("cast")(is_op("nn.avg_pool2d")(cast) | is_op("nn.global_avg_pool2d")(cast))


@register_pattern_table(NAME)
def pattern_table():
    square = is_op("power")(wildcard(), is_expr(relay.const(2.0)))
    dense = is_op("nn.dense")(wildcard(), is_constant())
    qnn_dense = is_op("qnn.dense")(wildcard(), *constants(5))
    quantized = (f"{NAME}.qnn_conv2d", qnn_conv2d(), check_composite_qnn_conv2d)
    return [
        (f"{NAME}.conv2d", conv2d(), check_composite_conv2d),
        quantized,
        (f"{NAME}.dense", biased(dense), check_composite_dense),
        (f"{NAME}.qnn_dense", requantized(biased(qnn_dense)), check_composite_qnn_dense),
        # The reference has it twice.
        quantized,
        (f"{NAME}.avg_pool2d", quantized_pool(), check_quantized_pool),
        (f"{NAME}.l2_pool2d", is_op("sqrt")(is_op("nn.avg_pool2d")(square)), check_l2_pool),
        (f"{NAME}.concatenate", is_op("concatenate")(is_tuple(None)), check_concatenate),
    ]
`;

/** Arm's layers for its CPUs and GPUs. */
export const armComputeLib: Target = {
  name: "arm_compute_lib",
  title: "Arm Compute Library",
  upstream: ["python/tvm/relay/op/contrib/arm_compute_lib.py"],
  needs: "NHWC, a batch of one, constant weights; float32, or 8-bit quantized per tensor.",
  source,
  defect: (_entry, index) => {
    if (index === 4) return "A copy of the second entry, which takes all its matches.";
    return index === 7 ? "Off by default: `concatenate` is among the operators that the flow disables." : undefined;
  },
  flow: [
    ...steps("InferType", "MergeComposite"),
    { pass: "AnnotateTarget", options: { include_non_call_ops: false } },
    ...steps("PartitionGraph"),
  ],
  optLevel: 2,
  bindsParameters: true,
  settings: {
    disabled_ops: {
      type: "string[]",
      default: ["concatenate"],
      others: [[]],
      doc: "Operators that are left to the host: `concatenate` or none. An argument of `partition_for_arm_compute_lib`.",
    },
  },
};
