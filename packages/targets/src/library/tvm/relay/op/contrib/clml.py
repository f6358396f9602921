"""CLML, without its runtime."""
from tvm import _library
from tvm.relay import transform
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op._flows import _flow


def clml_pattern_table():
    return _library.target_table("clml")


def partition_for_clml(mod, params=None, **opts):
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    return _flow("clml", transform.MergeComposite(clml_pattern_table()))(mod)


def is_clml_runtime_enabled():
    return False


def RemoveDropoutPass():
    return _library.named_pass("RemoveDropoutPass")


def OptimizeBatchnormPass():
    return _library.named_pass("OptimizeBatchnormPass")
