"""Plain numbers out of those of the low-level language."""
import tvm


def prod(x):
    if not x:
        return tvm.tir.const(1, "int32")
    res = x[0]
    for i in range(1, len(x)):
        res = res * x[i]
    return res


def get_const_int(expr):
    if isinstance(expr, int):
        return expr
    if not isinstance(expr, tvm.tir.IntImm):
        raise ValueError("Expect value to be constant int")
    return int(expr.value)


def get_const_float(expr):
    if isinstance(expr, float):
        return float(expr)
    if not isinstance(expr, tvm.tir.FloatImm):
        raise ValueError("Expect value to be constant float")
    return float(expr.value)


def equal_const_int(expr, value):
    if isinstance(expr, int):
        return expr == value
    return expr.value == value if isinstance(expr, tvm.tir.IntImm) else False


def get_float_tuple(in_tuple):
    return tuple(get_const_float(elem) for elem in in_tuple)


def get_const_tuple(in_tuple):
    return tuple(int(d.value) if isinstance(d, tvm.tir.IntImm) else d for d in in_tuple)
