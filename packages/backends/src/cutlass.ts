/** The target cutlass: NVIDIA's CUTLASS. Follows python/tvm/relay/op/contrib/cutlass.py. */
import { steps, type Target } from "./target.ts";

const source = `
import logging

from tvm.relay.dataflow_pattern import is_constant, is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "cutlass"

logger = logging.getLogger(NAME)


def below(node, operator):
    """The call of the operator that the first arguments lead to; none where they end before."""
    while hasattr(node, "op"):
        if node.op.name == operator:
            return node
        node = node.args[0]
    return None


def have_supported_dtypes(left, right):
    dtypes = left.checked_type.dtype, right.checked_type.dtype
    for supported in [("float16",), ("float32",), ("int8", "uint8")]:
        if dtypes[0] in supported and dtypes[1] in supported:
            return True
    logger.info("it does not multiply %s by %s", *dtypes)
    return False


# Checks.


def check_dense(root):
    dense = below(root, "nn.dense")
    return have_supported_dtypes(dense.args[0], dense.args[1])


def check_batch_matmul(root):
    product = below(root, "nn.batch_matmul")
    if not have_supported_dtypes(product.args[0], product.args[1]):
        return False
    return not product.attrs.transpose_a and product.attrs.transpose_b


def is_depthwise(conv):
    channels, outputs = conv.args[0].checked_type.shape[3], conv.args[1].checked_type.shape[0]
    return channels == outputs and outputs == conv.attrs.groups


def checks_convolution(operator, kernel_layout):
    def check(root):
        conv = below(root, operator)
        if conv.attrs.data_layout != "NHWC" or conv.attrs.kernel_layout != kernel_layout:
            return False
        if not have_supported_dtypes(conv.args[0], conv.args[1]):
            return False
        if is_depthwise(conv):
            logger.info("the convolution is depthwise, with %s groups", conv.attrs.groups)
            return False
        return True

    return check


check_conv2d = checks_convolution("nn.conv2d", "OHWI")


def checks_residual(operator):
    def check(root):
        if not check_conv2d(root):
            return False
        conv = below(root, "nn.conv2d")
        left, right = below(root, operator).args
        if below(left, "nn.conv2d") == conv and below(right, "nn.conv2d") == conv:
            logger.info("the residual comes from the same convolution")
            return False
        for a, b in zip(left.checked_type.shape, right.checked_type.shape):
            if a != b:
                logger.info("the summands differ in a size: %s and %s", a, b)
                return False
        return True

    return check


# Patterns.


def constant_or_any():
    return is_constant() | wildcard()


def gelu(inner, is_half):
    scaled = is_op("multiply")(inner, constant_or_any())
    erf = is_op("cast")(is_op("erf")(is_op("cast")(scaled))) if is_half else is_op("erf")(scaled)
    shifted = is_op("add")(is_op("multiply")(erf, constant_or_any()), constant_or_any())
    return is_op("multiply")(shifted, inner)


def product(operator):
    return is_op(operator)(wildcard(), wildcard())


def biased(operator):
    return (is_op("add") | is_op("nn.bias_add"))(product(operator), wildcard())


def convolution(activation):
    conv = biased("nn.conv2d")
    if activation == "hardswish":
        clipped = is_op("clip")(is_op("add")(conv, is_constant()))
        return is_op("multiply")(conv, is_op("divide")(clipped, is_constant()))
    if activation == "silu":
        return is_op("multiply")(conv, is_op("sigmoid")(conv))
    if activation == "relu":
        return is_op("nn.relu")(conv)
    if activation == "sigmoid":
        return is_op("sigmoid")(conv)
    return conv


def residual(inner, operator, has_relu):
    other = wildcard()
    out = is_op(operator)(inner, other) | is_op(operator)(other, inner)
    return is_op("nn.relu")(out) if has_relu else out


ACTIVATIONS = ["hardswish", "silu", "relu", "sigmoid", None]


@register_pattern_table(NAME)
def pattern_table():
    activated = [(f"{NAME}.conv2d_bias{f'_{name}' if name else ''}", convolution(name)) for name in ACTIVATIONS]
    residuals = [
        (f"{name}_residual_{operator}{suffix}", residual(pattern, operator, suffix != ""), checks_residual(operator))
        for suffix in ("_relu", "")
        for name, pattern in activated
        for operator in ("add", "multiply")
    ]
    denses = [
        (f"{NAME}.dense_bias_gelu_fp16", gelu(biased("nn.dense"), True), check_dense),
        (f"{NAME}.dense_bias_gelu_fp32", gelu(biased("nn.dense"), False), check_dense),
        (f"{NAME}.dense_bias_relu", is_op("nn.relu")(biased("nn.dense")), check_dense),
        (f"{NAME}.dense_bias", biased("nn.dense"), check_dense),
        (f"{NAME}.dense", product("nn.dense"), check_dense),
        (f"{NAME}.batch_matmul", product("nn.batch_matmul"), check_batch_matmul),
    ]
    layouts = [("conv2d", "OHWI"), ("conv2d_transpose", "IHWO"), ("conv2d_backward_weight", "NHWC")]
    plain = [(f"{NAME}.{name}", product(f"nn.{name}"), checks_convolution(f"nn.{name}", layout)) for name, layout in layouts]
    return residuals + denses + [(name, pattern, check_conv2d) for name, pattern in activated] + plain
`;

/** NVIDIA's templates for matrix products and convolutions. */
export const cutlass: Target = {
  name: "cutlass",
  title: "CUTLASS",
  upstream: ["python/tvm/relay/op/contrib/cutlass.py"],
  needs: "Convolutions in NHWC with OHWI weights, not depthwise; float16, float32 or 8-bit integers on both sides.",
  source,
  flow: [
    ...steps("InferType", "SimplifyInference", "FoldConstant", "FoldScaleAxis", "InferType", "MergeComposite"),
    { pass: "AnnotateTarget", options: { include_non_call_ops: false } },
    { pass: "PartitionGraph", options: { bind_constants: false } },
  ],
  optLevel: 3,
  bindsParameters: true,
};
