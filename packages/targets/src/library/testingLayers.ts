/** What the networks of `tvm.relay.testing` are made of, and their parameters. Each follows the file named next to it. */

/** python/tvm/relay/testing/layers.py */
export const testingLayersSource = `"""Layers that make variables for their weights."""
from tvm import relay


def _layer(build):
    def layer(data, weight=None, **kwargs):
        name = kwargs.pop("name")
        return build(data, weight or relay.var(f"{name}_weight"), **kwargs)

    return layer


conv2d, conv3d, conv2d_transpose = map(_layer, (relay.nn.conv2d, relay.nn.conv3d, relay.nn.conv2d_transpose))


def batch_norm_infer(data, gamma=None, beta=None, moving_mean=None, moving_var=None, **kwargs):
    name = kwargs.pop("name")
    given = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    parts = {part: value or relay.var(f"{name}_{part}") for part, value in given.items()}
    return relay.nn.batch_norm(data, **parts, **kwargs)[0]


def dense_add_bias(data, weight=None, bias=None, units=None, **kwargs):
    name = kwargs.pop("name")
    weight, bias = weight or relay.var(f"{name}_weight"), bias or relay.var(f"{name}_bias")
    return relay.nn.bias_add(relay.nn.dense(data, weight, units, **kwargs), bias, axis=-1)


def conv_kernel_layout(data_layout, is_depthwise=False):
    layouts = {"NCHW": "OIHW", "NHWC": "HWOI" if is_depthwise else "HWIO"}
    assert data_layout in layouts, f"Unknown data layout {data_layout}"
    return layouts[data_layout]
`;

/**
 * python/tvm/relay/testing/init.py. The values of parameters are made when they are asked for; those of a class of the
 * file are made at once, by that class.
 */
export const testingInitSource = `"""Parameters of networks."""
import numpy as np
import tvm
from numpy.random import _later
from tvm import relay
from tvm._library import later_tensors


class Initializer:
    def __init__(self, **kwargs):
        self._kwargs = kwargs

    def __call__(self, desc, arr):
        for ending in ("weight", "bias", "gamma", "beta", "mean", "var"):
            if desc.endswith(ending):
                return getattr(self, f"_init_{ending}")(desc, arr)
        return self._init_default(desc, arr)

    def _init_bias(self, _, arr):
        arr[:] = 0.0

    _init_beta = _init_mean = _init_bias

    def _init_gamma(self, _, arr):
        arr[:] = 1.0

    _init_var = _init_gamma

    def _init_weight(self, name, arr):
        raise NotImplementedError("Must override it")

    def _init_default(self, name, _):
        raise ValueError(
            f"Unknown initialization pattern for {name}. Default initialization is now limited to "
            '"weight", "bias", "gamma" (1.0), and "beta" (0.0).'
            "Please use mx.sym.Variable(init=mx.init.*) to set initialization pattern"
        )


class _Uniform:
    """Numbers between -scale and scale, to be drawn later."""

    def __init__(self, scale):
        self.scale = scale


class _Blank:
    """Takes what an array is filled with."""

    def __init__(self, shape):
        self.shape, self.filled = shape, 0.0

    def __setitem__(self, at, value):
        self.filled = value


class Xavier(Initializer):
    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type, self.factor_type, self.magnitude = rnd_type, factor_type, float(magnitude)

    def _init_weight(self, name, arr):
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(f"Xavier initializer cannot be applied to vector {name}. It requires at least 2D.")
        inner = np.prod(shape[2:]) if len(shape) > 2 else 1.0
        inputs, outputs = shape[1] * inner, shape[0] * inner
        factors = {"avg": (inputs + outputs) / 2.0, "in": inputs, "out": outputs}
        if self.factor_type not in factors:
            raise ValueError("Incorrect factor type")
        # Depthwise convolutions connect less.
        scale = np.sqrt(self.magnitude / (inner if "depthwise" in name else factors[self.factor_type]))
        if self.rnd_type != "uniform":
            raise ValueError("Unknown random type")
        arr[:] = _Uniform(scale) if isinstance(arr, _Blank) else np.random.uniform(-scale, scale, size=shape)


class Constant(Initializer):
    def _init_weight(self, name, arr):
        arr[:] = 1.0 / int(np.prod(arr.shape))


def create_workload(net, initializer=None, seed=0):
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(net))
    types = {var.name_hint: var.checked_type for var in mod["main"].params}
    np.random.seed(seed)
    initializer = initializer if initializer else Xavier()
    types.pop("data", None)
    if type(initializer) not in (Xavier, Constant):
        return mod, {name: _made(initializer, name, kind) for name, kind in types.items()}
    blanks = []
    for name, kind in types.items():
        blank = _Blank(kind.concrete_shape)
        initializer(name, blank)
        number, draws = blank.filled, None
        if isinstance(number, _Uniform):
            number, draws = number.scale, _later(int(np.prod(blank.shape)))
        blanks.append((blank.shape, kind.dtype, float(number), draws))
    return mod, dict(zip(types, later_tensors(blanks)))


def _made(initializer, name, kind):
    array = np.zeros(kind.concrete_shape).astype(kind.dtype)
    initializer(name, array)
    return tvm.nd.array(array)
`;

/** What resnet.py and resnet_3d.py share. */
export const testingResidualSource = `"""Residual networks in two and three dimensions."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing.init import create_workload

_DEEP = {18: [2, 2, 2, 2], 34: [3, 4, 6, 3], 50: [3, 4, 6, 3], 101: [3, 4, 23, 3], 152: [3, 8, 36, 3], 200: [3, 24, 36, 3], 269: [3, 30, 48, 8]}


def plan(num_layers, height):
    """The units, filters and shape of units of a network."""
    unknown = ValueError(f"no experiments done on num_layers {num_layers}")
    if height > 28:
        if num_layers not in _DEEP:
            raise unknown
        is_deep = num_layers >= 50
        return _DEEP[num_layers], [64, 256, 512, 1024, 2048] if is_deep else [64, 64, 128, 256, 512], is_deep
    is_deep = num_layers >= 164
    length = 9 if is_deep else 6
    if (num_layers - 2) % length:
        raise unknown
    return [(num_layers - 2) // length] * 3, [16, 64, 128, 256] if is_deep else [16, 16, 32, 64], is_deep


class Family:
    """The functions of a module, for a number of dimensions."""

    def __init__(self, dims):
        self.dims = dims
        self.conv = layers.conv2d if dims == 2 else layers.conv3d

    def each(self, size):
        return (size,) * self.dims

    def norm(self, data, name, layout, **options):
        # Only in two dimensions does the axis follow the layout.
        axis = {"axis": layout.index("C")} if self.dims == 2 else {}
        return layers.batch_norm_infer(data=data, epsilon=2e-5, name=name, **axis, **options)

    def unit(self, data, num_filter, stride, dim_match, name, bottle_neck, **layouts):
        layout, narrow = layouts["data_layout"], int(num_filter * 0.25)
        steps = [(narrow, 1, stride), (narrow, 3, self.each(1)), (num_filter, 1, self.each(1))]
        if not bottle_neck:
            steps = [(num_filter, 3, stride), (num_filter, 3, self.each(1))]
        body, first = data, None
        for i, (channels, size, strides) in enumerate(steps, 1):
            body = relay.nn.relu(self.norm(body, f"{name}_bn{i}", layout))
            first = first or body
            sizes = dict(kernel_size=self.each(size), strides=strides, padding=self.each(size // 2))
            body = self.conv(body, channels=channels, name=f"{name}_conv{i}", **sizes, **layouts)
        if dim_match:
            return relay.add(body, data)
        short = self.conv(first, channels=num_filter, kernel_size=self.each(1), strides=stride, name=f"{name}_sc", **layouts)
        return relay.add(body, short)

    def network(self, units, num_stages, filter_list, num_classes, data_shape, bottle_neck, height, layouts, dtype):
        layout, is_flat = layouts["data_layout"], self.dims == 2
        assert len(units) == num_stages
        body = self.norm(relay.var("data", shape=data_shape, dtype=dtype), "bn_data", layout, scale=False)
        if height <= 32:
            sizes = dict(kernel_size=self.each(3), strides=self.each(1), padding=self.each(1))
        elif is_flat:
            sizes = dict(kernel_size=(7, 7), strides=(2, 2), padding=(3, 3))
        else:
            sizes = dict(kernel_size=(3, 7, 7), strides=(1, 2, 2), padding=(1, 3, 3))
        body = self.conv(body, channels=filter_list[0], name="conv0", **sizes, **layouts)
        if height > 32:
            body = relay.nn.relu(self.norm(body, "bn0", layout))
        if height > 32 and is_flat:
            body = relay.nn.max_pool2d(body, pool_size=(3, 3), strides=(2, 2), padding=(1, 1), layout=layout)
        for i in range(num_stages):
            for j in range(max(1, units[i])):
                stride = self.each(2 if i and not j else 1)
                body = self.unit(body, filter_list[i + 1], stride, j > 0, f"stage{i + 1}_unit{j + 1}", bottle_neck, **layouts)
        body = relay.nn.relu(self.norm(body, "bn1", layout))
        pool = relay.nn.global_avg_pool2d if is_flat else relay.nn.global_avg_pool3d
        flat = relay.nn.batch_flatten(pool(body, layout=layout))
        net = relay.nn.softmax(layers.dense_add_bias(flat, units=num_classes, name="fc1"))
        return relay.Function(relay.analysis.free_vars(net), net)
`;
