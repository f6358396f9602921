"""What is known of numbers. Constants and variables stay as they are; the rest of the solver is not supported."""
from tvm import _library, tir as _tir
from tvm.arith.analyzer import Analyzer as _Unsupported


class Analyzer:
    def __init__(self):
        self._unsupported = _Unsupported()

    def __getattr__(self, name):
        return getattr(self._unsupported, name)

    def simplify(self, expr, steps=2):
        expr = _tir.const(expr) if isinstance(expr, (bool, int, float)) else expr
        if isinstance(expr, (_tir.Any, _tir.FloatImm, _tir.IntImm, _tir.Var)):
            return expr
        value = _library.constant_value(expr)
        return self._unsupported.simplify(expr) if value is None else value

    def can_prove(self, expr, strength=0):
        value = _library.constant_value(expr)
        return self._unsupported.can_prove(expr, strength) if value is None else value.value != 0

    def can_prove_equal(self, lhs, rhs):
        left, right = _library.constant_value(lhs), _library.constant_value(rhs)
        if left is None or right is None:
            return self._unsupported.can_prove_equal(lhs, rhs)
        return left.value == right.value

    rewrite_simplify = canonical_simplify = simplify
