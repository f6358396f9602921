"""Decorators that make passes of functions and classes."""
import functools

from tvm import _library
from tvm._library import FunctionPass, ModulePass


def _class_of(base, made, kind, method, opt_level, label, required, act):
    """A class of passes whose work is done by an instance of the class that the file gives."""

    def make(self, *args, **kwargs):
        self._inst = made(*args, **kwargs)
        _library.set_pass(self, kind, act or (lambda *given: getattr(self._inst, method)(*given)), opt_level, label, required)

    def inner(self, name):
        return getattr(self._inst, name)

    functools.update_wrapper(make, made.__init__)
    return type(made.__name__, (base,), {"__init__": make, "__getattr__": inner, "__doc__": made.__doc__, "__module__": made.__module__})


def _decorator(base, kind, pass_func, opt_level, name, required, act=None):
    if opt_level is None:
        raise ValueError(f"Please provide opt_level for the {kind} pass.")
    required = required if required else []
    if not isinstance(required, (list, tuple)):
        raise TypeError("Required is expected to be the type of list/tuple.")

    def create(given):
        label = name if name else given.__name__
        if isinstance(given, type):
            return _class_of(base, given, kind, "transform_" + kind, opt_level, label, required, act)
        if not callable(given):
            raise TypeError("pass_func must be a callable for Module pass")
        return _library.make_pass(base, kind, act or given, opt_level, label, required)

    return create(pass_func) if pass_func else create


def module_pass(pass_func=None, opt_level=None, name=None, required=None, traceable=False):
    return _decorator(ModulePass, "module", pass_func, opt_level, name, required)


def function_pass(pass_func=None, opt_level=None, name=None, required=None):
    return _decorator(FunctionPass, "function", pass_func, opt_level, name, required)


def PrintIR(header="", show_meta_data=False):
    """What it prints goes to the compiler's log, which is not kept here."""
    return _library.make_pass(ModulePass, "module", lambda mod, ctx: mod, 0, "PrintIR", [])


class LayoutConfig:
    """Which convolutions ConvertLayout leaves alone, by their number."""

    current = None

    def __init__(self, skip_layers=None):
        self.skip_counter = 0
        self.skip_layers = skip_layers if skip_layers is not None else []

    def check_skip(self):
        self.skip_counter += 1
        return self.skip_counter - 1 in self.skip_layers

    def reset(self):
        self.skip_counter, self.skip_layers = 0, []

    def __enter__(self):
        self._old_manager, LayoutConfig.current = LayoutConfig.current, self
        return self

    def __exit__(self, ptype, value, trace):
        LayoutConfig.current = self._old_manager
