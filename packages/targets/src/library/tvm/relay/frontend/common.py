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


def new_var(name_hint, type_annotation=None, shape=None, dtype="float32"):
    return _relay.var(name_hint, type_annotation, shape, dtype)


def get_name(node):
    return getattr(node, "name_hint", "")


def get_relay_op(op_name):
    """The function of a dotted name; one without a dot is looked for in the groups of operators, too."""
    groups = [_relay.op] if "." in op_name else [_relay.op, _relay.op.nn, _relay.op.image, _relay.op.vision]
    for found in groups:
        for part in op_name.split("."):
            found = getattr(found, part, None)
        if found:
            return found
    raise tvm.error.OpNotImplemented(f"Unable to map op_name {op_name} to relay")


def to_int_list(np_array):
    return [int(number) for number in np_array]


def unbind(data, axis=0):
    shape = infer_shape(data)
    if axis >= len(shape):
        raise AttributeError("Please check input dim, it shouldn't be greater than or equal to rank.")
    parts = _relay.split(data, shape[axis], axis)
    slices = [_relay.squeeze(parts[at], axis=[axis]) for at in range(shape[axis])]
    return _relay.TupleWrapper(_relay.Tuple(slices), shape[axis])
