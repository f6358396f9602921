"""Variables of sizes."""
from tvm import tir as _tir
from tvm.tir import (
    abs, all, any, div, floordiv, floormod, indexdiv, indexmod, max, max_value, min, min_value, truncdiv, truncmod,
)


def var(name="tindex", dtype="int32", span=None):
    return _tir.Var(name, dtype, span)


def size_var(name="size", dtype="int32", span=None):
    return _tir.SizeVar(name, dtype, span)


def const(value, dtype="int32", span=None):
    return _tir.const(value, dtype, span)
