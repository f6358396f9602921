"""What a file may take from TVM's own targets: their flows, helpers, rules and tables."""
import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib import get_pattern_table, register_pattern_table
from tvm.relay.op.contrib.arm_compute_lib import is_arm_compute_runtime_enabled, partition_for_arm_compute_lib
from tvm.relay.op.contrib.bnns import partition_for_bnns
from tvm.relay.op.contrib.clml import partition_for_clml
from tvm.relay.op.contrib.cutlass import partition_for_cutlass
from tvm.relay.op.contrib.dnnl import get_op_name, make_conv_pattern, make_dense_pattern, prune_dnnl_subgraphs
from tvm.relay.op.contrib.mrvl import partition_for_mrvl

NAME = "borrower"


def is_taken(call):
    """As dnnl takes it, where dnnl has a rule."""
    rule = call.op.get_attr("target.dnnl")
    return call.op.name == "tanh" or (rule is not None and call.op.has_attr(f"target.{NAME}"))


for operator in ("add", "exp", "tanh", "argmax"):
    tvm.ir.register_op_attr(operator, f"target.{NAME}", is_taken)


@register_pattern_table(NAME)
def pattern_table():
    layers = [("conv_relu", make_conv_pattern("nn.conv2d", False, "nn.relu")), ("dense_bias", make_dense_pattern(True))]
    table = [(f"{NAME}.{name}", pattern, lambda call: get_op_name(call) in ("nn.relu", "add")) for name, pattern in layers]
    return table + [(f"{NAME}.{name.split('.')[-1]}", *rest) for name, *rest in get_pattern_table("cudnn")[:2]]


def partition_for_borrower(mod, params=None):
    if is_arm_compute_runtime_enabled():
        return mod
    steps = [
        relay.transform.InferType(),
        relay.transform.MergeComposite(pattern_table()),
        relay.transform.AnnotateTarget([NAME, "dnnl"]),
        relay.transform.MergeCompilerRegions(),
        relay.transform.PartitionGraph(),
    ]
    mod = prune_dnnl_subgraphs(tvm.transform.Sequential(steps)(partition_for_mrvl(mod, params, num_tiles="4")))
    for partition in (partition_for_cutlass, partition_for_clml, partition_for_bnns, partition_for_arm_compute_lib):
        mod = partition(mod, params)
    return mod
