/**
 * The target ethos-n: Arm's Ethos-N NPU. Follows python/tvm/relay/op/contrib/ethosn.py,
 * src/relay/backend/contrib/ethosn/ethosn_api.cc and convert_equivalent.cc of 0.18.0, without the vendor's support
 * library.
 */
import { steps, type Target } from "./target.ts";

const source = `
import logging

import numpy as np
import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "ethos-n"

logger = logging.getLogger(NAME)

SIGNED = ("int8", "int16", "int32", "int64")


def type_of(node):
    return node.checked_type


def shape_of(node):
    return node.checked_type.shape


def number_of(constant):
    """The first number of a constant."""
    return constant.data.numpy().flatten()[0].item()


# Tensors: at most four axes, the first of them 1, of 8 bits or of int32.


def is_tensor_type(type_):
    if len(type_.shape) > 4:
        return False
    if len(type_.shape) > 0 and type_.shape[0] != 1:
        logger.info("the batch is %s; only 1 is supported", type_.shape[0])
        return False
    return type_.dtype in ("uint8", "int8", "int32")


def are_tensors(*nodes):
    for node in nodes:
        if not is_tensor_type(type_of(node)):
            return False
    return True


def has_weight_dtype(layer):
    return type_of(layer.args[1]).dtype in ("uint8", "int8", "int32")


def is_plain(conv):
    return len(conv.attrs.strides) == 2 and list(conv.attrs.dilation) == [1, 1]


# Checks of layers.


def is_pad(node):
    return isinstance(node, relay.Call) and isinstance(node.op, tvm.ir.Op) and node.op.name == "nn.pad"


def check_conv2d(root):
    conv = root.args[0].args[0]
    data = conv.args[0]
    if is_pad(data):
        if list(conv.attrs.padding) != [0, 0, 0, 0] or len(data.attrs.pad_width) != 4:
            logger.info("the convolution is padded by itself and before it: only one of them is supported")
            return False
        data = data.args[0]
    return is_plain(conv) and are_tensors(data) and has_weight_dtype(conv) and are_tensors(root)


def check_conv2d_transpose(root):
    total = root.args[0]
    conv = total.args[0] if total.op.name == "nn.bias_add" else total
    if conv.attrs.channels is None:
        raise TypeError("channels is None: write it out on the convolution")
    return is_plain(conv) and are_tensors(conv.args[0]) and has_weight_dtype(conv) and are_tensors(root)


def check_dense(root):
    dense = root.args[0].args[0]
    return are_tensors(dense.args[0]) and has_weight_dtype(dense) and are_tensors(root)


def takes_pool(pool, data, root):
    if len(pool.attrs.pool_size) != 2 or len(pool.attrs.strides) != 2 or not are_tensors(data):
        return False
    return pool.attrs.layout == "NHWC" and are_tensors(root)


def check_avg_pool2d(root):
    pool = root.args[0]
    return takes_pool(pool, pool.args[0].args[0], root)


def check_add(root):
    return are_tensors(root.args[0], root.args[1], root)


# Functions between a dequantization and a quantization, which must be one certain scale and zero point.


def is_quantized_to(root, scale, zero):
    found = number_of(root.args[1]), number_of(root.args[2])
    if found != (scale, zero):
        logger.info("the output has scale %s and zero point %s, but needs 1/%s and %s", *found, int(1 / scale), zero)
        return False
    return True


def check_sigmoid(root):
    data = root.args[0].args[0].args[0]
    if not are_tensors(data, root):
        return False
    return is_quantized_to(root, 1 / 256, -128 if type_of(data).dtype in SIGNED else 0)


def check_tanh(root):
    return are_tensors(root) and is_quantized_to(root, 1 / 128, 128 if type_of(root).dtype == "uint8" else 0)


def check_leaky_relu(root):
    alpha = root.args[0].attrs.alpha
    if alpha <= 0 or alpha >= 1:
        return False
    return are_tensors(root)


def check_mean(root):
    return are_tensors(root.args[0].args[0].args[0], root)


def check_resize(root):
    return are_tensors(root.args[0], root) and len(root.attrs.size) == 2


def check_requantize(root):
    return are_tensors(root.args[0], root)


# A product or a sum with a constant.


class Operands:
    """The operand that is a constant, and the other one: the first where both are."""

    def __init__(self, root):
        first, second = root.args[0], root.args[1]
        scales = root.args[2:4], root.args[4:6]
        if isinstance(first, relay.Constant):
            self.constant, self.data = first, second
            (self.scale, self.zero), (self.data_scale, self.data_zero) = scales
        else:
            self.constant, self.data = second, first
            (self.data_scale, self.data_zero), (self.scale, self.zero) = scales
        self.size = int(np.prod([int(size) for size in shape_of(self.constant)]))

    def difference(self):
        return number_of(self.constant) - number_of(self.zero)


# Numbers are of single precision, as in the reference.


def check_mul_to_reinterpret(root):
    """A product with a constant that only changes the scale."""
    operands = Operands(root)
    if operands.size != 1 or not are_tensors(operands.data):
        return False
    scale = np.float32(number_of(operands.data_scale)) * np.float32(number_of(operands.scale))
    error = np.float32(np.float32(scale * np.float32(operands.difference())) - np.float32(number_of(root.args[6])))
    if error > np.float32(0.004) or error < np.float32(-0.004):
        logger.info("the product does more than change the scale: it is off by %s", error)
        return False
    return True


def check_add_to_reinterpret(root):
    """A sum with a constant that only moves the zero point; it may be moved down by any amount."""
    operands = Operands(root)
    if operands.size != 1 or not are_tensors(operands.data):
        return False
    moved = np.float32(operands.difference()) * np.float32(number_of(operands.scale))
    shift = np.float32(moved / np.float32(number_of(operands.data_scale)))
    zero = np.float32(np.float32(number_of(operands.data_zero)) - shift)
    if np.float32(zero - np.float32(number_of(root.args[7]))) > 1:
        logger.info("the sum does more than move the zero point")
        return False
    return True


def check_to_depthwise(root):
    """One constant per channel makes a depthwise convolution of 8-bit data."""
    operands = Operands(root)
    channels = shape_of(root)[-1]
    if channels != operands.size:
        logger.info("the constant has %s elements, and there are %s channels", operands.size, channels)
        return False
    data = type_of(operands.data)
    if len(data.shape) != 4 or data.dtype not in ("uint8", "int8"):
        return False
    if data.shape[3] != channels:
        raise TypeError("the data is stretched to the constant's channels, and a convolution of it cannot be typed")
    return are_tensors(operands.data)


def check_add_to_depthwise(root):
    """The same of a sum. A single number with a zero point cannot be brought into the bias's scale."""
    operands = Operands(root)
    is_number = len(shape_of(operands.constant)) == 0
    if is_number and len(shape_of(root)) == 0 and number_of(operands.zero) != 0:
        return False
    return check_to_depthwise(root) and (not is_number or number_of(operands.zero) == 0)


# Operator rules.


@tvm.ir.register_op_attr("nn.max_pool2d", f"target.{NAME}")
def check_max_pool2d(call):
    return takes_pool(call, call.args[0], call)


@tvm.ir.register_op_attr("reshape", f"target.{NAME}")
def check_reshape(call):
    return are_tensors(call.args[0], call)


@tvm.ir.register_op_attr("qnn.concatenate", f"target.{NAME}")
def check_concatenate(call):
    for field in type_of(call.args[0]).fields:
        if not is_tensor_type(field):
            return False
    return are_tensors(call)


@tvm.ir.register_op_attr("split", f"target.{NAME}")
def check_split(call):
    if not are_tensors(call.args[0]):
        return False
    for field in type_of(call).fields:
        if not is_tensor_type(field):
            return False
    return True


@tvm.ir.register_op_attr("nn.depth_to_space", f"target.{NAME}")
def check_depth_to_space(call):
    if call.attrs.mode != "DCR" or call.attrs.layout not in ("NCHW", "NHWC"):
        return False
    return are_tensors(call.args[0], call)


@tvm.ir.register_op_attr("clip", f"target.{NAME}")
def check_clip(call):
    return are_tensors(call.args[0], call)


# Patterns.


def constants(count):
    return [is_constant() for _ in range(count)]


def requantized(inner):
    return is_op("qnn.requantize")(inner, *constants(4))


def biased(inner):
    return is_op("nn.bias_add")(inner, is_constant())


def dequantized(operator):
    inner = is_op(operator)(is_op("qnn.dequantize")(wildcard(), *constants(2)))
    return is_op("qnn.quantize")(inner, *constants(2))


def with_constant(name):
    operator = is_op(name)
    return operator(wildcard(), is_constant(), *constants(6)) | operator(is_constant(), wildcard(), *constants(6))


def conv2d():
    data = is_op("nn.pad")(wildcard(), wildcard()) | wildcard()
    return requantized(biased(is_op("qnn.conv2d")(data, *constants(5))))


def conv2d_transpose():
    product = is_op("qnn.conv2d_transpose")(wildcard(), *constants(5)).has_attr({"data_layout": "NHWC"})
    return requantized(product.optional(biased))


@register_pattern_table(NAME)
def pattern_table():
    cast = is_op("cast")(wildcard())
    dense = biased(is_op("qnn.dense")(wildcard(), *constants(5)))
    resize = is_op("image.resize2d")(wildcard()).has_attr({"method": "nearest_neighbor"})
    table = [
        ("qnn_mul_to_reinterpret_quantize", with_constant("qnn.mul"), check_mul_to_reinterpret),
        ("qnn_mul_to_depthwise", with_constant("qnn.mul"), check_to_depthwise),
        ("qnn_add_to_reinterpret_quantize", with_constant("qnn.add"), check_add_to_reinterpret),
        ("qnn_add_to_depthwise", with_constant("qnn.add"), check_add_to_depthwise),
        ("qnn_add", is_op("qnn.add")(wildcard(), wildcard(), *constants(6)), check_add),
        ("qnn_conv2d", conv2d(), check_conv2d),
        ("qnn_conv2d_transpose", conv2d_transpose(), check_conv2d_transpose),
        ("qnn_avg_pool2d", is_op("cast")(is_op("nn.avg_pool2d")(cast)), check_avg_pool2d),
        ("qnn_sigmoid", dequantized("sigmoid"), check_sigmoid),
        ("qnn_fc", requantized(dense), check_dense),
        ("qnn_mean", requantized(is_op("mean")(is_op("cast")(wildcard()))), check_mean),
        ("qnn_tanh", dequantized("tanh"), check_tanh),
        ("qnn_leaky_relu", dequantized("nn.leaky_relu"), check_leaky_relu),
        ("qnn_resize", resize, check_resize),
        ("qnn_requantize", requantized(wildcard()), check_requantize),
    ]
    return [(f"{NAME}.{name}", pattern, check) for name, pattern, check in table]
`;

/** Arm's first family of neural processors. */
export const ethosN: Target = {
  name: "ethos-n",
  title: "Arm Ethos-N",
  upstream: ["python/tvm/relay/op/contrib/ethosn.py@0.18.0"],
  needs: "A model quantized to 8 bits, NHWC, a batch of one, with constant weights, scales and zero points.",
  source,
  defect: () => "In TVM, the vendor's support library decides last. Relayscope does not ask it and takes what passes the checks before it.",
  flow: [
    ...steps("InferType"),
    { pass: "FoldConstant", options: { fold_qnn: true } },
    ...steps("MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph", "ConvertEquivalents"),
    // The compiler option `inline_non_compute_intensive_partitions` asks for it; it is on unless the user says
    // otherwise.
    ...steps("InlineNonComputeIntensivePartitions"),
  ],
  optLevel: 2,
  bindsParameters: true,
  asOf: "0.18.0",
};
