"""Quantization of a float network, by the passes of the compiler."""
import tvm
from tvm import _library

_defaults = {
    "nbit_input": 8,
    "nbit_weight": 8,
    "nbit_activation": 32,
    "dtype_input": "int8",
    "dtype_weight": "int8",
    "dtype_activation": "int32",
    "calibrate_mode": "global_scale",
    "global_scale": 8.0,
    "weight_scale": "power2",
    "skip_dense_layer": True,
    "skip_conv_layers": [0],
    "do_simulation": False,
    "round_for_shift": True,
    "debug_enabled_ops": None,
    "rounding": "UPWARD",
    "calibrate_chunk_by": -1,
    "partition_conversions": "disabled",
}
_entered = []


class QConfig:
    def __init__(self, fields):
        self.__dict__.update(fields)

    def __setattr__(self, name, value):
        if name in _defaults:
            raise AttributeError(f"'{type(self)}' object cannot set attribute '{name}'")
        super().__setattr__(name, value)

    def __enter__(self):
        _entered.append(self)
        return self

    def __exit__(self, kind, value, trace):
        _entered.pop()


def qconfig(**kwargs):
    return QConfig({name: kwargs.get(name, default) for name, default in _defaults.items()})


def current_qconfig():
    return _entered[-1] if _entered else qconfig(skip_conv_layers=None)


def _quantizing(name):
    """A pass under the configuration in force. No convolution is skipped where it names none."""
    given = {field: getattr(current_qconfig(), field) for field in _defaults}
    given["global_scale"] = float(given["global_scale"])
    given["skip_conv_layers"] = given["skip_conv_layers"] or []
    if given["debug_enabled_ops"] is not None:
        given["debug_enabled_ops"] = [op.value for op in given["debug_enabled_ops"]]
    return _library.named_pass(name, **given)


class QuantizeContext:
    """Counts the convolutions that an annotation meets. The passes here count on their own."""

    Current = None

    def __init__(self):
        self.qnode_map = {}
        self.reset()

    def reset(self):
        self._conv2d_counter, self._stop_quantize = 0, False

    def stop_quantize(self):
        self._stop_quantize = True

    def check_to_skip(self, ref_call):
        if self._stop_quantize:
            return True
        skipped, is_conv2d = current_qconfig().skip_conv_layers, ref_call.op.name == "nn.conv2d"
        if skipped is None or not is_conv2d:
            return False
        self._conv2d_counter += 1
        return self._conv2d_counter - 1 in [int(index) for index in skipped]

    def __enter__(self):
        self.reset()
        return self

    def __exit__(self, kind, value, trace):
        pass


def quantize_context():
    if QuantizeContext.Current is None:
        QuantizeContext.Current = QuantizeContext()
    return QuantizeContext.Current


def calibrate(dataset=None):
    def calibrated(mod, _):
        return _quantizing("QuantizeCalibrate")(mod)

    return calibrated


def partition():
    return _quantizing("QuantizePartition")


def annotate():
    return _quantizing("QuantizeAnnotate")


def realize():
    return _quantizing("QuantizeRealize")


def prerequisite_optimize(mod, params=None):
    passes = ["SimplifyInference", "FoldConstant", "FoldScaleAxis", "CanonicalizeOps", "FoldConstant"]
    if params:
        mod["main"] = tvm.relay.build_module.bind_params_by_name(mod["main"], params)
    return tvm.transform.Sequential([_library.named_pass(name) for name in passes])(mod)


def quantize(mod, params=None, dataset=None):
    mod = prerequisite_optimize(mod, params)
    config = current_qconfig()
    names = ["QuantizePartition", "QuantizeAnnotate", "QuantizeCalibrate"]
    passes = [*map(_quantizing, names), tvm.relay.transform.InferType()]
    if not config.do_simulation:
        passes.append(_quantizing("QuantizeRealize"))
    passes.append(tvm.relay.transform.FoldConstant())
    with tvm.transform.PassContext(opt_level=3, required_pass=["QuantizeAnnotate", "QuantizeCalibrate", "QuantizeRealize"]):
        mod = tvm.transform.Sequential(passes)(mod)
    if config.partition_conversions == "disabled":
        return mod
    dtypes = sorted({config.dtype_input, config.dtype_weight, config.dtype_activation})
    is_whole = config.partition_conversions == "fully_integral"
    return _library.named_pass("PartitionConversions", quantized_dtypes=dtypes, ensure_fully_integral=is_whole)(mod)
