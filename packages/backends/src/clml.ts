/** The target clml: Qualcomm's OpenCL machine learning extension. Follows python/tvm/relay/op/contrib/clml.py. */
import { steps, type Target } from "./target.ts";

const source = `
import logging

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_op, is_tuple, is_tuple_get_item, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "clml"

logger = logging.getLogger(NAME)

LARGEST_SIZE = 32768


def shape_of(node):
    return node.checked_type.shape


def is_item(node):
    return isinstance(node, relay.TupleGetItem)


def below(node, operator):
    """The call of the operator that the first arguments lead to."""
    while node.op.name != operator:
        node = node.args[0]
    return node


# Checks of convolutions, which may be followed by biases, a batch norm, relu and a clip.


def closing_clip(root):
    return None if is_item(root) or root.op.name != "clip" else root


def convolution_of(root, operator):
    """The convolution of a match: below a relu or a clip that closes it, and below one tuple item."""
    if is_item(root):
        return below(root.tuple_value, operator)
    if root.op.name in ("nn.relu", "clip"):
        inner = root.args[0]
        return below(inner.tuple_value if is_item(inner) else inner, operator)
    return below(root, operator)


def clips_to_6(root):
    clip = closing_clip(root)
    return clip is None or (clip.attrs.a_min == 0 and clip.attrs.a_max == 6)


def is_depthwise(conv):
    """As many input as output channels as groups."""
    attrs = conv.attrs
    inputs = shape_of(conv.args[0])[attrs.data_layout.index("C")]
    outputs = shape_of(conv.args[1])[attrs.kernel_layout.index("O")]
    return inputs == outputs and outputs == attrs.groups


def check_conv2d(root):
    if not clips_to_6(root):
        return False
    conv = convolution_of(root, "nn.conv2d")
    attrs = conv.attrs
    if attrs.data_layout != "NCHW" or shape_of(conv)[0] > 1:
        return False
    if closing_clip(root) is None and attrs.kernel_size[0] == 3 and attrs.dilation[0] != 1:
        if attrs.groups != 1 and attrs.channels == attrs.groups:
            logger.info("a depthwise convolution of size 3 is dilated by %s", attrs.dilation[0])
            return False
    if attrs.groups != 1 and not is_depthwise(conv):
        logger.info("the convolution has %s groups and is not depthwise", attrs.groups)
        return False
    return True


def check_conv2d_transpose(root):
    return clips_to_6(root) and convolution_of(root, "nn.conv2d_transpose").attrs.data_layout == "NCHW"


# What most operators ask.


def is_long(type_):
    return type_.dtype in ("int64", "int32")


def is_small(type_):
    for size in type_.shape:
        if size > LARGEST_SIZE:
            return False
    return True


def inputs_of(call):
    """The arguments, the fields of a tuple one by one."""
    for argument in call.args:
        if isinstance(argument, relay.Tuple):
            yield from argument.fields
        else:
            yield argument


def is_supported_input(node):
    type_ = node.checked_type
    if is_long(type_) or len(type_.shape) > 4:
        return False
    if len(type_.shape) > 0:
        if type_.shape[0] > 1:
            return False
    return is_small(type_)


def check_default(call):
    """Dtypes, ranks and sizes that the extension supports, and a batch of one."""
    type_ = call.checked_type
    if is_long(type_) or len(type_.shape) > 4:
        return False
    if not isinstance(type_.shape[0], tvm.tir.IntImm) or type_.shape[0] > 1 or not is_small(type_):
        return False
    for node in inputs_of(call):
        if not is_supported_input(node):
            return False
    return True


# Checks of single operators.


def check_binary(call):
    left, right = call.args
    if len(shape_of(right)) == 0:
        return False
    if left == right:
        logger.info("both operands are the same")
        return False
    if list(shape_of(left)) != list(shape_of(right)):
        return False
    return check_default(call)


def check_dense1d(call):
    if shape_of(call.args[0])[0] > 1 or call.op.name not in ("nn.bias_add", "add"):
        return False
    return call.args[0].op.name == "nn.dense"


def check_dense2d(call):
    if call.op.name in ("nn.bias_add", "add") and call.args[0].op.name == "nn.dense":
        return False
    for node in inputs_of(call):
        if len(shape_of(node)) != 2:
            return False
    return True


def check_pad(call):
    if len(call.attrs.pad_width) != 4 or isinstance(call.args[0], relay.Var):
        return False
    return check_default(call)


def check_concatenate(call):
    return call.attrs.axis == 1 and check_default(call)


def check_softmax(call):
    return len(shape_of(call.args[0])) in (2, 4) and check_default(call)


def check_upsampling(call):
    return call.attrs.method == "bilinear" and check_default(call)


def check_depth_to_space(call):
    if len(shape_of(call)) > 4 or len(shape_of(call.args[0])) > 4:
        return False
    if shape_of(call)[0] > 1 or not is_small(call.checked_type):
        return False
    return call.attrs.layout == "NCHW" and call.attrs.mode == "DCR"


def check_batch_matmul(call):
    if shape_of(call.args[0])[0] > 1 or shape_of(call.args[1])[0] > 1:
        return False
    return check_default(call)


# Patterns.


def biased(inner):
    with_bias = inner.optional(lambda x: is_op("nn.bias_add")(x, is_constant()))
    return with_bias.optional(lambda x: is_op("add")(x, is_constant()))


def normalized(inner):
    return is_tuple_get_item(is_op("nn.batch_norm")(inner, *[is_constant() for _ in range(4)]))


def convolution(operator, data):
    out = biased(is_op(operator)(data, is_constant())).optional(normalized)
    out = out.optional(is_op("nn.relu"))
    return out.optional(is_op("clip").has_attr({"a_min": 0.0, "a_max": 6.0}))


def padded():
    return is_op("nn.pad")(wildcard(), is_constant())


def dense():
    return is_op("nn.dense")(wildcard(), is_constant())


def entry_name(operator):
    return NAME + "." + operator.replace("nn.", "")


def unary(operator, check=check_default):
    return (entry_name(operator), is_op(operator)(wildcard()), check)


def binary(operator, check):
    return (entry_name(operator), is_op(operator)(wildcard(), wildcard()), check)


POOLS = ["nn.avg_pool2d", "nn.max_pool2d", "nn.global_avg_pool2d", "nn.global_max_pool2d"]


@register_pattern_table(NAME)
def pattern_table():
    return [
        (f"{NAME}.pad_conv2d", convolution("nn.conv2d", padded()), check_conv2d),
        (f"{NAME}.conv2d", convolution("nn.conv2d", wildcard()), check_conv2d),
        (f"{NAME}.conv2d_transpose", convolution("nn.conv2d_transpose", wildcard()), check_conv2d_transpose),
        (f"{NAME}.dense1d", biased(dense()), check_dense1d),
        (f"{NAME}.dense2d", dense(), check_dense2d),
        (f"{NAME}.pad", padded(), check_pad),
        (f"{NAME}.concat", is_op("concatenate")(is_tuple(None)), check_concatenate),
        (f"{NAME}.batch_norm", normalized(wildcard())),
        *[binary(name, check_binary) for name in ("add", "subtract", "multiply", "divide", "minimum", "maximum")],
        unary("nn.softmax", check_softmax),
        *[unary(name) for name in ["reshape", *POOLS, "nn.relu", "clip", "nn.batch_flatten"]],
        unary("nn.depth_to_space", check_depth_to_space),
        unary("nn.upsampling", check_upsampling),
        binary("nn.batch_matmul", check_batch_matmul),
    ]
`;

/** Qualcomm's layers for its GPUs. */
export const clml: Target = {
  name: "clml",
  title: "OpenCL ML (Adreno)",
  upstream: ["python/tvm/relay/op/contrib/clml.py"],
  needs: "NCHW, a batch of one, constant weights; no 32- or 64-bit integers.",
  source,
  flow: steps(
    "InferType",
    "RemoveDropoutPass",
    "FoldConstant",
    "OptimizeBatchnormPass",
    "MergeComposite",
    "AnnotateTarget",
    "MergeCompilerRegions",
    "PartitionGraph",
  ),
  optLevel: 2,
  bindsParameters: true,
};
