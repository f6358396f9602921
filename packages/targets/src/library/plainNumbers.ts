/** Python of the library about types of elements and plain numbers. */

/** python/tvm/topi/utils.py */
export const topiUtilsSource = `"""Plain numbers out of those of the low-level language."""
import tvm
from tvm._library import IntImm, PrimExpr


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
    if not isinstance(expr, IntImm):
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
    return expr.value == value if isinstance(expr, IntImm) else False


def get_float_tuple(in_tuple):
    return tuple(get_const_float(elem) for elem in in_tuple)


def get_const_tuple(in_tuple):
    return tuple(int(d.value) if isinstance(d, IntImm) else d for d in in_tuple)
`;

/** python/tvm/topi/nn/utils.py */
export const topiNnUtilsSource = `"""Paddings of kernels."""
from tvm.tir import IntImm as _IntImm


def _both(padding, kernel, axes):
    """What is added before and behind along each axis: first all before, then all behind."""
    if isinstance(padding, (tuple, list)):
        if len(padding) == 2 * axes:
            return tuple(padding)
        if len(padding) != axes:
            raise ValueError(f"Size of padding can only be {'3 or 6' if axes == 3 else '2 or 4'}")
        whole = [pad * 2 for pad in padding]
    elif isinstance(padding, (int, _IntImm)):
        whole = [padding * 2] * axes
    elif padding == "VALID":
        whole = [0] * axes
    elif padding == "SAME":
        whole = [kernel[axis] - 1 for axis in range(axes)]
    else:
        raise ValueError(f"Unknown padding option {padding}")
    before = [(pad + 1) // 2 for pad in whole]
    return (*before, *(pad - first for pad, first in zip(whole, before)))


def get_pad_tuple(padding, kernel):
    return _both(padding, kernel, 2)


def get_pad_tuple1d(padding, kernel):
    return _both(padding, kernel, 1)


def get_pad_tuple3d(padding, kernel):
    return _both(padding, kernel, 3)
`;

/** python/tvm/_ffi/runtime_ctypes.py */
export const dataTypeSource = `"""Types of elements."""
import numpy as np


class DataTypeCode:
    INT, UINT, FLOAT, HANDLE, BFLOAT, E4M3Float, E5M2Float = 0, 1, 2, 3, 4, 6, 7


_NAMES = {0: "int", 1: "uint", 2: "float", 3: "handle", 4: "bfloat", 6: "e4m3_float", 7: "e5m2_float"}
_KNOWN = {"void": (3, 0, 0), "bool": (1, 1, 1)}


class DataType:
    def __init__(self, type_str):
        hash(type_str)
        if isinstance(type_str, np.dtype):
            type_str = str(type_str)
        assert isinstance(type_str, str)
        if type_str in _KNOWN:
            self.type_code, self.bits, self.lanes = _KNOWN[type_str]
            return
        head, *lanes = type_str.split("x")
        if len(lanes) == 2:
            assert lanes[0] == "vscale", f"Invalid data type. Expected 'vscale' but got '{lanes[0]}'"
            self.lanes = -int(lanes[1]) % 65536
        else:
            self.lanes = int(lanes[0]) % 65536 if lanes else 1
        for self.type_code, name in _NAMES.items():
            if head.startswith(name):
                break
        else:
            raise ValueError("Do not know how to handle type " + type_str)
        size = "" if name == "handle" else head[len(name):]
        self.bits = int(size) % 256 if size else 64 if name == "handle" else 32

    def __repr__(self):
        if self.bits == 0 and self.lanes == 0:
            return "void"
        if self.bits == 1 and self.lanes == 1:
            return "bool"
        text = f"{_NAMES[self.type_code]}{self.bits}"
        if 1 < self.lanes < 32768:
            return f"{text}x{self.lanes}"
        return f"{text}xvscalex{65536 - self.lanes}" if 32768 <= self.lanes < 65535 else text

    def __eq__(self, other):
        return self.bits == other.bits and self.type_code == other.type_code and self.lanes == other.lanes

    def __ne__(self, other):
        return not self.__eq__(other)
`;
