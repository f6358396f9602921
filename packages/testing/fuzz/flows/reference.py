"""Partitions modules as the reference's own functions do: JSON lines {"id", "target", "text", "level", "steps"} in; "text", "error" or "unread" out.

A target's function is `partition_for_TARGET`; the release has none for dnnl, whose flow is run step by step.
RELAYSCOPE_ORACLE names the folder of the reference's scripts.
"""
import importlib
import os
import sys
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.environ["RELAYSCOPE_ORACLE"])

import reference as ref  # noqa: E402
import tvm  # noqa: E402
from each_case import TENSORRT, answer_each  # noqa: E402
from tvm import relay  # noqa: E402


class StandIn(types.SimpleNamespace):
    """A target whose kind is there only in builds with its code generator."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def step_of(name, module):
    if name == "MergeComposite":
        return relay.transform.MergeComposite(module.pattern_table())
    if name == "AnnotateTarget":
        return relay.transform.AnnotateTarget("dnnl")
    return getattr(relay.transform, name)()


def partitioned(case, mod):
    target = case["target"]
    module = importlib.import_module("tvm.relay.op.contrib." + target)
    if target == "dnnl":
        steps = [name for name in case["steps"] if name != "PruneDnnlSubgraphs"]
        mod = module.prune_dnnl_subgraphs(tvm.transform.Sequential([step_of(name, module) for name in steps])(mod))
        return relay.transform.InferType()(mod)  # what was put back has no types yet
    function = getattr(module, "partition_for_" + target)
    if target == "cutlass":
        return function(mod, {})  # without parameters it leaves the preparation out
    if target != "tensorrt":
        return function(mod)
    stand_in = StandIn(attrs=TENSORRT)
    module.get_tensorrt_target = lambda: stand_in
    module.is_tensorrt_compiler_enabled = lambda: True
    return function(mod, target=stand_in)


def answered(case):
    try:
        mod = ref.parsed(case["text"])
    except Exception as error:
        return {"unread": str(error)[-200:]}
    try:
        with tvm.transform.PassContext(opt_level=case["level"]):
            text = ref.printed(partitioned(case, mod))[0]
            return {"text": text.replace(f'working_dir="{os.getcwd()}"', 'working_dir="."')}
    except Exception as error:
        return {"error": (str(error).strip().splitlines() or ["error"])[-1][:200]}


if __name__ == "__main__":
    answer_each(answered, 60, reports_end=False)
