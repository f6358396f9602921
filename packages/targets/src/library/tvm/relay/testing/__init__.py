"""Running one pass on an expression, and counting calls."""
import collections
import numpy as np
import tvm.testing
from tvm import _library, relay
from tvm.relay.testing.init import create_workload


def rand(dtype, *shape):
    return tvm.nd.array(np.random.rand(*shape).astype(dtype))


def count_ops(expr):
    counts = collections.Counter()

    class Counter(relay.ExprVisitor):
        def visit_call(self, call):
            counts[call.op.name] += 1
            super().visit_call(call)

    Counter().visit(expr)
    return counts


def run_opt_pass(expr, opt_pass, import_prelude=False):
    assert isinstance(opt_pass, tvm.transform.Pass)
    if import_prelude:
        _library.unsupported("tvm.relay.prelude.Prelude")
    mod = opt_pass(relay.transform.InferType()(tvm.IRModule.from_expr(expr)))
    entry = mod["main"]
    return entry if isinstance(expr, relay.Function) else entry.body


def run_infer_type(expr):
    return run_opt_pass(expr, relay.transform.InferType())
