"""BNNS."""
from tvm import _library
from tvm.relay import transform
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op._flows import _flow


def pattern_table():
    return _library.target_table("bnns")


def partition_for_bnns(mod, params=None):
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    return _flow("bnns", transform.MergeComposite(pattern_table()))(mod)
