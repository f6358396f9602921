"""A small network with dense layers and convolutions."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import Constant, create_workload


def get_net(input_shape=(1, 3, 24, 12), dtype="float32", wtype=None):
    wtype = dtype if wtype is None else wtype
    data = relay.var("data", shape=input_shape, dtype=dtype)
    width, channels = input_shape[3], input_shape[1]

    def block(body, number):
        dense_weight = relay.var(f"dense{number}_weight", shape=[width, width], dtype=wtype)
        dense = relay.reshape_like(relay.nn.relu(relay.nn.dense(relay.reshape(body, [-1, width]), dense_weight)), data)
        conv_weight = relay.var(f"conv{number}_weight", shape=[channels, channels, 3, 3], dtype=wtype)
        return relay.add(dense, relay.nn.softmax(relay.nn.conv2d(body, conv_weight, padding=1, kernel_size=3)))

    biased = relay.nn.bias_add(block(data, ""), relay.var("bias", dtype=wtype))
    return _function(block(layers.batch_norm_infer(biased, name="batch_norm"), 2))


def get_workload(input_shape=(1, 3, 24, 12), dtype="float32", wtype=None):
    return create_workload(get_net(input_shape, dtype, wtype), initializer=Constant())
