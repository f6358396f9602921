"""Operators for networks."""
from tvm.relay import expr
from tvm.relay.expr import Constant, Expr, const
from tvm.relay.op._calls import _call, _name_functions, _operator_function, _repeat
from tvm.relay.op.nn.utils import _pad_sides, get_pad_tuple1d, get_pad_tuple2d, get_pad_tuple3d


def dense(data, weight, units=None, out_dtype=""):
    return _call("nn.dense", data, weight, units=units, out_dtype=out_dtype)


def batch_matmul(tensor_a, tensor_b, out_dtype="", transpose_a=False, transpose_b=True):
    return _call("nn.batch_matmul", tensor_a, tensor_b, out_dtype=out_dtype, transpose_a=transpose_a, transpose_b=transpose_b)


def bias_add(data, bias, axis=1):
    return _call("nn.bias_add", data, bias, axis=axis)


def softmax(data, axis=-1):
    return _call("nn.softmax", data, axis=axis)


def fast_softmax(data, axis=-1):
    return _call("nn.fast_softmax", data, axis=axis)


def log_softmax(data, axis=-1):
    return _call("nn.log_softmax", data, axis=axis)


def leaky_relu(data, alpha=0.01):
    return _call("nn.leaky_relu", data, alpha=alpha)


def prelu(data, alpha, axis=1):
    return _call("nn.prelu", data, alpha, axis=axis)


def global_max_pool2d(data, layout="NCHW", out_layout=""):
    return _call("nn.global_max_pool2d", data, layout=layout, out_layout=out_layout)


def global_avg_pool2d(data, layout="NCHW", out_layout=""):
    return _call("nn.global_avg_pool2d", data, layout=layout, out_layout=out_layout)


def mirror_pad(data, pad_width, mode="SYMMETRIC"):
    return _call("nn.mirror_pad", data, pad_width=pad_width, mode=mode)


def lrn(data, size=5, axis=1, bias=2, alpha=0.00001, beta=0.75):
    return _call("nn.lrn", data, size=size, axis=axis, bias=bias, alpha=alpha, beta=beta)


def l2_normalize(data, eps, axis=None):
    return _call("nn.l2_normalize", data, eps=eps, axis=axis)


def instance_norm(data, gamma, beta, axis=1, epsilon=1e-5, center=True, scale=True):
    return _call("nn.instance_norm", data, gamma, beta, axis=axis, epsilon=epsilon, center=center, scale=scale)


def layer_norm(data, gamma, beta, axis=-1, epsilon=1e-5, center=True, scale=True):
    return _call("nn.layer_norm", data, gamma, beta, axis=axis, epsilon=epsilon, center=center, scale=scale)


def group_norm(data, gamma, beta, num_groups, axis=1, epsilon=1e-5, center=True, scale=True):
    return _call("nn.group_norm", data, gamma, beta, num_groups=num_groups, axis=axis, epsilon=epsilon, center=center, scale=scale)


def contrib_dense_pack(data, weight, weight_layout="NC", units=None, out_dtype=""):
    return _call("nn.contrib_dense_pack", data, weight, weight_layout=weight_layout, units=units, out_dtype=out_dtype)


def nll_loss(predictions, targets, weights, reduction="mean", ignore_index=-100):
    return _call("nn.nll_loss", predictions, targets, weights, reduction=reduction, ignore_index=ignore_index)


def depth_to_space(data, block_size, layout="NCHW", mode="DCR"):
    return _call("nn.depth_to_space", data, block_size=block_size, layout=layout, mode=mode)


def space_to_batch_nd(data, block_shape, paddings, pad_value=0):
    return _call("nn.space_to_batch_nd", data, block_shape=block_shape, paddings=paddings, pad_value=pad_value)


def batch_to_space_nd(data, block_shape, crops):
    return _call("nn.batch_to_space_nd", data, block_shape=block_shape, crops=crops)


def fifo_buffer(data, buffer, axis):
    return _call("nn.fifo_buffer", data, buffer, axis=axis)


def dilate(data, strides, dilation_value=0.0):
    return _call("nn.dilate", data, strides=strides, dilation_value=dilation_value)


relu, batch_flatten = _operator_function("nn.relu", 1), _operator_function("nn.batch_flatten", 1)
cross_entropy, cross_entropy_with_logits = _operator_function("nn.cross_entropy", 2), _operator_function("nn.cross_entropy_with_logits", 2)


def _convolution(axes, layout, kernel):
    name = f"nn.conv{axes}d"
    one, none = ((1, 0) if axes == 1 else ((1,) * axes, (0,) * axes))

    def made(data, weight, strides=one, padding=none, dilation=one, groups=1, channels=None, kernel_size=None, data_layout=layout,
             kernel_layout=kernel, out_layout="", out_dtype=""):
        return _call(name, data, weight, strides=_repeat(strides, axes), padding=_pad_sides(padding, axes),
                     dilation=_repeat(dilation, axes), groups=groups, channels=channels, kernel_size=_repeat(kernel_size, axes),
                     data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)

    return made


conv1d, conv2d, conv3d = _convolution(1, "NCW", "OIW"), _convolution(2, "NCHW", "OIHW"), _convolution(3, "NCDHW", "OIDHW")


def _transposed(axes, layout, kernel):
    name = f"nn.conv{axes}d_transpose"
    ends = (lambda p: p) if axes == 1 else (lambda p: _pad_sides(p, axes))

    def made(data, weight, strides=(1,) * axes, padding=(0,) * axes, dilation=(1,) * axes, groups=1, channels=None, kernel_size=None,
             data_layout=layout, kernel_layout=kernel, out_layout="", output_padding=(0,) * axes, out_dtype=""):
        if axes == 3:
            kernel_size, strides, dilation = _repeat(kernel_size, 3), _repeat(strides, 3), _repeat(dilation, 3)
        return _call(name, data, weight, strides=strides, padding=ends(padding), dilation=dilation, groups=groups, channels=channels,
                     kernel_size=kernel_size, data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout,
                     output_padding=output_padding, out_dtype=out_dtype)

    return made


conv1d_transpose, conv2d_transpose = _transposed(1, "NCW", "IOW"), _transposed(2, "NCHW", "IOHW")
conv3d_transpose = _transposed(3, "NCDHW", "IODHW")


def contrib_conv2d_nchwc(data, kernel, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None,
                         data_layout="NCHW8c", kernel_layout="OIHW", out_layout="", out_dtype=""):
    return _call("nn.contrib_conv2d_NCHWc", data, kernel, strides=strides, padding=get_pad_tuple2d(padding), dilation=dilation,
                 groups=groups, channels=channels, kernel_size=kernel_size, data_layout=data_layout,
                 kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)


def deformable_conv2d(data, offset, weight, strides=(1, 1), padding=(0, 0), dilation=(1, 1), deformable_groups=1, groups=1, channels=None,
                      kernel_size=None, data_layout="NCHW", kernel_layout="OIHW", out_layout="", out_dtype=""):
    return _call("nn.deformable_conv2d", data, offset, weight, strides=strides, padding=get_pad_tuple2d(padding), dilation=dilation,
                 deformable_groups=deformable_groups, groups=groups, channels=channels, kernel_size=kernel_size, data_layout=data_layout,
                 kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)


def matmul(tensor_a, tensor_b, units=None, out_dtype="", transpose_a=False, transpose_b=False):
    if not transpose_a and transpose_b:
        return dense(tensor_a, tensor_b, units, out_dtype)
    return _call("nn.matmul", tensor_a, tensor_b, units=units, out_dtype=out_dtype, transpose_a=transpose_a, transpose_b=transpose_b)


def _max_pool(axes, layout_):
    name = f"nn.max_pool{axes}d"

    def made(data, pool_size=(1,) * axes, strides=(1,) * axes, dilation=(1,) * axes, padding=(0,) * axes, layout=layout_, out_layout="",
             ceil_mode=False):
        return _call(name, data, pool_size=_repeat(pool_size, axes), strides=_repeat(strides, axes), dilation=_repeat(dilation, axes),
                     padding=_pad_sides(padding, axes), layout=layout, out_layout=out_layout, ceil_mode=ceil_mode)

    return made


def _avg_pool(axes, layout_):
    name = f"nn.avg_pool{axes}d"

    def made(data, pool_size=(1,) * axes, strides=(1,) * axes, dilation=(1,) * axes, padding=(0,) * axes, layout=layout_, out_layout="",
             ceil_mode=False, count_include_pad=False):
        return _call(name, data, pool_size=_repeat(pool_size, axes), strides=_repeat(strides, axes), dilation=_repeat(dilation, axes),
                     padding=_pad_sides(padding, axes), layout=layout, out_layout=out_layout, ceil_mode=ceil_mode,
                     count_include_pad=count_include_pad)

    return made


max_pool1d, max_pool2d, max_pool3d = _max_pool(1, "NCW"), _max_pool(2, "NCHW"), _max_pool(3, "NCDHW")
avg_pool1d, avg_pool2d, avg_pool3d = _avg_pool(1, "NCW"), _avg_pool(2, "NCHW"), _avg_pool(3, "NCDHW")


def _adaptive(kind, axes, layout_):
    name = f"nn.adaptive_{kind}_pool{axes}d"

    def made(data, output_size=None, layout=layout_, out_layout=""):
        output_size = [output_size] if axes == 1 and isinstance(output_size, int) else output_size
        return _call(name, data, output_size=output_size, layout=layout, out_layout=out_layout)

    return made


for _kind in ("max", "avg"):
    for _axes, _layout in ((1, "NCW"), (2, "NCHW"), (3, "NCDHW")):
        globals()[f"adaptive_{_kind}_pool{_axes}d"] = _adaptive(_kind, _axes, _layout)


def global_max_pool1d(data, layout="NCW", out_layout=""):
    return adaptive_max_pool1d(data, [1], layout, out_layout)


def global_avg_pool1d(data, layout="NCW", out_layout=""):
    return adaptive_avg_pool1d(data, [1], layout, out_layout)


def global_max_pool3d(data, layout="NCDHW", out_layout=""):
    return adaptive_max_pool3d(data, [1, 1, 1], layout, out_layout)


def global_avg_pool3d(data, layout="NCDHW", out_layout=""):
    return adaptive_avg_pool3d(data, [1, 1, 1], layout, out_layout)


def space_to_depth(data, block_size, layout="NCHW"):
    return _call("nn.space_to_depth", data, block_size=block_size, layout=layout, mode="")


def pad(data, pad_width, pad_value=0, pad_mode="constant"):
    if isinstance(pad_width, Constant):
        pad_width = [list(ends) for ends in pad_width.data.numpy()]
    pad_value = pad_value if isinstance(pad_value, Expr) else const(pad_value)
    if isinstance(pad_width, Expr):
        return _call("dyn.nn.pad", data, pad_width, pad_value, pad_width=[], pad_mode=pad_mode)
    return _call("nn.pad", data, pad_value, pad_width=pad_width, pad_mode=pad_mode)


def dropout_raw(data, rate=0.5):
    return _call("nn.dropout", data, rate=rate)


def dropout(data, rate=0.5):
    return expr.TupleWrapper(dropout_raw(data, rate), 2)[0]


def batch_norm(data, gamma, beta, moving_mean, moving_var, axis=1, epsilon=1e-5, center=True, scale=True):
    made = _call("nn.batch_norm", data, gamma, beta, moving_mean, moving_var, axis=axis, epsilon=epsilon, center=center, scale=scale)
    return expr.TupleWrapper(made, 3)


def upsampling(data, scale_h=1, scale_w=1, layout="NCHW", method="nearest_neighbor", align_corners=False):
    scale_h, scale_w = (s.data.numpy().item() if isinstance(s, Constant) else s for s in (scale_h, scale_w))
    if isinstance(scale_h, Expr) or isinstance(scale_w, Expr):
        scales = (s if isinstance(s, Expr) else const(s, "float64") for s in (scale_h, scale_w))
        return _call("dyn.nn.upsampling", data, *scales, layout=layout, method=method, align_corners=align_corners)
    return _call("nn.upsampling", data, scale_h=scale_h, scale_w=scale_w, layout=layout, method=method, align_corners=align_corners)


def upsampling3d(data, scale_d=1, scale_h=1, scale_w=1, layout="NCDHW", method="nearest_neighbor",
                 coordinate_transformation_mode="half_pixel"):
    scales = [s.data.numpy().item() if isinstance(s, Constant) else s for s in (scale_d, scale_h, scale_w)]
    attrs = dict(layout=layout, method=method, coordinate_transformation_mode=coordinate_transformation_mode)
    if any(isinstance(s, Expr) for s in scales):
        given = [s if isinstance(s, Expr) else const(s, "float64") for s in scales]
        return _call("dyn.nn.upsampling3d", data, *given, scale_d=0, scale_h=0, scale_w=0, **attrs)
    return _call("nn.upsampling3d", data, **dict(zip(("scale_d", "scale_h", "scale_w"), scales)), **attrs)


def correlation(data1, data2, kernel_size, max_displacement, stride1, stride2, padding, is_multiply, layout):
    return _call("nn.correlation", data1, data2, kernel_size=kernel_size, max_displacement=max_displacement,
                 stride1=stride1, stride2=stride2, padding=_repeat(padding, 2), is_multiply=is_multiply, layout=layout)


_name_functions(globals())
