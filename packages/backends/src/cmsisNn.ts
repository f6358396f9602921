/**
 * The target cmsis-nn: Arm's neural network kernels for Cortex-M. Follows python/tvm/relay/op/contrib/cmsisnn.py of
 * 0.18.0.
 */
import { steps, type Target } from "./target.ts";

const source = `
import logging

from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "cmsis-nn"

logger = logging.getLogger(NAME)


def dtype_of(node):
    return node.checked_type.dtype


def numbers_of(constant):
    return [number.item() for number in constant.data.numpy().flatten()]


def below_clip(root):
    return root.args[0] if root.op.name == "clip" else root


# Layers with weights. What reads the values of constants comes last.


def parts_of(root):
    """The layer of a match and its bias, if there is one."""
    total = below_clip(root).args[0]
    if total.op.name == "nn.bias_add":
        return total.args[0], total.args[1]
    return total, None


WIDE = {"int8": "int32", "int16": "int64"}


def have_dtypes(root, layer, bias):
    """8 or 16 bits in and out, and wider sums between."""
    data, weight = layer.args[0], layer.args[1]
    if dtype_of(data) not in ("int8", "int16") or dtype_of(weight) != "int8":
        return False
    wide = WIDE[dtype_of(data)]
    if layer.attrs.out_dtype != wide:
        return False
    if bias and dtype_of(bias) != wide:
        return False
    return dtype_of(root) == dtype_of(data)


def are_zero(points, what):
    for number in numbers_of(points):
        if number != 0:
            logger.info("the %s must be 0, and holds %s", what, number)
            return False
    return True


def check_conv2d(root):
    conv, bias = parts_of(root)
    attrs, (data, weight, data_zero, weight_zero) = conv.attrs, conv.args[:4]
    channels = int(data.checked_type.shape[3])
    if not have_dtypes(root, conv, bias):
        return False
    outputs = weight.checked_type.shape[attrs.kernel_layout.index("O")]
    if attrs.groups == channels and attrs.groups == outputs and not bias:
        logger.info("a depthwise convolution needs a bias_add")
        return False
    if dtype_of(data) == "int16":
        if not are_zero(data_zero, "input's zero point"):
            return False
    return are_zero(weight_zero, "kernel's zero point")


def check_padded_conv2d(root):
    """The padding before the convolution and its own must differ by at most one from side to side."""
    conv, _ = parts_of(root)
    widths, own = conv.args[0].attrs.pad_width, conv.attrs.padding
    layout = conv.attrs.data_layout
    for axis, (first, last), (before, after) in [("W", (1, 3), ("left", "right")), ("H", (0, 2), ("top", "bottom"))]:
        pair = widths[layout.index(axis)]
        excess = int(pair[1]) + int(own[last]) - int(pair[0]) - int(own[first])
        if excess not in (0, 1):
            logger.info("%s padding minus %s padding is %s; 0 or 1 is allowed", after, before, excess)
            return False
    return check_conv2d(root)


def check_dense(root):
    dense, bias = parts_of(root)
    return have_dtypes(root, dense, bias) and are_zero(dense.args[3], "kernel's zero point")


# Poolings.


def check_pool(pool, data, root):
    """NHWC, a batch of one, the same 8 or 16 bits in and out."""
    if pool.attrs.layout != "NHWC" or int(data.checked_type.shape[0]) != 1:
        return False
    return dtype_of(data) == dtype_of(root) and dtype_of(data) in ("int8", "int16")


def check_avg_pool2d(root):
    pool = below_clip(root).args[0]
    return check_pool(pool, pool.args[0].args[0], root)


def check_max_pool2d(root):
    pool = below_clip(root)
    return check_pool(pool, pool.args[0], root)


# Element by element.


def is_scalar(node):
    return isinstance(node, relay.Constant) and len(node.checked_type.shape) == 0


def check_binary(root):
    call = below_clip(root)
    left, right = call.args[:2]
    if is_scalar(left) and is_scalar(right):
        logger.info("both operands are scalar constants")
        return False
    if dtype_of(left) not in ("int8", "int16") or dtype_of(left) != dtype_of(right):
        return False
    if dtype_of(left) == "int16":
        return all([are_zero(call.args[index], "zero point of int16") for index in (3, 5, 7)])
    return True


def check_softmax(root):
    data = root.args[0].args[0].args[0]
    wanted = {"int8": (1 / 256, -128), "int16": (1 / 32768, 0)}
    dtype = root.attrs.out_dtype
    if dtype not in wanted or dtype_of(data) != dtype:
        return False
    found = numbers_of(root.args[1])[0], numbers_of(root.args[2])[0]
    if found != wanted[dtype]:
        logger.info("the output's scale and zero point are %s and %s, but must be %s and %s", *found, *wanted[dtype])
        return False
    return True


# Patterns.


def constants(count):
    return [is_constant() for _ in range(count)]


def clipped(inner):
    return inner.optional(is_op("clip"))


def layer(operator, data):
    product = is_op(operator)(data, *constants(5))
    total = product | is_op("nn.bias_add")(product, is_constant())
    return clipped(is_op("qnn.requantize")(total, *constants(4)))


def binary(operator):
    return clipped(is_op(operator)(wildcard(), wildcard(), *constants(6)))


@register_pattern_table(NAME)
def pattern_table():
    padded = is_op("nn.pad")(wildcard(), is_constant())
    average = is_op("cast")(is_op("nn.avg_pool2d")(is_op("cast")(wildcard())))
    softmax = is_op("nn.softmax")(is_op("qnn.dequantize")(wildcard(), *constants(2)))
    return [
        (f"{NAME}.qnn_conv2d", layer("qnn.conv2d", padded), check_padded_conv2d),
        (f"{NAME}.qnn_conv2d", layer("qnn.conv2d", wildcard()), check_conv2d),
        (f"{NAME}.qnn_fully_connected", layer("qnn.dense", wildcard()), check_dense),
        (f"{NAME}.qnn_avg_pool2d", clipped(average), check_avg_pool2d),
        (f"{NAME}.qnn_max_pool2d", clipped(is_op("nn.max_pool2d")(wildcard())), check_max_pool2d),
        (f"{NAME}.qnn_mul", binary("qnn.mul"), check_binary),
        (f"{NAME}.qnn_add", binary("qnn.add"), check_binary),
        (f"{NAME}.qnn_softmax", is_op("qnn.quantize")(softmax, *constants(2)), check_softmax),
    ]
`;

/** Entries whose check reads sizes as whole numbers. */
const sized: ReadonlySet<string> = new Set(["cmsis-nn.qnn_conv2d", "cmsis-nn.qnn_avg_pool2d", "cmsis-nn.qnn_max_pool2d"]);

/** Arm's kernels for microcontrollers. */
export const cmsisNn: Target = {
  name: "cmsis-nn",
  title: "CMSIS-NN (Cortex-M)",
  upstream: ["python/tvm/relay/op/contrib/cmsisnn.py@0.18.0"],
  needs: "A model quantized to int8 or int16 with constant weights, zero points and scales; poolings in NHWC with a batch of one.",
  source,
  defect: (entry) => (sized.has(entry) ? "The check reads sizes as whole numbers; TVM raises where one is not known." : undefined),
  flow: [
    ...steps("InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph"),
    ...steps("GenerateCMSISNNConstants", "CMSISNNFusePads", "ScalarToTensorConstants", "ExtractConstantsFromPartitionedFunction"),
    ...steps("InferType"),
  ],
  optLevel: 2,
  bindsParameters: true,
  asOf: "0.18.0",
};
