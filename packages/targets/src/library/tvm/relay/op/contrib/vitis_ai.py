"""Vitis AI, without its code generator."""
from tvm import _library


def enabled():
    print("Skip because Vitis-AI codegen is not available.")
    return False


def partition_for_vitis_ai(mod, params=None, dpu=None, **opts):
    if dpu is None:
        raise ValueError("Please pass Vitis AI DPU identifier to the partitioning function")
    _library.unsupported("tvm.relay.op.contrib.vitis_ai.partition_for_vitis_ai(...)")
