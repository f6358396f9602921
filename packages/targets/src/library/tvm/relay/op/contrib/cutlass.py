"""CUTLASS."""
from tvm import _library
from tvm.ir.transform import PassContext
from tvm.relay import transform
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op._flows import _flow


def pattern_table():
    return _library.target_table("cutlass")


def partition_for_cutlass(mod, params=None):
    # The passes that prepare the weights.
    prepare = 4
    if params is not None:
        mod["main"] = bind_params_by_name(mod["main"], params)
        with PassContext(opt_level=3):
            mod = _flow("cutlass", None, 0, prepare)(mod)
    return _flow("cutlass", transform.MergeComposite(pattern_table()), prepare)(mod)
