"""Types of elements."""
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
