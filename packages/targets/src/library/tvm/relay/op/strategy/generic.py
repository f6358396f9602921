"""Questions that strategies ask of convolutions."""
import re

from tvm.topi.utils import get_const_tuple


def _channels(what, shape, layout, letter, blocked):
    shape = get_const_tuple(shape)
    if len(shape) == 4:
        at = layout.find(letter)
        assert at >= 0, f"Invalid conv2d {what} layout {layout}"
        return shape[at]
    for pattern, (first, second) in blocked:
        if re.match(pattern, layout):
            return shape[first] * shape[second]
    raise ValueError(f"Unknown conv2d {what} layout {layout}")


def get_conv2d_in_channels(data_shape, data_layout):
    return _channels("data", data_shape, data_layout, "C", [(r"NCHW\d*c", (1, 4))])


def get_conv2d_out_channels(kernel_shape, kernel_layout):
    return _channels("kernel", kernel_shape, kernel_layout, "O", [(r"OIHW\d*i\d*o", (0, 5)), (r"OIHW\d*o", (0, 4))])


def is_depthwise_conv2d(data_shape, data_layout, kernel_shape, kernel_layout, groups):
    inputs = get_conv2d_in_channels(data_shape, data_layout)
    return inputs == get_conv2d_out_channels(kernel_shape, kernel_layout) == groups
