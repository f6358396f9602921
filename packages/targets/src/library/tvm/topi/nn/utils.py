"""Paddings of kernels."""
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
