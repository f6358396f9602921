"""Many small convolutions."""
from tvm import relay
from tvm.relay.testing import layers as wrapper
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def get_feature(internal_layer, layers, filters, batch_norm=False):
    from tvm.relay.testing.layers import batch_norm_infer, conv2d

    for i, num in enumerate(layers):
        for at in (f"{i + 1}_{j + 1}" for j in range(num)):
            sizes = dict(kernel_size=(3, 3), padding=(1, 1), channels=filters[i])
            body = relay.nn.bias_add(conv2d(internal_layer, name=f"conv{at}", **sizes), relay.var(f"conv{at}_bias"))
            internal_layer = relay.nn.relu(batch_norm_infer(body, name=f"bn{at}") if batch_norm else body)
        internal_layer = relay.nn.max_pool2d(internal_layer, pool_size=(2, 2), strides=(2, 2))
    return internal_layer


def get_classifier(input_data, num_classes):
    body = relay.nn.batch_flatten(input_data)
    for name in ("fc6", "fc7"):
        body = relay.nn.dropout(relay.nn.relu(wrapper.dense_add_bias(body, units=4096, name=name)), rate=0.5)
    return wrapper.dense_add_bias(body, units=num_classes, name="fc8")


_DEEP = {11: [1, 1, 2, 2, 2], 13: [2, 2, 2, 2, 2], 16: [2, 2, 3, 3, 3], 19: [2, 2, 4, 4, 4]}


def get_net(batch_size, image_shape, num_classes, dtype, num_layers=11, batch_norm=False):
    if num_layers not in _DEEP:
        raise ValueError(f"Invalid num_layers {num_layers}. Choices are 11,13,16,19.")
    data = relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype)
    body = get_feature(data, _DEEP[num_layers], [64, 128, 256, 512, 512], batch_norm)
    return _function(relay.nn.softmax(get_classifier(body, num_classes)))


def get_workload(batch_size, num_classes=1000, image_shape=(3, 224, 224), dtype="float32", num_layers=11, batch_norm=False):
    return create_workload(get_net(batch_size, image_shape, num_classes, dtype, num_layers, batch_norm))
