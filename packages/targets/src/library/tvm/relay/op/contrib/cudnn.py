"""cuDNN."""
from tvm import _library
from tvm.relay import transform
from tvm.relay.op._flows import _flow


def pattern_table():
    return _library.target_table("cudnn")


def partition_for_cudnn(mod):
    return _flow("cudnn", transform.MergeComposite(pattern_table()))(mod)
