"""Convolutions of each channel, then of all."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def conv_block(data, name, channels, kernel_size=(3, 3), strides=(1, 1), padding=(1, 1), epsilon=1e-5, layout="NCHW"):
    layouts = dict(data_layout=layout, kernel_layout=layers.conv_kernel_layout(layout))
    sizes = dict(channels=channels, kernel_size=kernel_size, strides=strides, padding=padding)
    conv = layers.conv2d(data, name=f"{name}_conv", **sizes, **layouts)
    return relay.nn.relu(layers.batch_norm_infer(conv, epsilon=epsilon, name=f"{name}_bn"))


def separable_conv_block(
    data, name, depthwise_channels, pointwise_channels, kernel_size=(3, 3), downsample=False, padding=(1, 1), epsilon=1e-5,
    layout="NCHW", dtype="float32"
):
    outer = (depthwise_channels, 1)
    if layout not in ("NCHW", "NHWC"):
        raise ValueError("Invalid layout: " + layout)
    weight = relay.var(f"{name}_weight", shape=outer + kernel_size if layout == "NCHW" else kernel_size + outer, dtype=dtype)

    def layer(i, data, weight, is_depthwise, **sizes):
        layouts = dict(data_layout=layout, kernel_layout=layers.conv_kernel_layout(layout, is_depthwise))
        conv = layers.conv2d(data, weight, name=f"{name}_conv{i}", **sizes, **layouts)
        return relay.nn.relu(layers.batch_norm_infer(conv, epsilon=epsilon, axis=layout.index("C"), name=f"{name}_bn{i}"))

    strides = (2, 2) if downsample else (1, 1)
    sizes = dict(channels=depthwise_channels, groups=depthwise_channels, kernel_size=kernel_size, strides=strides, padding=padding)
    body = layer(1, data, weight, True, **sizes)
    return layer(2, body, None, False, channels=pointwise_channels, kernel_size=(1, 1), strides=(1, 1), padding=(0, 0))


def mobile_net(num_classes=1000, data_shape=(1, 3, 224, 224), dtype="float32", alpha=1.0, is_shallow=False, layout="NCHW"):
    body = conv_block(relay.var("data", shape=data_shape, dtype=dtype), "conv_block_1", int(32 * alpha), strides=(2, 2), layout=layout)
    widths = [32, 64, 128, 128, 256, 256, 512] + ([1024, 1024] if is_shallow else [512] * 5 + [1024, 1024])
    for i, (before, after) in enumerate(zip(widths, widths[1:]), 1):
        # Wider blocks halve the picture, but for the first; so does the last of a shallow network.
        sizes = dict(downsample=1 < i and before < after or is_shallow and i == 8, layout=layout, dtype=dtype)
        body = separable_conv_block(body, f"separable_conv_block_{i}", int(before * alpha), int(after * alpha), **sizes)
    flat = relay.nn.batch_flatten(relay.nn.global_avg_pool2d(body, layout=layout))
    dense = relay.nn.dense(flat, relay.var("fc_weight"), units=num_classes)
    return _function(relay.nn.softmax(relay.nn.bias_add(dense, relay.var("fc_bias"))))


def get_workload(batch_size=1, num_classes=1000, image_shape=(3, 224, 224), dtype="float32", layout="NCHW"):
    return create_workload(mobile_net(num_classes, (batch_size, *image_shape), dtype, layout=layout))
