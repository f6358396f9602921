"""Paddings on both sides."""
from tvm.ir import container


def _pad_sides(padding, axes):
    """The padding on both sides of each axis: the sides before, then the sides after."""
    if isinstance(padding, container.Array):
        padding = list(padding)
    if isinstance(padding, int):
        return (padding,) * (2 * axes)
    if not isinstance(padding, (tuple, list)):
        raise ValueError(f"Unknown padding option {padding}")
    if len(padding) == 2 * axes:
        return tuple(padding)
    if len(padding) != axes:
        raise ValueError(f"Size of padding can only be {axes} or {2 * axes}")
    totals = [p * 2 for p in padding]
    fronts = [(t + 1) // 2 for t in totals]
    return (*fronts, *(t - f for t, f in zip(totals, fronts)))


def get_pad_tuple1d(padding):
    return _pad_sides(padding, 1)


def get_pad_tuple2d(padding):
    return _pad_sides(padding, 2)


def get_pad_tuple3d(padding):
    return _pad_sides(padding, 3)
