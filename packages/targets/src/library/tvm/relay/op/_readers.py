"""What checks of several targets read of a call, or of what is made of its results."""
from tvm import relay
from tvm.ir import Op


def _first(expr):
    return expr.tuple_value if isinstance(expr, relay.TupleGetItem) else expr.fields[0]


def get_op_name(expr):
    while isinstance(expr, (relay.Call, relay.TupleGetItem, relay.Tuple)):
        expr = expr.op if isinstance(expr, relay.Call) else _first(expr)
    return expr.name if isinstance(expr, Op) else ""


def get_args(expr):
    if isinstance(expr, relay.Call):
        return expr.args
    if isinstance(expr, relay.TupleGetItem):
        return get_args(expr.tuple_value)
    return [arg for field in expr.fields for arg in get_args(field)] if isinstance(expr, relay.Tuple) else []


def get_attrs(expr):
    while isinstance(expr, relay.TupleGetItem):
        expr = expr.tuple_value
    return expr.attrs if isinstance(expr, relay.Call) else {}
