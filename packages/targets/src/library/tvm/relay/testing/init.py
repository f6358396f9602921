"""Parameters of networks. Their values are made when they are asked for; a class of the file makes them at once."""
import numpy as np
import tvm
from numpy.random import _later
from tvm import _library, relay


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
    return mod, dict(zip(types, _library.later_tensors(blanks)))


def _made(initializer, name, kind):
    array = np.zeros(kind.concrete_shape).astype(kind.dtype)
    initializer(name, array)
    return tvm.nd.array(array)
