/**
 * The target dnnl: Intel's oneDNN.
 * Follows python/tvm/relay/op/contrib/dnnl.py; the flow is `partition_for_dnnl` of tests/python/contrib/test_dnnl.py.
 */
import { steps, type Target } from "./target.ts";

const source = `
import logging
from functools import reduce

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_expr, is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "dnnl"

logger = logging.getLogger(NAME)


# Operator rules: one operator each, of any float layout, never on integers of 64 bits.

OPERATORS = """
    nn.batch_norm nn.conv1d nn.conv2d nn.conv3d nn.conv2d_transpose nn.conv3d_transpose nn.dense nn.max_pool2d
    nn.avg_pool2d nn.global_avg_pool2d nn.max_pool3d nn.avg_pool3d abs clip exp log sqrt round nn.relu nn.leaky_relu
    tanh sigmoid nn.softmax add multiply nn.layer_norm nn.batch_matmul
""".split()

WITH_CEIL_MODE = ["nn.max_pool2d", "nn.avg_pool2d", "nn.max_pool3d", "nn.avg_pool3d"]


def has_no_long_input(call):
    for argument in call.args:
        if argument.checked_type.dtype == "int64":
            return False
    return True


def rounds_down(call):
    return has_no_long_input(call) and not call.attrs.ceil_mode


for operator in OPERATORS:
    rule = rounds_down if operator in WITH_CEIL_MODE else has_no_long_input
    tvm.ir.register_op_attr(operator, f"target.{NAME}", rule)


# Checks of composites.


def shape_read(node):
    """A shape as the library reads it: of a multiplication, that of its first factor."""
    if isinstance(node, relay.Var):
        return [int(size) for size in node.type_annotation.shape]
    if isinstance(node, relay.Constant):
        return list(node.data.shape)
    if not isinstance(node, relay.Call):
        raise TypeError(f"no shape is read of a {type(node).__name__}")
    read = node.args[0] if node.op.name == "multiply" else node
    return read.checked_type.shape


def is_call_of(node, operator):
    """Of composites the operator is a function, which has no name."""
    return isinstance(node.op, tvm.ir.Op) and node.op.name == operator


def below_relu(root):
    return root.args[0] if root.op.name == "nn.relu" else root


def adds_bias(total):
    """Whether the second summand is a bias of the convolution that is the first."""
    convolution, bias = total.args
    if not is_call_of(convolution, "nn.conv2d"):
        return False
    channels = convolution.attrs.channels
    elements = reduce(lambda product, size: product * size, shape_read(bias))
    if channels != elements:
        logger.info("the bias has %s elements, and the convolution has channels=%s", elements, channels)
        return False
    return True


def check_bias(root):
    """Of convolutions with a bias. A match without an addition passes."""
    total = below_relu(root)
    if total.op.name != "add":
        return True
    return adds_bias(total)


def check_bias_and_sum(root):
    """Of convolutions with a bias and a second summand of the same shape."""
    outer = below_relu(root)
    inner, other = outer.args
    if not is_call_of(inner, "add"):
        return False
    shapes = shape_read(inner), shape_read(other)
    if len(shapes[0]) != len(shapes[1]) or any(a != b for a, b in zip(*shapes)):
        logger.info("the summands have the shapes %s and %s: they must be equal", *shapes)
        return False
    return adds_bias(inner)


# Patterns.


def activated(inner, name):
    """A pattern and what follows it: one operator, or several."""
    if name is None:
        return inner
    if name == "gelu":
        erf = is_op("erf")(is_op("divide")(inner, wildcard()))
        return is_op("multiply")(is_op("multiply")(inner, is_op("add")(erf, wildcard())), wildcard())
    if name == "swish":
        return is_op("multiply")(inner, is_op("sigmoid")(inner))
    if name == "mish":
        softplus = is_op("log")(is_op("add")(is_op("exp")(inner), wildcard()))
        return is_op("multiply")(inner, is_op("tanh")(softplus))
    return is_op(name)(inner)


def layer(operator, has_bias, activation):
    product = is_op(operator)(wildcard(), wildcard())
    return activated(is_op("add")(product, wildcard()) if has_bias else product, activation)


def layer_and_sum(operator, has_relu):
    total = is_op("add")(is_op("add")(is_op(operator)(wildcard(), wildcard()), wildcard()), wildcard())
    return is_op("nn.relu")(total) if has_relu else total


def quantized_layer(operator):
    """A quantized layer up to the cast of its result; most of what is between may be missing."""
    zero = is_expr(relay.const(0, dtype="int32"))
    product = is_op(operator)(wildcard(), is_constant(), zero, zero, is_constant(), is_constant())
    out = is_op("cast")(product)
    out = is_op("add")(out, is_constant()) | out
    out = is_op("clip")(is_op("multiply")(out, is_constant()))
    out = is_op("multiply")(out, is_constant()) | out
    out = is_op("add")(out, is_op("multiply")(is_constant(), is_op("cast")(wildcard()))) | out
    out = is_op("add")(out, is_constant()) | out
    return is_op("cast")(out)


CONVOLUTIONS = ["nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.conv2d_transpose", "nn.conv3d_transpose"]
ACTIVATIONS = ["nn.relu", "tanh", "sigmoid", "clip", "gelu", "swish", "mish", None]


def entry_name(operator, has_bias, activation):
    stem = operator.replace("nn.", "")
    if stem.endswith("_transpose"):
        stem = stem.replace("_transpose", "").replace("conv", "deconv")
    parts = [f"{NAME}.{stem}"]
    if has_bias:
        parts.append("bias")
    if activation:
        parts.append(activation.split(".")[-1])
    return "_".join(parts)


@register_pattern_table(NAME)
def pattern_table():
    table = [
        (f"{NAME}.qnn.conv2d", quantized_layer("qnn.conv2d")),
        (f"{NAME}.qnn.dense", quantized_layer("qnn.dense")),
        (f"{NAME}.dense_bias_sum", layer_and_sum("nn.dense", False)),
        (f"{NAME}.conv2d_bias_sum_relu", layer_and_sum("nn.conv2d", True), check_bias_and_sum),
        (f"{NAME}.conv2d_bias_sum", layer_and_sum("nn.conv2d", False), check_bias_and_sum),
    ]
    for has_bias in (True, False):
        for activation in ACTIVATIONS:
            if not has_bias and activation is None:
                continue
            for operator in CONVOLUTIONS:
                name = entry_name(operator, has_bias, activation)
                table.append((name, layer(operator, has_bias, activation), check_bias))
            table.append((entry_name("nn.dense", has_bias, activation), layer("nn.dense", has_bias, activation)))
    return table
`;

const defects = {
  any: "The check raises in TVM if the bias is a scalar, or if it is computed and the convolution has no `channels`.",
  scalar:
    "The check multiplies the sizes of the bias, and a scalar has none: TVM raises, whatever `channels` is. In the shape (1,) the bias does not raise.",
  channels:
    "The check compares `channels`, which is None where the model left it out: TVM then refuses a variable or a constant, and raises if the bias is computed. Write `channels`.",
} as const;

function defectOf(raised: string | undefined): string | undefined {
  if (raised === undefined) return defects.any;
  if (raised.startsWith("TypeError: reduce() of empty")) return defects.scalar;
  return raised.startsWith("ValueError") ? defects.channels : undefined;
}

/** Intel's layers of neural networks for CPUs. */
export const dnnl: Target = {
  name: "dnnl",
  title: "oneDNN",
  upstream: ["python/tvm/relay/op/contrib/dnnl.py", "tests/python/contrib/test_dnnl.py"],
  needs: "Weights as constants; any float layout that oneDNN knows, and `channels` written out on convolutions with a bias.",
  source,
  defect: (entry, _index, raised) => (/^dnnl\.(de)?conv.*bias/.test(entry) ? defectOf(raised) : undefined),
  flow: [
    ...steps("InferType", "SimplifyInference", "FoldConstant", "FoldScaleAxis", "CanonicalizeOps", "SimplifyExpr", "FoldConstant"),
    ...steps("MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph", "PruneDnnlSubgraphs"),
  ],
  optLevel: 3,
  bindsParameters: true,
};
