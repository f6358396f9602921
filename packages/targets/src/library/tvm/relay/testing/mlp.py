"""Three dense layers."""
from tvm import relay
from tvm.relay.testing import layers as _layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def get_net(batch_size, num_classes=10, image_shape=(1, 28, 28), dtype="float32"):
    body = relay.nn.batch_flatten(relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype))
    for i, units in enumerate((128, 64, num_classes), 1):
        body = _layers.dense_add_bias(body if i == 1 else relay.nn.relu(body), units=units, name=f"fc{i}")
    return _function(relay.nn.softmax(body))


def get_workload(batch_size, num_classes=10, image_shape=(1, 28, 28), dtype="float32"):
    return create_workload(get_net(batch_size, num_classes, image_shape, dtype))
