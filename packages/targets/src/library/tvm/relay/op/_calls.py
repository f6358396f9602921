"""What all builders of operators use."""
from tvm._library import IntImm, operator_call as _call
from tvm.relay.expr import Constant, Expr, const


def _operator_function(name, count):
    return (lambda data: _call(name, data)) if count == 1 else lambda lhs, rhs: _call(name, lhs, rhs)


def _list_of(given):
    """A list argument may be a constant: its values."""
    return list(given.data.numpy()) if isinstance(given, Constant) else given


def _const_of(given, dtype):
    return given if isinstance(given, Expr) else const(given, dtype)


def _ints(given):
    given = [given] if isinstance(given, int) else given
    return [v.value if isinstance(v, IntImm) else int(v) for v in given] if isinstance(given, (list, tuple)) else given


def _repeat(given, count):
    return (given,) * count if isinstance(given, int) else given


def _name_functions(names):
    """Gives functions that others make the names under which a module has them: errors of their calls tell these."""
    for name, value in list(names.items()):
        if "<locals>" in getattr(value, "__qualname__", ""):
            value.__name__ = value.__qualname__ = name
            value.__module__ = names["__name__"]
