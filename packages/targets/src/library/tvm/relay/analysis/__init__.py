"""Counts over expressions. Follows count_layers.py and src/relay/analysis/mac_count.cc."""
from enum import IntEnum as _IntEnum

import tvm as _tvm
from tvm import _library, relay as _relay


def all_dtypes(expr):
    return set(_library.all_dtypes(expr))


def count_layers(expr, valid_ops):
    if isinstance(expr, _tvm.ir.IRModule):
        expr = expr["main"]
    wanted = [_relay.op.get(op) for op in valid_ops]

    class Counter(_relay.ExprVisitor):
        """Each call is visited once: on the path that meets it first."""

        def __init__(self):
            super().__init__()
            self.depth = self.deepest = 0

        def visit_call(self, call):
            if call.op in wanted:
                self.depth += 1
            here = self.depth
            self.deepest = max(self.deepest, here)
            for arg in call.args:
                self.visit(arg)
                self.depth = here

    counter = Counter()
    counter.visit(expr)
    return counter.deepest


def _size(shape):
    size = 1
    for d in shape:
        size *= int(d)
    return size


def _of_convolution(call):
    data, kernel, layout = call.args[0].checked_type.shape, call.attrs.kernel_size, call.attrs.data_layout
    if not kernel or len(kernel) != 2:
        raise _tvm.error.InternalError("The dimension of the kernel in Conv 2D should be 2.")
    channels = int(data[layout.index("C")])
    if "c" in layout:
        channels *= int(data[layout.index("c")])
    return _size(call.checked_type.shape) * _size(kernel) * (channels // call.attrs.groups)


def _of_dense(call):
    data, weight = (arg.checked_type.shape for arg in call.args)
    if len(data) != 2 or len(weight) != 2:
        raise _tvm.error.InternalError("The dimension of an input tensor to Dense node should be 2.")
    return int(data[0]) * int(data[1]) * int(weight[0])


def _of_batches(call):
    a, b = (arg.checked_type.shape for arg in call.args)
    return int(a[0]) * int(a[1]) * int(a[2]) * int(b[1])


_COUNTS = {"nn.conv2d": _of_convolution, "nn.conv2d_transpose": _of_convolution, "nn.dense": _of_dense, "nn.batch_matmul": _of_batches}


Feature = _IntEnum(
    "Feature",
    "fVar fGlobalVar fConstant fTuple fTupleGetItem fFunction fOp fCall fLet fIf fRefCreate fRefRead fRefWrite fConstructor fMatch "
    "fGraph fLetRec",
    start=0,
)


def detect_feature(a, b=None):
    if isinstance(a, _tvm.IRModule):
        a, b = b, a
    return {Feature(number) for number in _library.features(*(part for part in (a, b) if part is not None))}


def get_total_mac_number(expr):
    calls = [call for call in _library.all_calls(expr) if getattr(call.op, "name", None) in _COUNTS]
    return sum(_COUNTS[call.op.name](call) for call in calls if call._checked_type_ is not None)


def search_fc_transpose(expr):
    """The names of the weights of `nn.dense(x, transpose(w))`."""
    found = []

    class Search(_relay.ExprVisitor):
        def visit_call(self, call):
            if call.op == _relay.op.get("nn.dense"):
                weight = call.args[1]
                if isinstance(weight, _relay.Call) and weight.op == _relay.op.get("transpose") and isinstance(weight.args[0], _relay.Var):
                    found.append(weight.args[0].name_hint)
            for arg in call.args:
                self.visit(arg)

    Search().visit(expr)
    return _tvm.runtime.convert(found)
