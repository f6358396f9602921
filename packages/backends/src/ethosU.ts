/** The target ethos-u: Arm's Ethos-U NPU. Follows python/tvm/relay/op/contrib/ethosu.py of 0.18.0. */
import { steps, type Target } from "./target.ts";

const source = `
import logging

import numpy as np
import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_constant, is_op, is_tuple, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "ethos-u"

logger = logging.getLogger(NAME)

LONGEST_AXIS = 65536
UNPADDED = [0, 0, 0, 0]


def shape_of(node):
    return node.checked_type.shape


def rank_of(node):
    return len(node.checked_type.shape)


def dtype_of(node):
    return node.checked_type.dtype


def numbers_of(constant):
    return [number.item() for number in constant.data.numpy().flatten()]


def number_of(constant):
    return numbers_of(constant)[0]


def below_clip(root):
    return root.args[0] if root.op.name == "clip" else root


# Requirements on tensors. All sizes are taken as whole numbers before anything is asked.


def sizes_of(node):
    return [int(size) for size in shape_of(node)]


def demand_sizes(*nodes):
    for node in nodes:
        sizes_of(node)


def have_dtypes(nodes, dtypes):
    for node in nodes:
        if dtype_of(node) not in dtypes:
            return False
        for size in shape_of(node):
            if size > LONGEST_AXIS:
                return False
    return True


def have_up_to_4_axes(*nodes):
    for node in nodes:
        if rank_of(node) > 4:
            return False
    return True


def has_batch_of_one(node):
    batch = shape_of(node)[0]
    return int(batch) == 1


def has_batch_of_one_if_any(node):
    return rank_of(node) != 4 or has_batch_of_one(node)


def are_within(numbers, low, high):
    for number in (numbers[0], numbers[1]):
        if number < low or number > high:
            return False
    return True


SIDES = ["top", "left", "bottom", "right"]


def fits_padding(padding, limits):
    if len(padding) != 4:
        logger.info("write padding as four numbers; it has %s", len(padding))
        return False
    for side, number, limit in zip(SIDES, padding, limits):
        if number > limit:
            logger.info("the padding at the %s is %s; at most %s is allowed", side, number, limit)
            return False
    return True


def widths_of(pad):
    """The widths of an nn.pad along the two middle axes of four: top, left, bottom, right."""
    widths = pad.attrs.pad_width
    return [int(widths[axis][side]) for axis, side in [(1, 0), (2, 0), (1, 1), (2, 1)]]


def leaves_axes(pad, axes):
    """An nn.pad of a tensor of rank 4 that leaves some axes as they are."""
    widths = pad.attrs.pad_width
    if len(widths) != 4:
        return False
    for axis in axes:
        if list(widths[axis]) != [0, 0]:
            logger.info("axis %s is padded", axis)
            return False
    return True


# Weights. What reads the values of constants comes last in a check.


def has_small_kernel(layer):
    """The dilated kernel; the dilation's numbers are taken in the reference's order."""
    attrs = layer.attrs
    sizes, layout = shape_of(layer.args[1]), attrs.kernel_layout
    width = (int(sizes[layout.index("W")]) - 1) * int(attrs.dilation[0]) + 1
    height = (int(sizes[layout.index("H")]) - 1) * int(attrs.dilation[1]) + 1
    if height < 1 or height > 64 or height * width < 1 or height * width > 4096:
        logger.info("the dilated kernel is %s high and %s wide; at most 64 and 4096 elements are allowed", height, width)
        return False
    return True


def fits_sums(layer, output_axis):
    """No sum of the weights of an output channel overflows. Differences have the dtype of the weights."""
    weights, zero = layer.args[1].data.numpy(), layer.args[3].data.numpy()
    others = tuple([axis for axis in range(len(weights.shape)) if axis != output_axis])
    differences = np.abs(weights - zero.flatten()[0].astype(weights.dtype))
    largest = np.amax(np.sum(differences, axis=others)).item()
    if largest > 127 * 65536:
        logger.info("a sum of weights overflows: it is %s", largest)
        return False
    return True


def fits_bias(bias):
    """A bias of int64 must fit into 40 bits, the sign counted."""
    if dtype_of(bias) != "int64":
        return True
    for number in numbers_of(bias):
        if number >= 2**40 or number <= -(2**39):
            logger.info("the bias %s does not fit into 40 bits", number)
            return False
    return True


# Convolutions with a bias, and perhaps a padding before them.


def is_pad(node):
    return isinstance(node, relay.Call) and isinstance(node.op, tvm.ir.Op) and node.op.name == "nn.pad"


def takes_convolution(root, takes_groups):
    """What both kinds of convolutions ask; takes_groups asks about the rest."""
    total = below_clip(root).args[0]
    conv, bias = total.args
    attrs, weight = conv.attrs, conv.args[1]
    pad = conv.args[0] if is_pad(conv.args[0]) else None
    data = pad.args[0] if pad else conv.args[0]
    demand_sizes(weight, bias, data, root)
    if not have_dtypes([weight, data, root], ("uint8", "int8")) or not has_small_kernel(conv):
        return False
    if not are_within(attrs.strides, 1, 3) or not has_batch_of_one(data) or not are_within(attrs.dilation, 1, 2):
        return False
    own = [int(number) for number in attrs.padding]
    if pad:
        if not leaves_axes(pad, [0, 3]):
            return False
        own = [number + width for number, width in zip(own, widths_of(pad))]
    if not fits_padding(own, [31, 31, 32, 32]) or not takes_groups(conv):
        return False
    if pad and number_of(conv.args[2]) != number_of(pad.args[1]):
        logger.info("it is padded with %s, and the zero point is %s", number_of(pad.args[1]), number_of(conv.args[2]))
        return False
    return fits_bias(bias) and fits_sums(conv, attrs.kernel_layout.index("O"))


def outputs_of(conv):
    return int(shape_of(conv.args[1])[conv.attrs.kernel_layout.index("O")])


def is_not_depthwise(conv):
    groups, channels = conv.attrs.groups, shape_of(conv)[3]
    if groups != 1 and groups != channels:
        logger.info("the convolution has %s groups; 1 and %s are supported", groups, channels)
        return False
    if groups == outputs_of(conv):
        logger.info("the convolution is depthwise, with %s groups", groups)
        return False
    return True


def is_depthwise(conv):
    attrs = conv.attrs
    if attrs.kernel_layout != "HWOI" or int(shape_of(conv.args[1])[3]) != 1:
        return False
    return attrs.groups == outputs_of(conv)


def check_conv2d(root):
    return takes_convolution(root, is_not_depthwise)


def check_depthwise_conv2d(root):
    return takes_convolution(root, is_depthwise)


# Other layers with weights, whose bias may be missing.


def layer_of(requantize):
    """The layer below a requantization, and its bias if there is one."""
    total = requantize.args[0]
    if total.op.name == "nn.bias_add":
        return total.args[0], total.args[1]
    return total, None


def check_conv2d_transpose(root):
    conv, bias = layer_of(root)
    attrs, (data, weight) = conv.attrs, conv.args[:2]
    demand_sizes(weight)
    if bias:
        demand_sizes(bias)
    demand_sizes(data, root)
    if not have_dtypes([weight, data, root], ["int8"]) or not has_small_kernel(conv):
        return False
    if not are_within(attrs.strides, 2, 2) or not has_batch_of_one(data) or not are_within(attrs.dilation, 1, 1):
        return False
    kernel, padding = sizes_of(weight)[2:], [int(number) for number in attrs.padding]
    for axis in range(2):
        # The strides stretch the input; without padding, the kernel is over.
        stride = int(attrs.strides[axis])
        wanted = sizes_of(data)[1 + axis] * stride
        if padding == UNPADDED:
            wanted += kernel[axis] - stride
        if sizes_of(root)[1 + axis] != wanted:
            logger.info("the output has the size %s along axis %s; the hardware gives %s", shape_of(root)[1 + axis], 1 + axis, wanted)
            return False
    if not fits_padding([kernel[side % 2] - 1 - padding[side] for side in range(4)], [31, 31, 32, 32]):
        return False
    if kernel[0] - 2 < padding[2] or kernel[1] - 2 < padding[3]:
        return False
    if attrs.groups != 1 or list(attrs.output_padding) != [0, 0]:
        return False
    return (bias is None or fits_bias(bias)) and fits_sums(conv, attrs.kernel_layout.index("O"))


def check_fully_connected(root):
    dense, bias = layer_of(below_clip(root))
    data, weight = dense.args[:2]
    demand_sizes(weight)
    if bias:
        demand_sizes(bias)
    demand_sizes(data, root)
    if not have_dtypes([data, root], ["int8"]) or not has_batch_of_one(data):
        return False
    if rank_of(data) != 2 or rank_of(root) != 2:
        return False
    return (bias is None or fits_bias(bias)) and fits_sums(dense, 0)


def takes_product(left, right, root, dtypes):
    """A product of matrices that are both given at run time."""
    if not have_dtypes([left, root], dtypes) or rank_of(left) != 2 or rank_of(root) != 2:
        return False
    return sizes_of(left)[1] == sizes_of(right)[1]


def check_matmul(root):
    dense, _ = layer_of(below_clip(root))
    left, right = dense.args[:2]
    demand_sizes(right, left, root)
    return takes_product(left, right, root, ("int8", "int16"))


def has_supported_fraction(multiply):
    bits = 31 - int(multiply.attrs.shift)
    if bits < 0 or bits > 16:
        logger.info("the fraction has %s bits; 0 to 16 are supported", bits)
        return False
    return True


def check_matmul_fixed_point(root):
    left, right = [factor.args[0].args[0] for factor in root.args[0].args[0].args[:2]]
    demand_sizes(right, left, root)
    return has_supported_fraction(root.args[0]) and takes_product(left, right, root, ["int16"])


# Poolings.


def takes_pool(pool, data, output, limits, takes_rest):
    attrs = pool.attrs
    window, padding = [int(size) for size in attrs.pool_size], [int(number) for number in attrs.padding]
    demand_sizes(data, output)
    if not have_dtypes([data, output], ("uint8", "int8")) or dtype_of(data) != dtype_of(output):
        return False
    if not are_within(attrs.strides, 1, 3):
        # A window over all of an input without padding does not move.
        if padding != UNPADDED or sizes_of(data)[1:3] != window:
            logger.info("the strides are %s; 1 to 3 are supported", [int(stride) for stride in attrs.strides])
            return False
    if not has_batch_of_one(data) or not takes_rest(attrs) or not fits_padding(padding, limits):
        return False
    if len(window) != 2 or window[1] > 256 or window[0] * window[1] > 65536:
        logger.info("the window %s is too large", window)
        return False
    return True


def check_max_pool2d(root):
    pool = below_clip(root)
    return takes_pool(pool, pool.args[0], pool, [127, 127, 128, 128], lambda attrs: True)


def counts_no_padding(attrs):
    return not attrs.count_include_pad


def check_avg_pool2d(root):
    output = below_clip(root)
    pool = output.args[0]
    if not takes_pool(pool, pool.args[0].args[0], output, [3, 3, 4, 4], counts_no_padding):
        return False
    if list(pool.attrs.padding) != UNPADDED and not are_within(pool.attrs.pool_size, 0, 8):
        logger.info("a padded window is at most 8 by 8")
        return False
    return True


# Reductions.


def reduces(attrs, axes, rank):
    """Whether the axes that are summed over are these; the axes of exclude are those that are not."""
    given = [int(axis) for axis in attrs.axis]
    if attrs.exclude:
        return [axis in given for axis in range(rank)] == [axis not in axes for axis in range(rank)]
    return len(given) == len(axes) and all([axis in given for axis in axes])


def reduces_one_of(reduce, data, choices):
    for rank, axes in choices:
        if rank_of(data) == rank and reduces(reduce.attrs, axes, rank):
            return True
    return False


OVER_PLANE = [(rank, axes) for rank in (2, 3) for axes in ([0], [1], [0, 1])] + [(4, axes) for axes in ([1], [2], [1, 2])]
OVER_HEIGHT = [(2, [0]), (2, [1]), (3, [0]), (3, [1]), (4, [1])]


def plane_of(data):
    sizes = sizes_of(data)
    return (sizes[0], sizes[1]) if len(sizes) in (2, 3) else (sizes[1], sizes[2])


def keeps_quantization(requantize):
    scales = number_of(requantize.args[1]), number_of(requantize.args[3])
    zeros = number_of(requantize.args[2]), number_of(requantize.args[4])
    return scales[0] == scales[1] and zeros[0] == zeros[1]


def check_mean(root):
    reduce = root.args[0]
    data = reduce.args[0].args[0]
    demand_sizes(data, root)
    height, width = plane_of(data)
    if not have_dtypes([data], ("int8", "uint8")) or not have_dtypes([root], ("int8", "uint8", "int16")):
        return False
    if not reduces_one_of(reduce, data, OVER_PLANE):
        logger.info("the mean is over the axes %s; over height, width or both is supported", reduce.attrs.axis)
        return False
    if height * width > 65536:
        logger.info("the mean is over %s by %s elements; at most 65536 are supported", height, width)
        return False
    if height * width > 4096 and reduce.attrs.keepdims:
        return False
    # Of a tensor of rank 2 or 3 a mean over the width counts as well.
    is_over_height = reduces_one_of(reduce, data, OVER_HEIGHT)
    if is_over_height and height > 256:
        logger.info("the mean is over a height of %s", height)
        return False
    if height * width > 4096 and not keeps_quantization(root):
        logger.info("more than 4096 elements need the same scale and zero point before and after")
        return False
    if is_over_height and height > 64 and not keeps_quantization(root):
        logger.info("a height above 64 needs the same scale and zero point before and after")
        return False
    return True


def check_sum(root):
    requantize = below_clip(root)
    reduce = requantize.args[0]
    data = reduce.args[0].args[0]
    demand_sizes(data, requantize)
    plane_of(data)
    if not have_dtypes([data], ("uint8", "int8", "int16", "int32")) or not have_dtypes([requantize], ["int8"]):
        return False
    return reduces_one_of(reduce, data, [(3, [2]), (4, [3])])


# Two tensors, element by element.


def can_stretch(first, second):
    """Whether the second shape can be stretched to the first."""
    if len(first) < len(second):
        return False
    for own, other in zip(first[::-1], second[::-1]):
        if own != other and own == 1:
            return False
    return True


def takes_binary(left, right, output, is_clipped):
    demand_sizes(left, right, output)
    if dtype_of(output) == "int32" and (is_clipped or rank_of(output) < 4):
        logger.info("an int32 result must have rank 4, and no clip")
        return False
    if not have_up_to_4_axes(left, right) or not has_batch_of_one_if_any(left) or not has_batch_of_one_if_any(right):
        return False
    shapes = sizes_of(left), sizes_of(right)
    if not can_stretch(shapes[0], shapes[1]) and not can_stretch(shapes[1], shapes[0]):
        logger.info("neither of the shapes %s and %s can be stretched to the other", *shapes)
        return False
    return True


def check_quantized_binary(root):
    call = below_clip(root)
    left, right = call.args[:2]
    if not takes_binary(left, right, call, root.op.name == "clip"):
        return False
    return have_dtypes([left, right, call], ("uint8", "int8", "int32"))


def check_extremum(root):
    """The smaller or the larger of two: scales before and after must be equal."""
    is_requantized = root.op.name == "qnn.requantize"
    left, right = (root.args[0].args[0] if is_requantized else below_clip(root)).args
    if not takes_binary(left, right, root, is_requantized or root.op.name == "clip"):
        return False
    if dtype_of(left) != dtype_of(right) or not have_dtypes([left, right, root], ("uint8", "int8")):
        return False
    if is_requantized and number_of(root.args[1]) != number_of(root.args[3]):
        logger.info("the scales before and after are %s and %s: they must be equal", number_of(root.args[1]), number_of(root.args[3]))
        return False
    return True


def check_left_shift(root):
    left, right = below_clip(root).args
    return takes_binary(left, right, root, root.op.name == "clip") and have_dtypes([left, right, root], ["int32"])


# Functions between a dequantization and a quantization.


def input_of(root):
    return root.args[0].args[0].args[0]


def is_like_input(root, dtypes):
    data = input_of(root)
    demand_sizes(data, root)
    if not have_dtypes([data, root], dtypes) or dtype_of(data) != dtype_of(root):
        return False
    return have_up_to_4_axes(data)


def has_shape_of_input(root):
    return sizes_of(input_of(root)) == sizes_of(root)


def check_abs(root):
    if not is_like_input(root, ("int8", "uint8")):
        return False
    return has_batch_of_one_if_any(input_of(root)) and has_shape_of_input(root)


def check_softmax(root):
    return is_like_input(root, ["int8"]) and has_shape_of_input(root)


def check_table(root):
    """Functions that the hardware looks up in a table."""
    data = input_of(root)
    demand_sizes(data, root)
    return have_dtypes([data, root], ("int8", "int16"))


def check_tanh_fixed_point(root):
    data = root.args[0].args[0].args[0].args[0].args[0]
    demand_sizes(data, root)
    return has_supported_fraction(root.args[0]) and have_dtypes([data, root], ("int8", "int16"))


def check_requantize(root):
    data = root.args[0]
    demand_sizes(data, root)
    if not have_dtypes([data, root], ["int8"]) or not have_up_to_4_axes(data, root):
        return False
    return root.attrs.out_dtype in ("", "int8")


def check_hard_swish(root):
    """The dequantization is looked for below the second factor, and below the first summand of what is clipped there."""
    dequantize = root.args[0].args[0].args[1].args[0].args[0]
    demand_sizes(dequantize.args[0])
    for constant in dequantize.args[1:3]:
        constant.data
    demand_sizes(root)
    return have_dtypes([dequantize.args[0], root], ["int8"])


# Operators that move data.


def takes_padding(root, fits):
    data = root.args[0]
    demand_sizes(data, root)
    if not have_dtypes([data, root], ("uint8", "int8")) or dtype_of(data) != dtype_of(root):
        return False
    return has_batch_of_one(data) and fits(root) and have_up_to_4_axes(data, root)


def pads_plane(root):
    return leaves_axes(root, [0, 3]) and fits_padding(widths_of(root), [31, 31, 32, 32])


def check_pad2d(root):
    return takes_padding(root, pads_plane)


def check_channel_pad(root):
    return takes_padding(root, lambda pad: leaves_axes(pad, [0, 1, 2]))


def check_reshape(root):
    data = root.args[0]
    demand_sizes(data, root)
    return have_up_to_4_axes(data, root) and have_dtypes([data, root], ["int8"])


def check_squeeze(root):
    data = root.args[0]
    demand_sizes(data, root)
    return have_up_to_4_axes(root) and have_dtypes([data, root], ["int8"])


def check_split(root):
    demand_sizes(root.args[0])
    return have_dtypes([root.args[0]], ["int8"])


def check_strided_slice(root):
    """Slices go forward, by single steps; numbers that count from the end are taken literally."""
    attrs = root.attrs
    if not check_reshape(root) or len(attrs.begin) != len(attrs.end):
        return False
    for begin, end in zip(attrs.begin, attrs.end):
        if begin > end:
            return False
    for stride in attrs.strides or []:
        if stride != 1:
            return False
    return True


def are_alike(constants):
    numbers = [number_of(constant) for constant in constants]
    if any([number != numbers[0] for number in numbers]):
        logger.info("scales and zero points must be alike, and are %s", numbers)
        return False
    return True


def check_concatenate(root):
    fields, axis = root.args[0].fields, root.attrs.axis
    demand_sizes(*fields)
    if not have_dtypes(fields, ["int8"]):
        return False
    rank = rank_of(fields[0])
    if any([rank_of(field) != rank for field in fields]) or axis < 0 or axis >= rank:
        return False
    if rank_of(root) > 3 and not has_batch_of_one(root):
        return False
    if root.op.name == "qnn.concatenate":
        return are_alike(root.args[1].fields) and are_alike(root.args[2].fields)
    return True


MODES = ["asymmetric", "align_corners", "half_pixel"]


def check_resize2d(root):
    resize = root.args[0] if root.op.name == "qnn.quantize" else root
    data = resize.args[0].args[0] if root.op.name == "qnn.quantize" else resize.args[0]
    attrs = resize.attrs
    demand_sizes(data, root)
    if not have_dtypes([data, root], ["int8"]) or rank_of(data) != 4 or rank_of(root) != 4:
        return False
    if [float(number) for number in attrs.roi] != [0, 0, 0, 0] or attrs.method not in ("nearest_neighbor", "linear"):
        return False
    mode = attrs.coordinate_transformation_mode
    if mode not in MODES or attrs.rounding_method != ("round_prefer_ceil" if mode == "half_pixel" else ""):
        return False
    # Twice the size; aligned at the corners and linear, one less.
    less = 1 if mode == "align_corners" and attrs.method == "linear" else 0
    sizes = sizes_of(data)[1:3]
    wanted = [2 * size - less for size in sizes]
    if [int(size) for size in attrs.size] not in (sizes, wanted):
        logger.info("the size is %s; %s and %s are supported", [int(size) for size in attrs.size], sizes, wanted)
        return False
    return attrs.out_dtype in ("", "int8")


# Patterns.


def constants(count):
    return [is_constant() for _ in range(count)]


def clipped(inner):
    return inner.optional(is_op("clip"))


def requantized(inner):
    return is_op("qnn.requantize")(inner, *constants(4))


def biased(inner):
    return is_op("nn.bias_add")(inner, is_constant())


def convolution(kernel_layout):
    data = is_op("nn.pad")(wildcard(), is_constant()) | wildcard()
    product = is_op("qnn.conv2d")(data, *constants(5)).has_attr({"kernel_layout": kernel_layout})
    return clipped(requantized(biased(product)))


def conv2d_transpose():
    product = is_op("qnn.conv2d_transpose")(wildcard(), *constants(5)).has_attr({"kernel_layout": "IOHW"})
    return requantized(biased(product) | product)


def fully_connected():
    product = is_op("qnn.dense")(wildcard(), *constants(5))
    return clipped(requantized(product | biased(product)))


def scaled(data):
    return is_op("fixed_point_multiply")(data)


def scaled_cast():
    return scaled(is_op("cast")(wildcard()))


def dequantized(apply):
    inner = apply(is_op("qnn.dequantize")(wildcard(), *constants(2)))
    return is_op("qnn.quantize")(inner, *constants(2))


def binary(operator):
    return clipped(is_op(operator)(wildcard(), wildcard(), *constants(6)))


def selection(operator):
    return is_op(operator)(wildcard(), wildcard())


def extremum(operator):
    chosen = selection(operator)
    return chosen | is_op("clip")(chosen)


def reduction(operator):
    return requantized(is_op(operator)(is_op("cast")(wildcard())))


def concatenation():
    tensors = is_tuple(None)
    quantized = is_op("qnn.concatenate")(tensors, is_tuple(None), is_tuple(None), *constants(2))
    return is_op("concatenate")(tensors) | quantized


def resizing():
    linear = dequantized(lambda data: is_op("image.resize2d")(data).has_attr({"method": "linear"}))
    return linear | is_op("image.resize2d")(wildcard()).has_attr({"method": "nearest_neighbor"})


def hard_swish(data):
    clip = is_op("clip")(is_op("add")(data, is_constant()))
    return is_op("divide")(is_op("multiply")(data, clip), is_constant())


def padding():
    return is_op("nn.pad")(wildcard(), is_constant())


def unary(operator):
    return is_op(operator)(wildcard())


@register_pattern_table(NAME)
def pattern_table():
    average = is_op("cast")(is_op("nn.avg_pool2d")(is_op("cast")(wildcard())))
    matmul = is_op("qnn.dense")(wildcard(), wildcard(), *constants(4))
    fixed_matmul = is_op("cast")(scaled(is_op("nn.dense")(scaled_cast(), scaled_cast())))
    fixed_tanh = is_op("cast")(scaled(is_op("tanh")(scaled_cast())))
    table = [
        ("channel-pad", padding(), check_channel_pad),
        ("qnn_conv2d", convolution("HWIO"), check_conv2d),
        ("depthwise_conv2d", convolution("HWOI"), check_depthwise_conv2d),
        ("qnn_conv2d_transpose", conv2d_transpose(), check_conv2d_transpose),
        ("fully_connected", fully_connected(), check_fully_connected),
        ("matmul", clipped(requantized(matmul)), check_matmul),
        ("matmul_fixed_point", fixed_matmul, check_matmul_fixed_point),
        ("maxpool2d", clipped(unary("nn.max_pool2d")), check_max_pool2d),
        ("avgpool2d", clipped(average), check_avg_pool2d),
        ("pad2d", padding(), check_pad2d),
        ("add", binary("qnn.add"), check_quantized_binary),
        ("sub", binary("qnn.subtract"), check_quantized_binary),
        ("mul", binary("qnn.mul"), check_quantized_binary),
        ("min", requantized(is_op("clip")(selection("minimum"))), check_extremum),
        ("min", extremum("minimum"), check_extremum),
        ("max", requantized(is_op("clip")(selection("maximum"))), check_extremum),
        ("max", extremum("maximum"), check_extremum),
        ("shl", clipped(selection("left_shift")), check_left_shift),
        ("reshape", unary("reshape"), check_reshape),
        ("strided_slice", unary("strided_slice"), check_strided_slice),
        ("abs", dequantized(is_op("abs")), check_abs),
        ("tanh", dequantized(is_op("tanh")), check_table),
        ("tanh_fixed_point", fixed_tanh, check_tanh_fixed_point),
        ("mean", reduction("mean"), check_mean),
        ("sum", clipped(reduction("sum")), check_sum),
        ("softmax", dequantized(is_op("nn.softmax")), check_softmax),
        ("leaky_relu", dequantized(is_op("nn.leaky_relu")), check_table),
        ("concat", concatenation(), check_concatenate),
        ("sigmoid", dequantized(is_op("sigmoid")), check_table),
        ("split", unary("split"), check_split),
        ("requantize", requantized(wildcard()), check_requantize),
        ("resize2d", resizing(), check_resize2d),
        ("expand_dims", unary("expand_dims"), check_reshape),
        ("squeeze", unary("squeeze"), check_squeeze),
        ("hard_swish", dequantized(hard_swish), check_hard_swish),
    ]
    return [(f"{NAME}.{name}", pattern, check) for name, pattern, check in table]
`;

/** Arm's neural processors next to microcontrollers. */
export const ethosU: Target = {
  name: "ethos-u",
  title: "Arm Ethos-U",
  upstream: ["python/tvm/relay/op/contrib/ethosu.py@0.18.0"],
  needs:
    "A model quantized to int8 (some operators take uint8 or int16), in NHWC, a batch of one, with constant weights, scales and zero points.",
  source,
  defect: () => "The check reads sizes as whole numbers; TVM raises where one is not known.",
  flow: [
    ...steps("InferType", "ReplicatePads", "InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions"),
    ...steps("InferType", "PartitionGraph", "InferType", "PreprocessExternalFuncIO"),
  ],
  optLevel: 2,
  bindsParameters: true,
  asOf: "0.18.0",
};
