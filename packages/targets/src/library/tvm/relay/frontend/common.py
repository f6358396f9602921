"""Types of expressions that are made piece by piece."""
import tvm
from tvm import relay as _relay
from tvm.relay.build_module import create_executor as _create_executor
from tvm.topi.utils import get_const_tuple


def infer_type(node, mod=None):
    if isinstance(mod, tvm.IRModule):
        mod["main"] = _relay.Function(_relay.analysis.free_vars(node), node)
        typed = _relay.transform.InferType()(mod)
    else:
        typed = _relay.transform.InferType()(tvm.IRModule.from_expr(node))
    entry = typed["main"]
    return entry if isinstance(node, _relay.Function) else entry.body


def infer_shape(inputs, mod=None):
    found = infer_type(inputs, mod=mod).checked_type
    return get_const_tuple(found.shape) if hasattr(found, "shape") else found


def infer_channels(inputs, transpose=False):
    return infer_shape(inputs)[1 if transpose else 0]


def infer_value(input_val, params, mod=None):
    """What folding makes a constant of; nothing else is run here."""
    free = _relay.analysis.free_vars(input_val)
    assert all(var.name_hint in params.keys() for var in free), "All inputs to infer must be available in params."
    bound = _relay.bind(_relay.Function(free, input_val), {var: _relay.const(params[var.name_hint]) for var in free})
    typed = _relay.transform.InferType()(tvm.IRModule.from_expr(bound))
    with tvm.transform.PassContext(opt_level=2):
        found = _relay.transform.FoldConstant(fold_qnn=True)(typed)["main"].body
    return found.data if isinstance(found, _relay.Constant) else _create_executor("debug", typed)
