/**
 * What is before each program of the cases: the names that all use, and `show`, which prints what functions answer or
 * raise.
 */
export const shownPrelude = `import numpy as np
import tvm
from tvm import relay, tir
from tvm.relay.dataflow_pattern import *

def show(*questions):
    for at, question in enumerate(questions):
        try:
            value = question()
        except Exception as error:
            first = str(error).strip().split("\\n")[-1]
            own = "Check failed" not in first and "packed_func.h" not in first
            print(at, "!!", type(error).__name__, first if own else "")
        else:
            kind = "str" if isinstance(value, str) else type(value).__name__
            print(at, kind, str(value).strip())

`;
