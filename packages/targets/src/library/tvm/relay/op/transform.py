"""Operators that change shapes and types."""
from tvm._ffi.base import TVMError as _TVMError
from tvm._library import Array as _Array
from tvm.relay.expr import Constant, Expr, Tuple, TupleWrapper, const
from tvm.relay.op._calls import _call, _ints, _list_of
from tvm.relay.op.tensor import shape_of


def cast(data, dtype):
    return _call("cast", data, dtype=dtype)


def cast_like(data, dtype_like):
    return _call("cast_like", data, dtype_like)


def reinterpret(data, dtype):
    return _call("reinterpret", data, dtype=dtype)


def reshape_like(data, shape_like, lhs_begin=0, lhs_end=None, rhs_begin=0, rhs_end=None):
    return _call("reshape_like", data, shape_like, lhs_begin=lhs_begin, lhs_end=lhs_end, rhs_begin=rhs_begin, rhs_end=rhs_end)


def argwhere(condition):
    return _call("argwhere", condition)


def scatter_elements(data, indices, updates, axis=0, reduction="update"):
    return _call("scatter_elements", data, indices, updates, axis=axis, reduction=reduction)


def scatter_nd(data, indices, updates, mode="update"):
    return _call("scatter_nd", data, indices, updates, mode=mode)


def full_like(data, fill_value):
    return _call("full_like", data, fill_value)


def repeat(data, repeats, axis):
    return _call("repeat", data, repeats=repeats, axis=axis)


def reverse(data, axis):
    return _call("reverse", data, axis=axis)


def reverse_sequence(data, seq_lengths, seq_axis=1, batch_axis=0):
    return _call("reverse_sequence", data, seq_lengths, seq_axis=seq_axis, batch_axis=batch_axis)


def where(condition, x, y):
    return _call("where", condition, x, y)


def broadcast_to_like(data, broadcast_type):
    return _call("broadcast_to_like", data, broadcast_type)


def collapse_sum_like(data, collapse_type):
    return _call("collapse_sum_like", data, collapse_type)


def slice_like(data, shape_like, axes=None):
    return _call("slice_like", data, shape_like, axes=axes)


def layout_transform(data, src_layout, dst_layout):
    return _call("layout_transform", data, src_layout=src_layout, dst_layout=dst_layout)


def gather_nd(data, indices, batch_dims=0, index_rank=None):
    return _call("gather_nd", data, indices, batch_dims=batch_dims, index_rank=index_rank)


def sequence_mask(data, valid_length, mask_value=0, axis=0):
    return _call("sequence_mask", data, valid_length, mask_value=mask_value, axis=axis)


def unravel_index(indices, shape):
    return _call("unravel_index", indices, shape)


def invert_permutation(data):
    return _call("invert_permutation", data)


def sliding_window(data, axis, window_shape, strides):
    return _call("sliding_window", data, axis=axis, window_shape=window_shape, strides=strides)


def dft(re_data, im_data, inverse=False):
    return TupleWrapper(_call("dft", re_data, im_data, inverse=inverse), 2)


def sparse_fill_empty_rows(sparse_indices, sparse_values, dense_shape, default_value):
    return TupleWrapper(_call("sparse_fill_empty_rows", sparse_indices, sparse_values, dense_shape, default_value), 3)


def sparse_reshape(sparse_indices, prev_shape, new_shape):
    return TupleWrapper(_call("sparse_reshape", sparse_indices, prev_shape, new_shape), 2)


def expand_dims(data, axis, num_newaxis=1):
    if isinstance(axis, int):
        return _call("expand_dims", data, axis=axis, num_newaxis=num_newaxis)
    if isinstance(axis, Expr):
        return _call("dyn.expand_dims", data, axis, num_newaxis=num_newaxis)
    raise ValueError(f"Unknown type for axis: {type(axis)}")


def transpose(data, axes=None):
    return _call("transpose", data, axes=axes if axes is None else list(axes))


def squeeze(data, axis=None):
    if isinstance(axis, Constant):
        axis = list(axis.data.numpy()) if axis.data.shape else [axis.data.numpy().item()]
    return _call("dyn.squeeze", data, axis, axis=[]) if isinstance(axis, Expr) else _call("squeeze", data, axis=_ints(axis))


def reshape(data, newshape, allowzero=False):
    newshape = _list_of(newshape)
    if isinstance(newshape, Expr):
        return _call("dyn.reshape", data, newshape, newshape=[], allowzero=allowzero)
    return _call("reshape", data, newshape=list(_ints(newshape)), allowzero=allowzero)


def reverse_reshape(data, newshape):
    return _call("contrib_reverse_reshape", data, newshape=list([newshape] if isinstance(newshape, int) else newshape))


def take(data, indices, axis=None, batch_dims=0, mode="clip"):
    return _call("take", data, indices, batch_dims=batch_dims, axis=axis, mode=mode)


def full(fill_value, shape=(), dtype=""):
    shape = _list_of(shape)
    if isinstance(shape, Expr):
        return _call("dyn.full", fill_value, shape, dtype=dtype)
    return _call("full", fill_value, shape=list([shape] if isinstance(shape, int) else shape), dtype=dtype)


def arange(start, stop=None, step=None, dtype="float32"):
    step = const(1, dtype=dtype) if step is None else step
    if stop is None:
        start, stop = const(0, dtype=dtype), start
    return _call("arange", start, stop, step, start=start, stop=stop, step=step, dtype=dtype)


def tile(data, reps):
    reps = _list_of(reps)
    return _call("dyn.tile", data, reps, reps=[]) if isinstance(reps, Expr) else _call("tile", data, reps=reps)


def _int_list(given):
    """What an array of ints may be given as; it is read before the expressions of the call."""
    if isinstance(given, dict):
        raise _TVMError("Check failed: (!checked_type.defined()) is false: Expected Array[runtime.Object], but got Map")
    if isinstance(given, str):
        raise _TVMError("Check failed: type_code_ == kTVMObjectHandle (11 vs. 8) : expected Object but got str")
    for value in given if isinstance(given, (list, tuple)) else [given]:
        if isinstance(value, float):
            raise _TVMError("Check failed: type_code_ == kTVMObjectHandle (2 vs. 8) : expected Object but got float")
        if isinstance(value, (str, list, tuple, _Array)) and not isinstance(given, _Array):
            kind = "runtime.String" if isinstance(value, str) else "Array"
            raise _TVMError(f"Check failed: (!checked_type.defined()) is false: Expected IntImm, but got {kind}")
        if isinstance(value, Expr):
            kind = type(value).__name__
            raise _TVMError(f"Check failed: (!checked_type.defined()) is false: Expected IntImm, but got relay.{kind}")
    return given


def broadcast_to(data, shape):
    shape = _list_of(shape)
    if isinstance(shape, Expr):
        return _call("dyn.broadcast_to", data, shape)
    return _call("broadcast_to", data, shape=_int_list([shape] if isinstance(shape, int) else shape))


def split(data, indices_or_sections, axis=0):
    count = indices_or_sections if isinstance(indices_or_sections, int) else len(indices_or_sections) + 1
    return TupleWrapper(_call("split", data, indices_or_sections=indices_or_sections, axis=axis), count)


def strided_slice(data, begin, end, strides=None, axes=None, slice_mode="end"):
    begin, end, strides = _list_of(begin), _list_of(end), _list_of(strides or [1])
    if not any(isinstance(part, Expr) for part in (begin, end, strides)):
        return _call("strided_slice", data, begin=begin, end=end, strides=strides, slice_mode=slice_mode, axes=axes)
    begin, end, strides = (const(list(p)) if isinstance(p, (tuple, list)) else p for p in (begin, end, strides))
    sizes = slice_like(cast_like(shape_of(data), begin), begin)
    begin = where(begin < cast_like(const(0), begin), begin + sizes, begin)
    begin = where(begin >= sizes, sizes, begin)
    assert axes is None, "Axes argument for dynamic parameter slicing is not supported yet."
    return _call("dyn.strided_slice", data, begin, end, strides, slice_mode=slice_mode)


def strided_set(data, v, begin, end, strides=None):
    parts = (const(list(p)) if isinstance(p, (tuple, list)) else p for p in (begin, end, strides or const([1], dtype="int32")))
    return _call("strided_set", data, v, *parts)


def gather(data, axis, indices):
    return _call("gather", data, indices, axis=axis)


def one_hot(indices, on_value, off_value, depth, axis, dtype):
    depth = depth.data.numpy().item() if isinstance(depth, Constant) else depth
    if isinstance(depth, Expr):
        return _call("dyn.one_hot", indices, on_value, off_value, depth, depth=0, axis=axis, dtype=dtype)
    return _call("one_hot", indices, on_value, off_value, depth=depth, axis=axis, dtype=dtype)


def meshgrid(data, indexing="ij"):
    data = list(data)
    return TupleWrapper(_call("meshgrid", Tuple(data), indexing=indexing), len(data))


def adv_index(inputs):
    return _call("adv_index", Tuple(inputs))


def sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value=0):
    default_value = const(0) if default_value == 0 else default_value
    if isinstance(output_shape, Expr):
        return _call("dyn.sparse_to_dense", sparse_indices, sparse_values, default_value, output_shape)
    return _call("sparse_to_dense", sparse_indices, sparse_values, default_value, output_shape=output_shape)


def matrix_set_diag(data, diagonal, k=0, align="RIGHT_LEFT"):
    k = list(k[:2]) if isinstance(k, (tuple, list)) else [k]
    return _call("matrix_set_diag", data, diagonal, k1=k[0], k2=k[-1], super_diag_right_align=align[:5] == "RIGHT",
                 sub_diag_right_align=align[-5:] == "RIGHT")


def segment_sum(data, segment_ids, num_segments=None):
    one = cast_like(const([1]), segment_ids)
    if num_segments:
        count = cast_like(const([num_segments]) if isinstance(num_segments, int) else num_segments, segment_ids)
    else:
        last = _call("max", segment_ids, axis=[0], keepdims=False, exclude=False)
        count = _call("add", _call("reshape", last, newshape=[-1], allowzero=False), one)
    row = cast_like(strided_slice(_call("shape_of", data, dtype="int32"), [1], [-1], slice_mode="size"), count)
    shape = _call("concatenate", Tuple([count, row]), axis=0)
    ids = tile(segment_ids, _call("concatenate", Tuple([_call("reverse", row, axis=0), one]), axis=0))
    zeros = cast_like(_call("dyn.zeros", shape, dtype="float64"), data)
    return _call("scatter_elements", zeros, _call("transpose", ids, axes=None), data, axis=0, reduction="add")


def cumsum(data, axis=None, dtype=None, exclusive=None):
    return _call("cumsum", data, axis=axis, dtype=dtype, **({"exclusive": True} if exclusive else {}))


def cumprod(data, axis=None, dtype=None, exclusive=None):
    return _call("cumprod", data, axis=axis, dtype=dtype, **({"exclusive": True} if exclusive else {}))


def trilu(data, k, upper=True):
    return _call("trilu", data, k if isinstance(k, Expr) else const(k, dtype="int32"), upper=upper)


def unique(data, is_sorted=True, return_counts=False):
    return TupleWrapper(_call("unique", data, sorted=is_sorted, return_counts=return_counts), 5 if return_counts else 4)
