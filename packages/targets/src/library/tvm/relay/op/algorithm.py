"""Operators that sort and search."""
from tvm.relay.expr import Constant, Expr, TupleWrapper
from tvm.relay.op._calls import _call


def sort(data, axis=-1, is_ascend=1):
    return _call("sort", data, axis=axis, is_ascend=is_ascend)


def argsort(data, axis=-1, is_ascend=1, dtype="int32"):
    return _call("argsort", data, axis=axis, is_ascend=is_ascend, dtype=dtype)


def searchsorted(sorted_sequence, values, right=False, dtype="int32"):
    return _call("searchsorted", sorted_sequence, values, right=right, dtype=dtype)


def topk(data, k=1, axis=-1, ret_type="both", is_ascend=False, dtype="int32"):
    k = k.data.numpy().item() if isinstance(k, Constant) else k
    if isinstance(k, Expr):
        out = _call("dyn.topk", data, k, axis=axis, ret_type=ret_type, is_ascend=is_ascend, dtype=dtype)
    else:
        out = _call("topk", data, k=k, axis=axis, ret_type=ret_type, is_ascend=is_ascend, dtype=dtype)
    return TupleWrapper(out, 2) if ret_type == "both" else out
