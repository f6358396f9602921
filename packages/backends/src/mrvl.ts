/** The target mrvl: Marvell's machine learning inference processor. Follows python/tvm/relay/op/contrib/mrvl.py. */
import { type FlowStep, steps, type Target } from "./target.ts";

const source = `
import logging

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_op, is_tuple, is_tuple_get_item, is_var, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "mrvl"

logger = logging.getLogger(NAME)

LARGEST_BATCH = 8


def shape_of(node):
    return node.checked_type.shape


def is_float(node):
    return node.checked_type.dtype == "float32"


def is_unknown(size):
    return isinstance(size, tvm.tir.Any)


def has_valid_batch(node):
    batch = shape_of(node)[0]
    if is_unknown(batch) or batch > LARGEST_BATCH:
        logger.info("the batch is %s; a known batch of at most %s is supported", batch, LARGEST_BATCH)
        return False
    return True


def has_batch_of_one(node):
    """A batch of one, or of unknown size."""
    batch = shape_of(node)[0]
    return is_unknown(batch) or int(batch) == 1


def is_depthwise(conv):
    """As many input as output channels as groups."""
    attrs = conv.attrs
    inputs = shape_of(conv.args[0])[attrs.data_layout.index("C")]
    outputs = shape_of(conv.args[1])[attrs.kernel_layout.index("O")]
    return inputs == outputs and outputs == attrs.groups


# Operator rules, which the checks of composites ask, too.


@tvm.ir.register_op_attr("nn.conv2d", f"target.{NAME}")
def check_conv2d(conv):
    attrs, (data, weight) = conv.attrs, conv.args
    if attrs.data_layout != "NHWC" or attrs.out_dtype not in ("float32", ""):
        return False
    if len(shape_of(data)) != 4 or not has_valid_batch(data) or not is_float(data):
        return False
    if len(shape_of(weight)) != 4 or not is_float(weight):
        return False
    # Groups must be as many as the weight's first axis is long, whatever that axis is.
    wanted = int(shape_of(weight)[0]) if is_depthwise(conv) else 1
    return attrs.groups == wanted


@tvm.ir.register_op_attr("add", f"target.{NAME}")
def check_add(call):
    left = call.args[0]
    if isinstance(left, relay.Call) and isinstance(left.op, tvm.ir.Op) and left.op.name in ("nn.conv2d", "nn.dense"):
        logger.info("the first summand is a layer, %s", left.op.name)
        return False
    return len(shape_of(left)) in (3, 4) and has_valid_batch(left) and is_float(left)


@tvm.ir.register_op_attr("concatenate", f"target.{NAME}")
def check_concatenate(call):
    fields = call.args[0].checked_type.fields
    if isinstance(call.args[0], relay.Call):
        raise TypeError("the argument is a call, and no tuple")
    # The reference reads the second field before it looks at how many there are.
    second = fields[1]
    for field in fields:
        if len(field.shape) != 4 or field.shape[0] != 1 or field.dtype != "float32":
            return False
    return call.attrs.axis == 3


@tvm.ir.register_op_attr("nn.dense", f"target.{NAME}")
def check_dense(dense):
    weight = dense.args[1]
    if not is_float(dense.args[0]) or len(shape_of(weight)) != 2 or not is_float(weight):
        return False
    return dense.attrs.out_dtype in ("float32", "")


def check_pool(pool, takes_batch):
    data = pool.args[0]
    if pool.attrs.layout != "NHWC" or len(shape_of(data)) != 4:
        return False
    return takes_batch(data) and is_float(data)


@tvm.ir.register_op_attr("nn.max_pool2d", f"target.{NAME}")
def check_max_pool2d(pool):
    return check_pool(pool, has_valid_batch)


@tvm.ir.register_op_attr("nn.avg_pool2d", f"target.{NAME}")
def check_avg_pool2d(pool):
    return check_pool(pool, has_batch_of_one)


@tvm.ir.register_op_attr("nn.global_avg_pool2d", f"target.{NAME}")
def check_global_avg_pool2d(pool):
    return check_pool(pool, has_batch_of_one)


@tvm.ir.register_op_attr("nn.global_max_pool2d", f"target.{NAME}")
def check_global_max_pool2d(pool):
    return check_pool(pool, lambda data: True)


@tvm.ir.register_op_attr("reshape", f"target.{NAME}")
def check_reshape(call):
    return len(shape_of(call)) in (2, 4)


@tvm.ir.register_op_attr("nn.batch_flatten", f"target.{NAME}")
def check_batch_flatten(call):
    return len(shape_of(call)) == 2 and len(shape_of(call.args[0])) in (2, 4)


@tvm.ir.register_op_attr("squeeze", f"target.{NAME}")
def check_squeeze(call):
    return True


@tvm.ir.register_op_attr("layout_transform", f"target.{NAME}")
def check_layout_transform(call):
    return call.attrs.src_layout == "NCHW" and call.attrs.dst_layout == "NHWC" and is_float(call.args[0])


# Checks of composites: those of the operator inside.


def composed(operator, rule):
    def check(root):
        node = root
        while isinstance(node, relay.TupleGetItem) or node.op.name != operator:
            node = node.tuple_value if isinstance(node, relay.TupleGetItem) else node.args[0]
        return rule(node)

    return check


# Patterns.


def padded():
    return is_op("nn.pad")(wildcard(), wildcard())


def maybe_padded(layer):
    return layer(padded()) | layer(wildcard())


def rectified(inner):
    return inner.optional(is_op("nn.relu"))


def biased(inner):
    return inner.optional(lambda x: is_op("nn.bias_add")(x, is_constant()) | is_op("add")(x, is_constant()))


def convolution(data):
    total = biased(is_op("nn.conv2d")(data, is_constant()))
    constants = [is_constant() for _ in range(4)]
    normalized = is_tuple_get_item(is_op("nn.batch_norm")(total, *constants), 0)
    return rectified(total) | rectified(normalized)


def dense(data):
    return rectified(biased(is_op("nn.dense")(data, is_constant())))


def fully_connected():
    """A dense layer, perhaps after a tensor that is turned to NCHW and flattened."""
    turned = is_op("layout_transform")(wildcard()).has_attr({"src_layout": "NHWC", "dst_layout": "NCHW"})
    flat = is_op("reshape")(turned) | is_op("nn.batch_flatten")(turned)
    return dense(flat) | dense(wildcard())


def pool(operator):
    return lambda data: is_op(operator)(data)


def unary(operator):
    return is_op(operator)(wildcard())


@register_pattern_table(NAME)
def pattern_table():
    transform = is_op("layout_transform")(is_var(), wildcard(), wildcard())
    to_nhwc = transform.has_attr({"src_layout": "NCHW", "dst_layout": "NHWC"})
    table = [
        ("conv2d_nhwc2nhwc", maybe_padded(convolution), "nn.conv2d", check_conv2d),
        ("fc_ni2no", fully_connected(), "nn.dense", check_dense),
        ("maxpool2d_nhwc2nhwc", maybe_padded(pool("nn.max_pool2d")), "nn.max_pool2d", check_max_pool2d),
        ("avgpool2d_nhwc2nhwc", maybe_padded(pool("nn.avg_pool2d")), "nn.avg_pool2d", check_avg_pool2d),
        ("globalavgpool2d_nhwc2nhwc", unary("nn.global_avg_pool2d"), "nn.global_avg_pool2d", check_global_avg_pool2d),
        ("globalmaxpool2d_nhwc2nhwc", unary("nn.global_max_pool2d"), "nn.global_max_pool2d", check_global_max_pool2d),
        ("sum", rectified(is_op("add")(wildcard(), wildcard())), "add", check_add),
        ("concat", is_op("concatenate")(is_tuple(None)), "concatenate", check_concatenate),
        ("layout_transform_nchw2nhwc", to_nhwc, "layout_transform", check_layout_transform),
        ("reshape", unary("reshape"), "reshape", check_reshape),
        ("batch_flatten", unary("nn.batch_flatten"), "nn.batch_flatten", check_batch_flatten),
        ("squeeze", unary("squeeze"), "squeeze", check_squeeze),
    ]
    return [(f"{NAME}.{name}", pattern, composed(operator, rule)) for name, pattern, operator, rule in table]
`;

const defects: Readonly<Record<string, string>> = {
  "mrvl.concat": "The check reads a second field, which a tuple of one does not have; TVM raises then.",
  "mrvl.layout_transform_nchw2nhwc": "It can never match: the operator takes 1 argument, the pattern asks for 3.",
};

/** Convolutions and poolings in the layout of the region functions, or back in that of the host's. */
function layouts(data: string, kernel: string): FlowStep {
  return {
    pass: "ConvertLayout",
    options: {
      desired_layouts: {
        "nn.conv2d": [data, kernel],
        "nn.max_pool2d": [data],
        "nn.avg_pool2d": [data],
        "nn.global_avg_pool2d": [data],
      },
      converters: "mrvl",
    },
  };
}

/** Marvell's layers for its processors. */
export const mrvl: Target = {
  name: "mrvl",
  title: "Marvell MLIP",
  upstream: ["python/tvm/relay/op/contrib/mrvl.py"],
  needs: "Constant weights, float32, a batch of at most 8 (the flow turns layers to NHWC itself), and heavy work in each region.",
  source,
  defect: (entry) => defects[entry],
  flow: [
    ...steps("InferType", "MrvlRemoveDropoutPass", "MrvlRemoveCopyPass", "RemoveUnusedFunctions"),
    ...steps("FoldConstant", "SimplifyExpr", "InferType"),
    layouts("NHWC", "OHWI"),
    ...steps("FoldConstant", "SimplifyExpr", "InferType", "MergeComposite"),
    { pass: "AnnotateTarget", options: { include_non_call_ops: true } },
    ...steps("MergeCompilerRegions"),
    { pass: "PartitionGraph", options: { mod_name: "" } },
    ...steps("InferType", "RepartitionMrvlSubgraphs"),
    layouts("NCHW", "OIHW"),
    ...steps("FoldConstant", "SimplifyExpr", "InferType", "AddMrvlAttributes"),
  ],
  optLevel: 3,
  disabledPasses: ["AlterOpLayout"],
  bindsParameters: true,
};
