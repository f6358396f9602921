"""A generator of pictures."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._network import _function
from tvm.relay.testing.init import create_workload


def deconv2d(data, ishape, oshape, kshape, layout, name, stride=(2, 2)):
    padding = tuple((size - 1) // 2 for size in kshape[:2])
    more = tuple((to + 2 * pad - size) % step for to, pad, size, step in zip(oshape[-2:], padding, kshape, stride))
    kernels = {"NCHW": "IOHW", "NHWC": "HWOI"}
    if layout not in kernels:
        raise ValueError("Invalid layout: " + layout)
    layouts = dict(data_layout=layout, kernel_layout=kernels[layout])
    sizes = dict(kernel_size=kshape, strides=stride, channels=oshape[0], padding=padding, output_padding=more)
    return layers.conv2d_transpose(data, name=name, **sizes, **layouts)


def deconv2d_bn_relu(data, prefix, **kwargs):
    axis = kwargs.get("layout", "NCHW").index("C")
    net = deconv2d(data, name=f"{prefix}_deconv", **kwargs)
    net = layers.batch_norm_infer(net, epsilon=1e-5 + 1e-12, scale=False, axis=axis, name=f"{prefix}_batch_norm")
    return relay.nn.relu(net)


def get_net(batch_size, random_len=100, oshape=(3, 64, 64), ngf=128, code=None, layout="NCHW", dtype="float32"):
    assert oshape[-1] == 64, "Only support 64x64 image"
    assert oshape[-2] == 64, "Only support 64x64 image"
    code = relay.var("data", dtype=dtype, shape=(batch_size, random_len)) if code is None else code
    body = relay.nn.relu(relay.nn.dense(code, weight=relay.var("dense_weight"), units=4 * 4 * ngf * 8))
    shapes = {"NCHW": (-1, ngf * 8, 4, 4), "NHWC": (-1, 4, 4, ngf * 8)}
    if layout not in shapes:
        raise ValueError("Invalid layout: " + layout)
    body = relay.reshape(body, newshape=shapes[layout])
    for i, size in ((2, 8), (3, 16), (4, 32)):
        before, after = ngf * 64 // size, ngf * 32 // size
        shapes = dict(ishape=(before, size // 2, size // 2), oshape=(after, size, size), kshape=(4, 4))
        body = deconv2d_bn_relu(body, layout=layout, prefix=f"g{i}", **shapes)
    body = deconv2d(body, ishape=(ngf, 32, 32), oshape=oshape[-3:], kshape=(4, 4), layout=layout, name="g5_deconv")
    return _function(relay.tanh(body))


def get_workload(batch_size, oshape=(3, 64, 64), ngf=128, random_len=100, layout="NCHW", dtype="float32"):
    return create_workload(get_net(batch_size, random_len, oshape=oshape, ngf=ngf, layout=layout, dtype=dtype))
