"""Kinds of values."""
import numpy as np

string_types = (str,)
integer_types = (int, np.int32)
numeric_types = integer_types + (float, np.float16, np.float32)


def py_str(x):
    return x.decode("utf-8")


def register_error(func_name=None, cls=None):
    if callable(func_name):
        cls = func_name
    return cls if cls is not None else lambda registered: registered
