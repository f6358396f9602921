"""Builds lets and branches."""
from contextlib import contextmanager as _contextmanager

from tvm.relay import expr as _expr, ty as _ty


class _HalfIf:
    """A branch whose other side is still to come."""

    def __init__(self, cond, true_branch):
        self.cond, self.true_branch = cond, true_branch


class ScopeBuilder:
    def __init__(self):
        self._scopes = [[[], None]]

    def let(self, var, value):
        if isinstance(var, (tuple, list)):
            if len(var) > 2:
                raise ValueError("Expect var to be Tuple[str, relay.Type]")
            var = _expr.var(*var)
        elif isinstance(var, str):
            var = _expr.var(var)
        self._scopes[-1][0].append((var, value))
        return var

    def ret(self, value):
        if self._scopes[-1][1] is not None:
            raise RuntimeError("ret value is already set in this scope.")
        self._scopes[-1][1] = value

    def type_of(self, expr):
        if isinstance(expr, _expr.Var):
            return expr.type_annotation
        made = _ty.IncompleteType()
        self.let(_expr.var("unify", made), expr)
        return made

    def if_scope(self, cond):
        self._scopes.append([[], None])
        return self._ended(lambda made, known: self._begun(cond, made, known))

    def else_scope(self):
        self._scopes.append([[], None])
        return self._ended(self._whole)

    @_contextmanager
    def _ended(self, join):
        yield
        bindings, value = self._scopes.pop()
        outer = self._scopes[-1]
        outer[1] = join(lambda: self._lets(bindings, value), outer[1])

    def _begun(self, cond, made, known):
        if known is not None:
            raise RuntimeError("result already returned before if scope")
        return _HalfIf(cond, made())

    def _whole(self, made, known):
        if not isinstance(known, _HalfIf):
            raise RuntimeError("else scope must follows")
        return _expr.If(known.cond, known.true_branch, made())

    def _lets(self, bindings, value):
        if value is None:
            raise RuntimeError("ret is not called in this scope")
        if isinstance(value, _HalfIf):
            raise RuntimeError("Creating an If expression without else.")
        for var, bound in reversed(bindings):
            value = _expr.Let(var, bound, value)
        return value

    def get(self):
        if len(self._scopes) != 1:
            raise RuntimeError("can only call get at the outmost scope")
        return self._lets(*self._scopes[0])
