"""The Arm Compute Library, without its runtime."""
from tvm import _library
from tvm.relay import transform
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op._flows import _flow


def is_arm_compute_runtime_enabled():
    return False


def arm_compute_lib_pattern_table(disabled_ops=["concatenate"]):
    source = _library.target_module("arm_compute_lib")
    *others, (name, pattern, check) = source.pattern_table()

    def concatenate(expr):
        source.disabled_ops = disabled_ops
        return check(expr)

    return [*others, (name, pattern, concatenate)]


def partition_for_arm_compute_lib(mod, params=None, disabled_ops=["concatenate"], **opts):
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    return _flow("arm_compute_lib", transform.MergeComposite(arm_compute_lib_pattern_table(disabled_ops)))(mod)
