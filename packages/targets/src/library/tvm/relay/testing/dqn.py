"""A network that plays games."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def get_net(batch_size, num_actions=18, image_shape=(4, 84, 84), dtype="float32", layout="NCHW"):
    body = relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype)
    axis = layout.index("C")
    for i, (channels, size, stride) in enumerate([(32, 8, 4), (64, 4, 2), (64, 3, 1)], 1):
        layouts = dict(data_layout=layout, kernel_layout=layers.conv_kernel_layout(layout))
        sizes = dict(kernel_size=(size, size), strides=(stride, stride), padding=(0, 0), channels=channels)
        body = layers.conv2d(body, name=f"conv{i}", **sizes, **layouts)
        body = relay.nn.relu(relay.nn.bias_add(body, relay.var(f"conv{i}_bias"), axis))
    body = relay.nn.relu(layers.dense_add_bias(relay.nn.batch_flatten(body), units=512, name="dense1"))
    return _function(layers.dense_add_bias(body, units=num_actions, name="dense2"))


def get_workload(batch_size, num_actions=18, image_shape=(4, 84, 84), dtype="float32", layout="NCHW"):
    return create_workload(get_net(batch_size, num_actions, image_shape, dtype, layout))
