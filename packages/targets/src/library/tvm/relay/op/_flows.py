"""The flows of TVM's own targets, whose tables, rules and passes come from the targets' own Python."""
import json

from tvm import _library
from tvm.ir.transform import Sequential
from tvm.relay import transform


def _flow(name, merge, first=0, last=None, **options):
    """
    The passes of a target's flow between two places. `merge`: the pass that merges what the target's table matches.
    `options`: further ones, by pass.
    """
    made = []
    for step in json.loads(_library.target_module(name).FLOW)[first:last]:
        given = {**step.get("options", {}), **options.get(step["pass"], {})}
        if step["pass"] == "MergeComposite":
            made.append(merge)
        elif step["pass"] == "AnnotateTarget":
            made.append(transform.AnnotateTarget(name, **given))
        else:
            made.append(_library.named_pass(step["pass"], **given))
    return Sequential(made)
