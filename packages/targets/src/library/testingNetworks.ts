/** The networks of `tvm.relay.testing`, by the file of python/tvm/relay/testing that each follows. */

const head = `from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing.init import create_workload


def _function(body):
    return relay.Function(relay.analysis.free_vars(body), body)
`;

const mlp = `${head}

def get_net(batch_size, num_classes=10, image_shape=(1, 28, 28), dtype="float32"):
    body = relay.nn.batch_flatten(relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype))
    for i, units in enumerate((128, 64, num_classes), 1):
        body = layers.dense_add_bias(body if i == 1 else relay.nn.relu(body), units=units, name=f"fc{i}")
    return _function(relay.nn.softmax(body))


def get_workload(batch_size, num_classes=10, image_shape=(1, 28, 28), dtype="float32"):
    return create_workload(get_net(batch_size, num_classes, image_shape, dtype))
`;

/** A family of residual networks: its dimensions, layout, kernel layouts, image shape, and how a height is read. */
const residual = (dims: number, layout: string, kernels: readonly [string, string, string], image: string, heights: string) => `
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._residual import Family, create_workload, plan

_family = Family(${dims})
${heights}

def residual_unit(data, num_filter, stride, dim_match, name, bottle_neck=True, data_layout="${layout}", kernel_layout="${kernels[2]}"):
    layouts = dict(data_layout=data_layout, kernel_layout=kernel_layout)
    return _family.unit(data, num_filter, stride, dim_match, name, bottle_neck, **layouts)


def resnet(units, num_stages, filter_list, num_classes, data_shape, bottle_neck=True, layout="${layout}", dtype="float32"):
    layouts = dict(data_layout=layout, kernel_layout="${kernels[0]}" if layout == "${layout}" else "${kernels[1]}")
    height = _height(data_shape[1:], layout)
    return _family.network(units, num_stages, filter_list, num_classes, data_shape, bottle_neck, height, layouts, dtype)


def get_net(batch_size, num_classes, num_layers=50, image_shape=${image}, layout="${layout}", dtype="float32", **kwargs):
    units, filters, is_deep = plan(num_layers, _height(image_shape, layout))
    return resnet(units, len(units), filters, num_classes, (batch_size,) + image_shape, is_deep, layout, dtype)


def get_workload(
    batch_size=1, num_classes=1000, num_layers=18, image_shape=${image}, layout="${layout}", dtype="float32", **kwargs
):
    return create_workload(get_net(batch_size, num_classes, num_layers, image_shape, layout, dtype, **kwargs))
`;

const resnet = residual(
  2,
  "NCHW",
  ["OIHW", "HWIO", "IOHW"],
  "(3, 224, 224)",
  `

def _height(image, layout):
    first, second, _ = image
    return first if layout == "NHWC" else second
`,
);

const resnet3d = residual(
  3,
  "NCDHW",
  ["OIDHW", "DHWIO", "OIDHW"],
  "(3, 16, 112, 112)",
  `

def _height(image, layout):
    _, second, third, _ = image
    return third if layout == "NCDHW" else second
`,
);

const mobilenet = `${head}

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
`;

const squeezenet = `${head}

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
`;

const vgg = `${head}

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
        body = relay.nn.dropout(relay.nn.relu(layers.dense_add_bias(body, units=4096, name=name)), rate=0.5)
    return layers.dense_add_bias(body, units=num_classes, name="fc8")


_DEEP = {11: [1, 1, 2, 2, 2], 13: [2, 2, 2, 2, 2], 16: [2, 2, 3, 3, 3], 19: [2, 2, 4, 4, 4]}


def get_net(batch_size, image_shape, num_classes, dtype, num_layers=11, batch_norm=False):
    if num_layers not in _DEEP:
        raise ValueError(f"Invalid num_layers {num_layers}. Choices are 11,13,16,19.")
    data = relay.var("data", shape=(batch_size,) + image_shape, dtype=dtype)
    body = get_feature(data, _DEEP[num_layers], [64, 128, 256, 512, 512], batch_norm)
    return _function(relay.nn.softmax(get_classifier(body, num_classes)))


def get_workload(batch_size, num_classes=1000, image_shape=(3, 224, 224), dtype="float32", num_layers=11, batch_norm=False):
    return create_workload(get_net(batch_size, image_shape, num_classes, dtype, num_layers, batch_norm))
`;

const densenet = `${head}

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
`;

const inception = `${head}

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
`;

const dqn = `${head}

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
`;

const dcgan = `${head}

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
`;

const lstm = `${head}

def _types(num_hidden, batch_size, dtype):
    """The types of a state, a weight, a bias, and of all gates."""
    shapes = (batch_size, num_hidden), (4 * num_hidden, num_hidden), (4 * num_hidden,), (batch_size, 4 * num_hidden)
    return [relay.TensorType(shape, dtype) for shape in shapes]


def _parameters(prefix, weight, bias):
    return [relay.Var(f"{prefix(side)}_{part}", kind) for side in ("i2h", "h2h") for part, kind in (("weight", weight), ("bias", bias))]


def lstm_cell(num_hidden, batch_size=1, dtype="float32", name=""):
    builder = relay.ScopeBuilder()
    state, weight, bias, wide = _types(num_hidden, batch_size, dtype)
    result = relay.TupleType([state, relay.TupleType([state, state])])
    inputs, states = relay.Var("inputs", state), relay.Var("states", relay.TupleType([state, state]))
    weights = _parameters(lambda side: side, weight, bias)

    def dense(side, data, weight, bias):
        made = layers.dense_add_bias(data, units=num_hidden * 4, weight=weight, bias=bias, name=f"{name}{side}")
        return builder.let((side, wide), made)

    i2h = dense("i2h", inputs, *weights[:2])
    h2h = dense("h2h", relay.TupleGetItem(states, 0), *weights[2:])
    gates = builder.let(("gates", wide), relay.add(i2h, h2h))
    parts = relay.split(gates, indices_or_sections=4, axis=1).astuple()
    parts = builder.let(("slice_gates", relay.TupleType([state] * 4)), parts)
    names = "in_gate", "forget_gate", "in_transform", "out_gate"
    within, forget, update, out = [
        builder.let((gate, state), (relay.tanh if gate == "in_transform" else relay.sigmoid)(relay.TupleGetItem(parts, i)))
        for i, gate in enumerate(names)
    ]
    kept = relay.multiply(forget, relay.TupleGetItem(states, 1))
    next_c = builder.let(("next_c", state), relay.add(kept, relay.multiply(within, update)))
    next_h = builder.let(("next_h", state), relay.multiply(out, relay.tanh(next_c)))
    builder.ret(builder.let(("ret", result), relay.Tuple([next_h, relay.Tuple([next_h, next_c])])))
    return relay.Function([inputs, states, *weights], builder.get(), result)


def get_net(iterations, num_hidden, batch_size=1, dtype="float32"):
    state, weight, bias, _ = _types(num_hidden, batch_size, dtype)
    pair = relay.TupleType([state, state])
    builder = relay.ScopeBuilder()
    zeros = builder.let(("zeros", state), relay.zeros((batch_size, num_hidden), dtype))
    states, out = builder.let(("init_states", pair), relay.Tuple([zeros, zeros])), None
    for i in range(iterations):
        given = relay.Var("data", state)
        weights = _parameters(lambda side: f"{side}_{i}", weight, bias)
        cell = relay.Call(lstm_cell(num_hidden, batch_size, dtype, f"lstm_{i}"), [given, states, *weights])
        cell = builder.let((f"call_{i}", relay.TupleType([state, pair])), cell)
        out = builder.let((f"out_{i}", state), relay.TupleGetItem(cell, 0))
        states = builder.let((f"states_{i}", pair), relay.TupleGetItem(cell, 1))
    builder.ret(out)
    body = builder.get()
    return relay.Function(relay.analysis.free_vars(body), body, state)


def get_workload(iterations, num_hidden, batch_size=1, dtype="float32"):
    return create_workload(get_net(iterations, num_hidden, batch_size, dtype))
`;

const synthetic = `${head}
from tvm.relay.testing.init import Constant


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
`;

/** The Python of the modules by their names. */
export const testingNetworks: Readonly<Record<string, string>> = {
  mlp,
  resnet,
  resnet_3d: resnet3d,
  mobilenet,
  squeezenet,
  vgg,
  densenet,
  inception_v3: inception,
  dqn,
  dcgan,
  lstm,
  synthetic,
};
