"""Quantized operators."""
from tvm.relay.expr import Tuple, TupleWrapper
from tvm.relay.op._calls import _call, _name_functions
from tvm.relay.op.nn.utils import get_pad_tuple2d


def requantize(
    data, input_scale, input_zero_point, output_scale, output_zero_point, axis=-1, rounding="None", compute_dtype="None",
    out_dtype="int8"
):
    return _call(
        "qnn.requantize", data, input_scale, input_zero_point, output_scale, output_zero_point, axis=axis, rounding=rounding,
        compute_dtype=compute_dtype, out_dtype=out_dtype
    )


def quantize(data, output_scale, output_zero_point, axis=-1, out_dtype="int8"):
    return _call("qnn.quantize", data, output_scale, output_zero_point, axis=axis, out_dtype=out_dtype)


def dequantize(data, input_scale, input_zero_point, axis=-1, out_dtype="float32"):
    return _call("qnn.dequantize", data, input_scale, input_zero_point, axis=axis, out_dtype=out_dtype)


def dense(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, units, out_dtype="int32"):
    return _call(
        "qnn.dense", data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, units=units,
        out_dtype=out_dtype
    )


def softmax(x, scale, zero_point, output_scale, output_zero_point, axis=-1):
    return _call("qnn.softmax", x, scale, zero_point, output_scale, output_zero_point, axis=axis)


def avg_pool2d(
    data, input_scale, input_zero_point, output_scale, output_zero_point, pool_size, strides, padding, dilation, ceil_mode=False,
    count_include_pad=True, layout="NHWC", out_layout=""
):
    return _call(
        "qnn.avg_pool2d", data, input_scale, input_zero_point, output_scale, output_zero_point, pool_size=pool_size,
        strides=strides, padding=padding, dilation=dilation, ceil_mode=ceil_mode, count_include_pad=count_include_pad,
        layout=layout, out_layout=out_layout
    )


def conv2d(data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale, kernel_size, channels,
           strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, data_layout="NCHW", kernel_layout="OIHW",
           out_layout="", out_dtype="int32"):
    return _call("qnn.conv2d", data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale, strides=strides,
                 padding=get_pad_tuple2d(padding), dilation=dilation, groups=groups, channels=channels, kernel_size=kernel_size,
                 data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)


def conv2d_transpose(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, strides=(1, 1), padding=(0, 0),
                     dilation=(1, 1), groups=1, channels=None, kernel_size=None, data_layout="NCHW", kernel_layout="IOHW", out_layout="",
                     output_padding=(0, 0), out_dtype="int32"):
    return _call("qnn.conv2d_transpose", data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, channels=channels,
                 kernel_size=kernel_size, strides=strides, padding=get_pad_tuple2d(padding), output_padding=output_padding,
                 dilation=dilation, groups=groups, data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout,
                 out_dtype=out_dtype)


def _binary(name):
    def made(lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point, lhs_axis=-1, rhs_axis=-1):
        return _call(name, lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point,
                     lhs_axis=lhs_axis, rhs_axis=rhs_axis)

    return made


add, subtract, mul = _binary("qnn.add"), _binary("qnn.subtract"), _binary("qnn.mul")


def _unary(name):
    return lambda x, scale, zero_point, output_scale, output_zero_point: _call(name, x, scale, zero_point, output_scale, output_zero_point)


for _name in "abs erf exp hardswish log rsqrt sigmoid sqrt tanh".split():
    globals()[_name] = _unary("qnn." + _name)


def leaky_relu(x, alpha, input_scale, input_zero_point, output_scale, output_zero_point):
    return _call("qnn.leaky_relu", x, input_scale, input_zero_point, output_scale, output_zero_point, alpha=alpha)


def batch_matmul(x, y, x_zero_point, y_zero_point, x_scale, y_scale, out_dtype="int32"):
    scales = (x_zero_point, y_zero_point, x_scale, y_scale)
    return _call("qnn.batch_matmul", x, y, *scales, out_dtype=out_dtype, transpose_b=True)


def concatenate(data, input_scales, input_zero_points, output_scale, output_zero_point, axis):
    if isinstance(data, TupleWrapper):
        data = data.tuple_value
    if isinstance(data, (list, tuple)):
        data = Tuple(data)
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")
    return _call(
        "qnn.concatenate", data, Tuple(list(input_scales)), Tuple(list(input_zero_points)), output_scale, output_zero_point,
        axis=axis
    )


_name_functions(globals())
