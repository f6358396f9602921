"""TensorRT, which TVM 0.19.0's packages are built without: nothing is partitioned for it."""
from tvm import _library, relay
from tvm.ir import Op
from tvm.relay.op._readers import get_args, get_attrs, get_op_name


def pattern_table():
    return _library.target_table("tensorrt")


def is_tensorrt_compiler_enabled():
    return False


def is_tensorrt_runtime_enabled():
    return False


def RemoveDropoutPass():
    return _library.named_pass("RemoveDropoutPass")


def prune_tensorrt_subgraphs(mod):
    return _library.named_pass("PruneTensorrtSubgraphs")(mod)


def partition_for_tensorrt(mod, params=None, target=None):
    assert is_tensorrt_compiler_enabled(), "Can only partition for TensorRT if it is enabled"
