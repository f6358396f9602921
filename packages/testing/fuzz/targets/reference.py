"""Answers candidates with the reference's tables: JSON lines {"id", "target", "text"} in, {"id", "entries", "rule"} or {"id", "error"} out.

`entries` has, for each pattern of the target's table, null where it does not match the module's result, else what its check answers: true, false
or "raises". `rule` is what the operator rule answers, where the result is a call of an operator that has one.
RELAYSCOPE_ORACLE names the folder of the reference's scripts. Tables of 0.18.0 are answered where RELAYSCOPE_TABLES_018 names its python/tvm/relay.
"""
import importlib
import importlib.util
import os
import sys
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.environ["RELAYSCOPE_ORACLE"])

import reference as ref  # noqa: E402
import tvm  # noqa: E402
from each_case import TENSORRT, answer_each  # noqa: E402
from tvm import relay  # noqa: E402
from tvm.relay.op.contrib import get_pattern_table  # noqa: E402

EARLIER = {"cmsis-nn": "cmsisnn", "ethos-u": "ethosu"}

MODULES = {"coremlcompiler": "coreml"}


class Quantization:
    """What the NPU's own package keeps of a tensor's scale and zero point."""

    def __init__(self, scale_f32, zero_point):
        self.scale_f32 = scale_f32
        self.zero_point = zero_point


def effective_padding(conv2d, pad):
    """The paddings of a convolution and of the one before it: the reference has this in C++."""
    layout = str(conv2d.attrs.data_layout)
    height, width = pad.attrs.pad_width[layout.find("H")], pad.attrs.pad_width[layout.find("W")]
    own = conv2d.attrs.padding
    return own[0] + height[0], own[1] + width[0], own[2] + height[1], own[3] + width[1]


def module_from(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    loaded.__package__ = name.rpartition(".")[0]
    spec.loader.exec_module(loaded)
    return loaded


def earlier_table(target):
    """A table of 0.18.0, with substitutes for what it imports beyond Python."""
    folder = os.environ["RELAYSCOPE_TABLES_018"]
    package = "tvm.relay.backend.contrib.ethosu"
    if package + ".util" not in sys.modules:
        for name in ("ethosu", "ethosu.vela", "ethosu.vela.api", package, package + "._ffi_api"):
            sys.modules[name] = types.ModuleType(name)
        sys.modules["ethosu.vela"].api = sys.modules["ethosu.vela.api"]
        sys.modules["ethosu.vela.api"].NpuQuantization = Quantization
        register = tvm._ffi.register_object
        tvm._ffi.register_object = lambda *_: lambda c: c
        module_from(package + ".util", folder + "/backend/contrib/ethosu/util.py")
        tvm._ffi.register_object = register
    loaded = module_from("tvm.relay.op.contrib." + EARLIER[target], f"{folder}/op/contrib/{EARLIER[target]}.py")
    loaded.GetEffectiveConv2DPadding = effective_padding
    return loaded.pattern_table()


def table_of(target):
    if target in EARLIER:
        return earlier_table(target)
    importlib.import_module("tvm.relay.op.contrib." + MODULES.get(target, target))
    if target == "tensorrt":
        # The kind of target is there only in builds with its code generator.
        sys.modules["tvm.relay.op.contrib.tensorrt"].get_tensorrt_target = lambda: types.SimpleNamespace(attrs=TENSORRT)
    try:
        return get_pattern_table(target) or []
    except Exception:  # a target of operator rules alone
        return []


def asked(check, node):
    try:
        return bool(check(node))
    except Exception:  # a raise is an answer
        return "raises"


def matched(pattern, node):
    try:
        return pattern.match(node)
    except Exception:
        return "raises"


TABLES = {}


def prepare(case):
    """The target's table, made once."""
    if case["target"] not in TABLES:
        TABLES[case["target"]] = table_of(case["target"])


def answered(case):
    body = ref.parsed(case["text"])["main"].body
    entries = []
    for entry in TABLES[case["target"]]:
        found = matched(entry[1], body)
        if found != "raises":
            found = (asked(entry[2], body) if len(entry) > 2 else True) if found else None
        entries.append(found)
    rule = None
    if isinstance(body, relay.Call) and isinstance(body.op, tvm.ir.Op):
        try:
            check = body.op.get_attr("target." + case["target"])
        except Exception:
            check = None
        rule = asked(check, body) if check else None
    return {"entries": entries, "rule": rule}


if __name__ == "__main__":
    answer_each(answered, 30, prepare, reports_end=False)
