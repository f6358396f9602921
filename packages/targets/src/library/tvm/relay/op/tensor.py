"""Operators on tensors, element by element."""
from tvm.relay.expr import Call, Constant, Expr, Tuple
from tvm.relay.op._calls import _call, _list_of, _name_functions, _operator_function


def clip(a, a_min, a_max):
    return _call("clip", a, a_min=a_min, a_max=a_max)


def fixed_point_multiply(data, multiplier, shift):
    return _call("fixed_point_multiply", data, multiplier=multiplier, shift=shift)


def shape_of(data, dtype="int32"):
    return _call("shape_of", data, dtype=dtype)


def ndarray_size(data, dtype="int32"):
    return _call("ndarray_size", data, dtype=dtype)


for _name in (
    "abs acos acosh asin asinh atan atanh bitwise_not ceil copy cos cosh erf exp floor isfinite isinf isnan log log10 log2 logical_not "
    "negative ones_like round rsqrt sigmoid sign sin sinh sqrt tan tanh trunc zeros_like"
).split():
    globals()[_name] = _operator_function(_name, 1)
for _name in (
    "add bitwise_and bitwise_or bitwise_xor divide equal floor_divide floor_mod greater greater_equal left_shift less less_equal "
    "logical_and logical_or logical_xor maximum minimum mod multiply not_equal power right_shift subtract trunc_divide trunc_mod"
).split():
    globals()[_name] = _operator_function(_name, 2)


def concatenate(data, axis):
    if not isinstance(data, Call):
        data = list(data)
        if not data:
            raise ValueError("relay.concatenate requires data to be non-empty.")
        data = Tuple(data)
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")
    return _call("concatenate", data, axis=axis)


def stack(data, axis):
    if not data:
        raise ValueError("relay.stack requires data to be non-empty.")
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")
    return _call("stack", data if isinstance(data, Expr) else Tuple(list(data)), axis=axis)


def einsum(data, equation):
    return _call("einsum", Tuple(list(data)), equation=equation)


def _filled(name):
    def made(shape, dtype):
        shape = _list_of(shape)
        if isinstance(shape, Expr):
            return _call("dyn." + name, shape, dtype=dtype)
        return _call(name, shape=list([shape] if isinstance(shape, int) else shape), dtype=dtype)

    return made


zeros, ones = _filled("zeros"), _filled("ones")

_name_functions(globals())
