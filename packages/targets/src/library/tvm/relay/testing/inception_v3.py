"""Towers of convolutions, side by side."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def _conv(data, channels, name, kernel=(1, 1), pad=(0, 0), stride=(1, 1)):
    conv = layers.conv2d(data, channels=int(channels), kernel_size=kernel, strides=stride, padding=pad, name=f"{name}_conv1")
    return relay.nn.relu(layers.batch_norm_infer(conv, epsilon=2e-5, scale=False, name=f"{name}_bn"))


def _pool(data, kind, size=(3, 3), stride=(1, 1), pad=(0, 0)):
    options = dict(pool_size=size, strides=stride, padding=pad)
    return relay.nn.max_pool2d(data, **options) if kind == "max" else relay.nn.avg_pool2d(data, count_include_pad=True, **options)


# Kernels with the padding that keeps the picture's size, and those that halve it.
_SAME = {(h, w): dict(kernel=(h, w), pad=(h // 2, w // 2)) for h, w in [(1, 1), (3, 3), (5, 5), (1, 7), (7, 1), (1, 3), (3, 1)]}
_ONE, _THREE, _FIVE, _WIDE, _HIGH, _WIDE3, _HIGH3 = _SAME.values()
_HALF = dict(kernel=(3, 3), stride=(2, 2))


def _tower(data, name, *steps):
    for i, (channels, sizes) in enumerate(steps):
        data = _conv(data, channels, f"{name}_conv_{i}" if i else f"{name}_conv", **sizes)
    return data


def _projected(data, name, pool, channels):
    return _tower(_pool(data, pool, pad=(1, 1)), f"{name}_tower_2", (channels, _ONE))


def _join(*sides):
    return relay.concatenate(sides, axis=1)


def _a(data, name, projected):
    return _join(
        _tower(data, name, (64, _ONE)),
        _tower(data, f"{name}_tower", (48, _ONE), (64, _FIVE)),
        _tower(data, f"{name}_tower_1", (64, _ONE), (96, _THREE), (96, _THREE)),
        _projected(data, name, "avg", projected),
    )


def _c(data, name, n):
    return _join(
        _tower(data, name, (192, _ONE)),
        _tower(data, f"{name}_tower", (n, _ONE), (n, _WIDE), (192, _HIGH)),
        _tower(data, f"{name}_tower_1", (n, _ONE), (n, _HIGH), (n, _WIDE), (n, _HIGH), (192, _WIDE)),
        _projected(data, name, "avg", 192),
    )


def _e(data, name, pool):
    def both(data, name):
        return _conv(data, 384, f"{name}_mixed_conv", **_WIDE3), _conv(data, 384, f"{name}_mixed_conv_1", **_HIGH3)

    return _join(
        _tower(data, name, (320, _ONE)),
        *both(_tower(data, f"{name}_tower", (384, _ONE)), f"{name}_tower"),
        *both(_tower(data, f"{name}_tower_1", (448, _ONE), (384, _THREE)), f"{name}_tower_1"),
        _projected(data, name, pool, 192),
    )


def _half(data):
    return _pool(data, "max", stride=(2, 2))


def get_net(batch_size, num_classes, image_shape, dtype):
    body = relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype)
    inner = dict(kernel=(3, 3))
    for i, (channels, sizes) in enumerate([(32, _HALF), (32, inner), (64, _THREE), (80, _ONE), (192, inner)]):
        body = _conv(body, channels, f"conv_{i}" if i else "conv", **sizes)
        body = _half(body) if i in (2, 4) else body
    for i, projected in enumerate((32, 64, 64)):
        body = _a(body, f"mixed_{i}" if i else "mixed", projected)
    body = _join(
        _tower(body, "mixed_3", (384, _HALF)),
        _tower(body, "mixed_3_tower", (64, _ONE), (96, _THREE), (96, _HALF)),
        _half(body),
    )
    for i, n in enumerate((128, 160, 160, 192), 4):
        body = _c(body, f"mixed_{i}", n)
    body = _join(
        _tower(body, "mixed_8_tower", (192, _ONE), (320, _HALF)),
        _tower(body, "mixed_8_tower_1", (192, _ONE), (192, _WIDE), (192, _HIGH), (192, _HALF)),
        _half(body),
    )
    body = _e(_e(body, "mixed_9", "avg"), "mixed_10", "max")
    body = relay.nn.batch_flatten(_pool(body, "avg", size=(8, 8)))
    body = relay.nn.dense(body, relay.var("fc1_weight"), units=num_classes)
    return _function(relay.nn.softmax(relay.nn.bias_add(body, relay.var("fc2_bias"), axis=-1)))


def get_workload(batch_size=1, num_classes=1000, image_shape=(3, 299, 299), dtype="float32"):
    return create_workload(get_net(batch_size, num_classes, image_shape, dtype))
