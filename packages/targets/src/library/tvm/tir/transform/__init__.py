"""Passes on functions of tir, of which a module of Relay has none."""
from tvm.ir.transform import Pass as _Pass, _decorator


class PrimFuncPass(_Pass):
    """A pass that works on each function of tir in a module."""


def prim_func_pass(pass_func=None, opt_level=None, name=None, required=None, traceable=False):
    return _decorator(PrimFuncPass, "module", pass_func, opt_level, name, required, lambda mod, ctx: mod)
