"""What is known of numbers. Constants and variables stay as they are; the rest of the solver is not supported."""
from tvm._library import constant_value
from tvm.arith.analyzer import Analyzer as _Unsupported
from tvm.tir import Any, FloatImm, IntImm, Var, const


class Analyzer:
    def __init__(self):
        self._unsupported = _Unsupported()

    def __getattr__(self, name):
        return getattr(self._unsupported, name)

    def simplify(self, expr, steps=2):
        expr = const(expr) if isinstance(expr, (bool, int, float)) else expr
        if isinstance(expr, (Any, FloatImm, IntImm, Var)):
            return expr
        value = constant_value(expr)
        return self._unsupported.simplify(expr) if value is None else value

    def can_prove(self, expr, strength=0):
        value = constant_value(expr)
        return self._unsupported.can_prove(expr, strength) if value is None else value.value != 0

    def can_prove_equal(self, lhs, rhs):
        left, right = constant_value(lhs), constant_value(rhs)
        if left is None or right is None:
            return self._unsupported.can_prove_equal(lhs, rhs)
        return left.value == right.value

    rewrite_simplify = canonical_simplify = simplify
