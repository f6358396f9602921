"""Answers operator cases with the reference compiler: JSON lines {"id", "text"} in, {"id", "type"} or {"id", "error", "raised"} out.

`raised` is the class of an exception that ended type inference, and not the reading of the text.

Each case runs in a process of its own, since the reference ends the process on some inputs.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from each_case import answer_each, last_line  # noqa: E402

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
    try:
        return {"type": type_of(case["text"])}
    except tvm.TVMError as error:
        text = str(error)
        # A plain `Error` of a relation has no stack.
        is_inference = "InferType" in text or "TypeSolver" in text or "Stack trace" not in text
        return {"error": last_line(error), **({"raised": type(error).__name__} if is_inference else {})}


if __name__ == "__main__":
    # The first exception reads the library's symbols, which takes a while: the processes of the cases inherit them.
    answered({"text": "def @main(%a: float32) { nn.dense(%a, %a, units=None) }"})
    answer_each(answered, 20)
