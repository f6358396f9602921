/** The target tensorrt: NVIDIA's TensorRT. Follows python/tvm/relay/op/contrib/tensorrt.py. */
import { steps, type Target, type TargetSetting } from "./target.ts";

const source = `
import logging

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_op, is_tuple, is_tuple_get_item, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "tensorrt"

logger = logging.getLogger(NAME)

# The settings: attributes of the target in TVM. The first axis may be the batch, which no operator may touch.
use_implicit_batch = True
use_fp16 = False
tensorrt_version = (6, 0, 1)


def shape_of(node):
    return node.checked_type.shape


def rank_of(node):
    return len(shape_of(node))


def is_unknown(size):
    return isinstance(size, tvm.tir.Any)


def since(version, what):
    """Whether the assumed TensorRT is that version or newer."""
    if tuple(tensorrt_version) >= version:
        return True
    logger.info("%s needs TensorRT %s", what, ".".join([str(part) for part in version]))
    return False


# What every entry asks: types of inputs.


def is_supported_type(type_):
    """A supported dtype and known sizes; an implicit batch may be unknown."""
    if isinstance(type_, relay.TupleType):
        return all([is_supported_type(field) for field in type_.fields])
    if type_.dtype != "float32" and not (use_fp16 and type_.dtype == "float16"):
        return False
    for size in type_.shape[1:] if use_implicit_batch else type_.shape:
        if is_unknown(size):
            return False
    return True


def inputs_are_supported(call):
    for argument in call.args:
        if not is_supported_type(argument.checked_type):
            return False
    return True


def leaves_batch(call, axis):
    """With an implicit batch an operator must not touch axis 0."""
    if use_implicit_batch and axis == 0:
        logger.info("%s must leave the batch alone, and works on axis 0", call.op.name)
        return False
    return True


# Layers with weights.


def has_constant_weight(call):
    return isinstance(call.args[1], relay.Constant)


def has_layouts(attrs, data, kernel):
    return attrs.data_layout == data and attrs.kernel_layout == kernel


def has_out_layout(attrs, layout):
    return not attrs.out_layout or attrs.out_layout == layout


def check_conv1d(call):
    return has_constant_weight(call) and has_layouts(call.attrs, "NCW", "OIW")


def check_conv2d(call):
    if not has_constant_weight(call) or not has_layouts(call.attrs, "NCHW", "OIHW"):
        return False
    return has_out_layout(call.attrs, "NCHW")


def check_conv3d(call):
    if not since((6, 0, 1), call.op.name):
        return False
    if not has_constant_weight(call) or not has_layouts(call.attrs, "NCDHW", "OIDHW"):
        return False
    return has_out_layout(call.attrs, "NCDHW")


def is_all(values, wanted):
    """Whether all numbers of an attribute are the same; an attribute may be missing."""
    if not values:
        return True
    for value in values:
        if value != wanted:
            return False
    return True


def check_conv2d_transpose(call):
    attrs = call.attrs
    if not has_layouts(attrs, "NCHW", "OIHW") or not has_out_layout(attrs, "NCHW"):
        return False
    return is_all(attrs.dilation, 1)


def check_conv3d_transpose(call):
    attrs = call.attrs
    if not since((6, 0, 1), call.op.name):
        return False
    if not has_layouts(attrs, "NCDHW", "OIDHW") or not has_out_layout(attrs, "NCDHW"):
        return False
    return is_all(attrs.dilation, 1) and is_all(attrs.output_padding, 0)


def check_dense(call):
    if not has_constant_weight(call):
        return False
    return rank_of(call.args[0]) in (2, 3, 4) and rank_of(call.args[1]) == 2


def check_batch_matmul(call):
    ranks = rank_of(call.args[0]), rank_of(call.args[1])
    if use_implicit_batch and ranks[0] != ranks[1]:
        logger.info("both operands must have one rank, and have %s and %s", *ranks)
        return False
    return True


def check_bias_add(call):
    return rank_of(call.args[0]) in (2, 3, 4)


def check_batch_norm(item):
    call = item.tuple_value
    rank = rank_of(call.args[0])
    if rank == 5 and not since((6, 0, 1), "nn.batch_norm of rank 5"):
        return False
    return rank <= 5 and call.attrs.axis in (1, 3)


# Operators with two inputs.


def check_add(call):
    left, right = [shape_of(argument) for argument in call.args]
    if use_implicit_batch:
        if len(left) < 1 or len(right) < 1:
            logger.info("no operand may be a scalar")
            return False
        return True
    constants = [argument for argument in call.args if isinstance(argument, relay.Constant)]
    if constants and len(left) > 0 and len(right) > 0 and left[0] == right[0] and left[0] != 1:
        if len(left) > 3 or len(right) > 3:
            logger.info("a constant with a batch of %s has more than three axes", left[0])
            return False
    return True


# Shapes of a detection network that do not work.
BAD_FACTORS = [[300, 64, 7, 7], [300, 1, 1, 1]]


def check_multiply(call):
    shapes = [[size if is_unknown(size) else int(size) for size in shape_of(argument)] for argument in call.args]
    if all([shape in BAD_FACTORS for shape in shapes]):
        logger.info("factors of the shapes %s and %s are not supported", *shapes)
        return False
    return True


# Operators along axes.


def check_axis(call):
    return leaves_batch(call, call.attrs.axis)


def check_reduce(call):
    axes = call.attrs.axis
    if use_implicit_batch and not axes:
        logger.info("%s must leave the batch alone, and reduces all axes", call.op.name)
        return False
    if call.attrs.exclude:
        return False
    return all([leaves_batch(call, axis) for axis in axes or []])


def check_squeeze(call):
    axes = call.attrs.axis
    return bool(axes) and all([leaves_batch(call, axis) for axis in axes])


def check_concatenate(call):
    if not leaves_batch(call, call.attrs.axis) or not isinstance(call.args[0], relay.Tuple):
        return False
    for field in call.args[0].fields:
        if isinstance(field, relay.Constant):
            logger.info("a field of the tuple is a constant")
            return False
    return True


def check_transpose(call):
    if use_implicit_batch and call.attrs.axes[0] != 0:
        logger.info("transpose must leave the batch alone, and axes[0] is %s", call.attrs.axes[0])
        return False
    return True


LAYOUTS = [("NCHW", "NHWC"), ("NHWC", "NCHW"), ("NDHWC", "NCDHW"), ("NCDHW", "NDHWC")]


def check_layout_transform(call):
    return (call.attrs.src_layout, call.attrs.dst_layout) in LAYOUTS


# Poolings.


def rounds_up(attrs):
    return attrs.ceil_mode and not since((5, 1, 5), "ceil_mode")


def check_max_pool2d(call):
    return call.attrs.layout == "NCHW" and not rounds_up(call.attrs)


def check_avg_pool2d(call):
    attrs = call.attrs
    if attrs.layout != "NCHW":
        return False
    padding = [int(size) for size in attrs.padding]
    if attrs.count_include_pad and len(padding) == 4 and padding[:2] != padding[2:]:
        logger.info("padding that is counted must be the same on opposite sides, and is %s", padding)
        return False
    return not rounds_up(attrs)


def check_global_pool2d(call):
    return call.attrs.layout == "NCHW"


def check_pool3d(call):
    return since((6, 0, 1), call.op.name) and call.attrs.layout == "NCDHW"


def check_adaptive_pool2d(call):
    return bool(call.attrs.output_size) and is_all(call.attrs.output_size, 1)


# Operators that give a tensor another shape.


def keeps_size(before, wanted, place):
    if is_unknown(before[place]) or int(before[place]) != wanted[place]:
        logger.info("newshape[%s] is %s, and shape[%s] of its input is %s", place, wanted[place], place, before[place])
        return False
    return True


def keeps_open_batch(before, wanted):
    """Whether a reshape leaves the batch, of which with an unknown size only what stays in its place is sure."""
    if wanted[0] < 0:
        for place in range(1, min(len(before), len(wanted))):
            if is_unknown(before[place]) or int(before[place]) != wanted[place]:
                logger.info("-1 is accepted for a batch of unknown size only where all other sizes stay; newshape is %s, of an input of %s", wanted, before)
                return False
        return True
    if wanted[0] == 0:
        return True
    return keeps_size(before, wanted, 0)


def check_reshape(call):
    for size in call.attrs.newshape:
        if size < -1:
            return False
    if not use_implicit_batch:
        return True
    if len(call.attrs.newshape) == 0 or rank_of(call.args[0]) == 0:
        return False
    if any([is_unknown(size) for size in shape_of(call.args[0])]):
        return keeps_open_batch(shape_of(call.args[0]), call.attrs.newshape)
    if int(shape_of(call.args[0])[0]) != int(shape_of(call)[0]):
        logger.info("reshape must leave the batch alone, and makes %s of %s", shape_of(call), shape_of(call.args[0]))
        return False
    return True


def check_pad(call):
    widths = call.attrs.pad_width
    if not has_constant_weight(call) or call.attrs.pad_mode != "constant" or len(widths) not in (4, 5):
        return False
    unpadded = widths[:3] if len(widths) == 5 else widths[:2]
    if any([int(width) != 0 for pair in unpadded for width in pair]):
        return False
    return float(call.args[1].data.numpy()) <= 0.0


def check_strided_slice(call):
    if not since((5, 1, 5), "strided_slice"):
        return False
    attrs, shape = call.attrs, shape_of(call.args[0])
    begin, end = attrs.begin, attrs.end
    if use_implicit_batch:
        starts = begin[0] is not None and begin[0] != 0
        if end[0] is not None and end[0] != -1 and int(end[0]) != int(shape[0]) or starts:
            logger.info("strided_slice must leave the batch alone, and cuts it")
            return False
    for stride in attrs.strides:
        if stride is not None and stride <= 0:
            logger.info("strided_slice has the stride %s, and must have positive ones", stride)
            return False
    for axis in range(len(shape) if attrs.axes is None else len(attrs.axes)):
        runs_to_end = end[axis] is None or end[axis] == -1
        if attrs.slice_mode == "size":
            size = shape[axis] - begin[axis] if runs_to_end else end[axis]
        else:
            size = (shape[axis] if runs_to_end else end[axis]) - begin[axis]
        if int(size) < 1:
            logger.info("nothing is left of axis %s", axis)
            return False
    return True


# Patterns.


def entry(operator, *inputs, check=None):
    """An operator with its check, which every entry asks after the types of the inputs."""

    def checks(call):
        if not inputs_are_supported(call):
            return False
        return True if check is None else check(call)

    return (f"{NAME}.{operator}", is_op(operator)(*inputs), checks)


def unary(operator, check=None):
    return entry(operator, wildcard(), check=check)


def binary(operator, check=None):
    return entry(operator, wildcard(), wildcard(), check=check)


def weighted(operator, check):
    return entry(operator, wildcard(), is_constant(), check=check)


def newer(operator, *version):
    return unary(operator, lambda call: since(version, operator))


def batch_norm():
    constants = [is_constant() for _ in range(4)]

    def checks(item):
        return inputs_are_supported(item.tuple_value) and check_batch_norm(item)

    return (f"{NAME}.nn.batch_norm", is_tuple_get_item(is_op("nn.batch_norm")(wildcard(), *constants), 0), checks)


@register_pattern_table(NAME)
def pattern_table():
    plain = ["sigmoid", "tanh", "exp", "log", "sqrt", "abs", "negative", "nn.batch_flatten", "clip"]
    return [
        weighted("nn.conv3d", check_conv3d),
        weighted("nn.conv2d", check_conv2d),
        weighted("nn.conv1d", check_conv1d),
        binary("nn.conv2d_transpose", check_conv2d_transpose),
        binary("squeeze", check_squeeze),
        binary("add", check_add),
        weighted("nn.dense", check_dense),
        binary("nn.bias_add", check_bias_add),
        binary("nn.batch_matmul", check_batch_matmul),
        binary("divide"),
        binary("multiply", check_multiply),
        *[binary(name) for name in ("subtract", "power", "maximum", "minimum")],
        unary("nn.relu"),
        newer("nn.leaky_relu", 5, 1, 5),
        unary("nn.pad"),
        *[unary(name) for name in plain],
        *[newer(name, 5, 1, 5) for name in ("sin", "cos", "atan", "ceil")],
        unary("floor"),
        newer("erf", 7, 0, 0),
        *[unary(name, check_reduce) for name in ("sum", "prod", "max", "min", "max", "mean")],
        entry("concatenate", is_tuple(None), check=check_concatenate),
        unary("expand_dims", check_axis),
        unary("layout_transform", check_layout_transform),
        unary("transpose", check_transpose),
        unary("reshape", check_reshape),
        unary("split", check_axis),
        unary("nn.pad", check_pad),
        unary("strided_slice", check_strided_slice),
        unary("nn.adaptive_avg_pool2d", check_adaptive_pool2d),
        unary("nn.adaptive_max_pool2d", check_adaptive_pool2d),
        unary("nn.max_pool3d", check_pool3d),
        unary("nn.avg_pool3d", check_pool3d),
        unary("nn.conv3d_transpose", check_conv3d_transpose),
        unary("nn.softmax", check_axis),
        unary("nn.layer_norm", check_axis),
        unary("nn.max_pool2d", check_max_pool2d),
        unary("nn.avg_pool2d", check_avg_pool2d),
        unary("nn.global_max_pool2d", check_global_pool2d),
        unary("nn.global_avg_pool2d", check_global_pool2d),
        batch_norm(),
    ]
`;

/** How many arguments operators take that have entries for another number. */
const takes: Readonly<Record<string, number>> = { squeeze: 1, "nn.pad": 2, "nn.conv3d_transpose": 2, "nn.layer_norm": 3 };

const attribute = (name: string) => `An attribute of \`Target("tensorrt -${name}=...")\`.`;

const settings: Readonly<Record<string, TargetSetting>> = {
  use_implicit_batch: {
    type: "boolean",
    default: true,
    others: [false],
    doc: `Whether the first axis is the batch, which no operator may touch. ${attribute("use_implicit_batch")}`,
  },
  use_fp16: {
    type: "boolean",
    default: false,
    others: [true],
    doc: `Whether float16 is taken next to float32. ${attribute("use_fp16")}`,
  },
  remove_no_mac_subgraphs: {
    type: "boolean",
    default: false,
    others: [],
    doc: `Whether regions without products go back to the host. ${attribute("remove_no_mac_subgraphs")}`,
  },
  tensorrt_version: {
    type: "int[]",
    default: [6, 0, 1],
    others: [[7, 0, 0]],
    doc: `Which TensorRT is assumed where none is linked. ${attribute("tensorrt_version")}`,
  },
};

/** NVIDIA's engines for its GPUs. */
export const tensorrt: Target = {
  name: "tensorrt",
  title: "TensorRT",
  upstream: ["python/tvm/relay/op/contrib/tensorrt.py"],
  needs: "Constant weights, NCHW, float32 (float16 where asked), and a batch dimension that no operator touches.",
  source,
  defect: (entry) => {
    const count = takes[entry.replace("tensorrt.", "")];
    if (count === undefined) return undefined;
    return `It can never match: the operator takes ${count} argument${count === 1 ? "" : "s"}, the pattern asks for another number.`;
  },
  flow: [
    ...steps("InferType", "RemoveDropoutPass", "RemoveUnusedFunctions"),
    {
      pass: "ConvertLayout",
      options: {
        desired_layouts: {
          "nn.conv1d": ["NCW", "default"],
          "nn.conv2d": ["NCHW", "default"],
          "nn.conv3d": ["NCDHW", "default"],
          "nn.conv2d_transpose": ["NCHW", "default"],
        },
      },
    },
    ...steps(
      "FoldConstant",
      "MergeComposite",
      "AnnotateTarget",
      "MergeCompilerRegions",
      "PartitionGraph",
      "InferType",
      "PruneTensorrtSubgraphs",
    ),
  ],
  optLevel: 3,
  bindsParameters: true,
  settings,
};
