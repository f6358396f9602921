"""Answers operator cases with the reference compiler: JSON lines {"id", "text"} in, {"id", "type"} or {"id", "error"} out.

Each case runs in a process of its own, since the reference ends the process on some inputs.
"""
import json
import os
import re
import signal
import sys

import tvm
from tvm import relay

# Operators whose attributes the reference prints but cannot read back: it does not say of what type they are, or says so wrongly.
for name, attrs in {
    "annotation.compiler_begin": "Compiler",
    "annotation.compiler_end": "Compiler",
    "annotation.cast_hint": "CastHint",
    "annotation.with_funcid": "WithFuncId",
    "collapse_sum_to": "InitOp",
    "cumsum": "Scanop",
    "cumprod": "Scanop",
    "dyn.expand_dims": "DynExpandDims",
    "trilu": "Trilu",
    "unique": "Unique",
    "stft": "Stft",
    "dft": "DFT",
    "nn.avg_pool2d_grad": "AvgPool2D",
    "nn.contrib_dense_pack": "DensePack",
    "nn.dilate": "Dilate",
    "strided_set": "StridedSlice",
    "scatter_elements": "ScatterElements",
    "scatter_nd": "ScatterND",
    "vision.non_max_suppression": "NonMaximumSuppression",
    "vision.regular_non_max_suppression": "RegularNonMaximumSuppression",
    "vision.get_valid_counts": "GetValidCounts",
    "vision.all_class_non_max_suppression": "AllClassNonMaximumSuppression",
    "vision.roi_align": "ROIAlign",
    "vision.roi_pool": "ROIPool",
    "vision.proposal": "Proposal",
}.items():
    try:
        tvm.ir.Op.get(name).set_attrs_type_key(f"relay.attrs.{attrs}Attrs")
    except tvm.TVMError:
        pass


def type_of(text):
    """The head of the module's main function as it is printed after reading and one more inference, without comments."""
    module = relay.transform.InferType()(relay.parse('#[version = "0.0.5"]\n' + text))
    printed = module.astext(show_meta_data=False)
    head = next(line for line in printed.splitlines() if line.startswith("def "))
    return re.sub(r" /\*.*?\*/", "", head)


def answered(case):
    """The answer to one case."""
    try:
        return {"id": case["id"], "type": type_of(case["text"])}
    except Exception as error:  # the reference's own error is the answer
        lines = [line for line in str(error).strip().splitlines() if line]
        return {"id": case["id"], "error": lines[-1][:200] if lines else "error"}


def main():
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 2)
    for line in sys.stdin:
        case = json.loads(line)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            print(json.dumps(answered(case)), flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            print(json.dumps({"id": case["id"], "error": f"ended with status {status}"}), flush=True)


if __name__ == "__main__":
    main()
