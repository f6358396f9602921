"""Layers that make variables for their weights."""
from tvm import relay


def _layer(build):
    def layer(data, weight=None, **kwargs):
        name = kwargs.pop("name")
        return build(data, weight or relay.var(f"{name}_weight"), **kwargs)

    return layer


conv2d, conv3d, conv2d_transpose = map(_layer, (relay.nn.conv2d, relay.nn.conv3d, relay.nn.conv2d_transpose))


def batch_norm_infer(data, gamma=None, beta=None, moving_mean=None, moving_var=None, **kwargs):
    name = kwargs.pop("name")
    given = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    parts = {part: value or relay.var(f"{name}_{part}") for part, value in given.items()}
    return relay.nn.batch_norm(data, **parts, **kwargs)[0]


def dense_add_bias(data, weight=None, bias=None, units=None, **kwargs):
    name = kwargs.pop("name")
    weight, bias = weight or relay.var(f"{name}_weight"), bias or relay.var(f"{name}_bias")
    return relay.nn.bias_add(relay.nn.dense(data, weight, units, **kwargs), bias, axis=-1)


def conv_kernel_layout(data_layout, is_depthwise=False):
    layouts = {"NCHW": "OIHW", "NHWC": "HWOI" if is_depthwise else "HWIO"}
    assert data_layout in layouts, f"Unknown data layout {data_layout}"
    return layouts[data_layout]
