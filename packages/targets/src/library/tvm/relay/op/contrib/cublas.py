"""cuBLAS."""
from tvm import _library, relay
from tvm.relay import transform
from tvm.relay.op._flows import _flow


def pattern_table():
    return _library.target_table("cublas")


def partition_for_cublas(mod, params=None):
    if params:
        mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    return _flow("cublas", transform.MergeComposite(pattern_table()))(mod)
