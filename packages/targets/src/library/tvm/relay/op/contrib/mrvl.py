"""Marvell's accelerator."""
import tvm
from tvm import _library, relay
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op._flows import _flow


def mrvl_pattern_table():
    return _library.target_table("mrvl")


def MrvlRemoveDropoutPass():
    return _library.named_pass("MrvlRemoveDropoutPass")


def MrvlRemoveCopyPass():
    return _library.named_pass("MrvlRemoveCopyPass")


def repartition_mrvl_subgraphs(mod):
    return _library.named_pass("RepartitionMrvlSubgraphs")(mod)


def partition_for_mrvl(mod, params=None, **kwargs):
    options = {name: kwargs[name] for name in ("mattr", "num_tiles") if name in kwargs}
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    with tvm.transform.PassContext(opt_level=3, disabled_pass=["AlterOpLayout"]):
        merge = relay.transform.MergeComposite(mrvl_pattern_table())
        return _flow("mrvl", merge, AddMrvlAttributes=options)(mod)
