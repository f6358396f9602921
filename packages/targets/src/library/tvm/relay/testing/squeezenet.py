"""Convolutions that squeeze the channels."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def _conv(net, channels, size, name, **sizes):
    net = layers.conv2d(net, channels=channels, kernel_size=(size, size), name=name, **sizes)
    return relay.nn.relu(relay.nn.bias_add(net, relay.var(f"{name}_bias")))


def _fire(net, squeezed, wide, name):
    net = _conv(net, squeezed, 1, f"{name}_input_conv")
    sides = _conv(net, wide, 1, f"{name}_left_conv"), _conv(net, wide, 3, f"{name}_right_conv", padding=(1, 1))
    return relay.concatenate(sides, axis=1)


_FIRES = [(16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256)]


def get_net(batch_size, image_shape, num_classes, version, dtype):
    assert version in ["1.0", "1.1"], f"Unsupported SqueezeNet version {version}:1.0 or 1.1 expected"
    net = relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype)
    if version == "1.0":
        net, pools = _conv(net, 96, 7, "conv1", strides=(2, 2), padding=(3, 3)), (0, 3, 7)
    else:
        net, pools = _conv(net, 64, 3, "conv1", strides=(2, 2), padding=(1, 1)), (0, 2, 4)
    for i, (squeezed, wide) in enumerate(_FIRES):
        if i in pools:
            net = relay.nn.max_pool2d(net, pool_size=(3, 3), strides=(2, 2))
        net = _fire(net, squeezed, wide, f"fire{i + 1}")
    net = _conv(relay.nn.dropout(net, rate=0.5), num_classes, 1, "conv_final")
    return _function(relay.nn.softmax(relay.nn.batch_flatten(relay.nn.global_avg_pool2d(net))))


def get_workload(batch_size=1, num_classes=1000, version="1.0", image_shape=(3, 224, 224), dtype="float32"):
    return create_workload(get_net(batch_size, image_shape, num_classes, version, dtype))
