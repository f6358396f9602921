"""Layers that take the results of all before them."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def _step(data, at, name, **sizes):
    return layers.conv2d(relay.nn.relu(layers.batch_norm_infer(data, name=f"batch_{at}")), name=f"{name}_{at}", **sizes)


# The first features, the growth, and the layers of blocks.
_SIZES = {
    121: (64, 32, [6, 12, 24, 16]), 161: (96, 48, [6, 12, 36, 24]), 169: (69, 32, [6, 12, 32, 32]), 201: (64, 32, [6, 12, 48, 32])
}


def get_workload(densenet_size=121, classes=1000, batch_size=4, image_shape=(3, 224, 224), dtype="float32"):
    features, growth, blocks = _SIZES[densenet_size]
    data = relay.var("data", shape=(batch_size, *image_shape), dtype=dtype)
    sizes = dict(kernel_size=(7, 7), strides=(2, 2), padding=(3, 3))
    body = layers.batch_norm_infer(layers.conv2d(data, channels=features, name="conv1", **sizes), name="batch1")
    body = relay.nn.max_pool2d(relay.nn.relu(body), pool_size=(3, 3), strides=(2, 2), padding=(1, 1))
    for i, count in enumerate(blocks):
        made = []
        for j in range(count):
            body = _step(body, f"1_{i}_{j}", "conv2d", channels=4 * growth, kernel_size=(1, 1))
            body = _step(body, f"2_{i}_{j}", "conv2d", channels=growth, kernel_size=(3, 3), padding=(1, 1))
            made.append(body)
        body = relay.concatenate(made, 1)
        features += count * growth
        if i < len(blocks) - 1:
            features //= 2
            body = _step(body, f"t_{i}", "conv", channels=features, kernel_size=(1, 1))
            body = relay.nn.avg_pool2d(body, pool_size=(2, 2), strides=(2, 2))
    body = relay.nn.avg_pool2d(relay.nn.relu(layers.batch_norm_infer(body, name="batch2")), pool_size=(7, 7))
    return create_workload(_function(layers.dense_add_bias(relay.nn.batch_flatten(body), units=classes, name="dense")))
