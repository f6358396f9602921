# Functions that are made of others of numpy: `numpy` looks here for what it lacks.
import builtins
import contextlib
import itertools
import math
import numpy as np
from _evaluator import unavailable

True_, False_ = np.bool_(True), np.bool_(False)
NAN, PINF, NINF = np.nan, np.inf, -np.inf
Infinity = infty = np.inf
radians, degrees, bitwise_not = np.deg2rad, np.rad2deg, np.invert
uintc, ushort = np.uint32, np.uint16


def append(arr, values, axis=None):
    if axis is None:
        arr, values, axis = np.ravel(arr), np.ravel(values), 0
    return np.concatenate((np.asarray(arr), np.asarray(values)), axis=axis)


def tile(A, reps):
    a = np.array(A)
    reps = (reps,) if isinstance(reps, (int, np.integer)) else tuple(reps)
    rank = max(a.ndim, len(reps))
    a = a.reshape((1,) * (rank - a.ndim) + a.shape)
    for axis, times in enumerate((1,) * (rank - len(reps)) + reps):
        a = np.concatenate([a] * int(times), axis=axis) if times > 0 else a[(slice(None),) * axis + (slice(0, 0),)]
    return a


def flatnonzero(a):
    return np.nonzero(np.ravel(a))[0]


def take(a, indices, axis=None, out=None, mode="raise"):
    a = np.asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    if not -a.ndim <= axis < a.ndim:
        raise np.AxisError(f"axis {axis} is out of bounds for array of dimension {a.ndim}")
    axis %= a.ndim
    indices = np.asarray(indices)
    if mode == "clip":
        indices = np.clip(indices, 0, a.shape[axis] - 1)
    elif mode == "wrap":
        indices = indices % a.shape[axis]
    return a[(slice(None),) * axis + (indices,)]


def compress(condition, a, axis=None, out=None):
    if np.ndim(condition) != 1:
        raise ValueError("condition must be a 1-d array")
    return take(a, np.nonzero(condition)[0], axis)


def extract(condition, arr):
    return np.ravel(arr)[np.nonzero(np.ravel(condition))[0]]


def argwhere(a):
    return np.stack(np.nonzero(np.atleast_1d(a)), axis=-1)


def atleast_2d(a):
    a = np.asarray(a)
    return a.reshape(1, 1) if a.ndim == 0 else a[np.newaxis, :] if a.ndim == 1 else a


def array_equiv(a, b):
    try:
        return bool((np.asarray(a) == np.asarray(b)).all())
    except ValueError:
        return False


def bincount(x, weights=None, minlength=0):
    x = np.asarray(x)
    if weights is not None:
        unavailable("numpy.bincount() with weights is")
    made = np.zeros(max(minlength, int(x.max()) + 1 if x.size else 0), dtype="int64")
    values, counts = np.unique(x, return_counts=True)
    made[values] = counts
    return made


def identity(n, dtype=None):
    return np.eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    return (np.arange(N)[:, np.newaxis] >= np.arange(-k, M - k)[np.newaxis, :]).astype(dtype)


def tril(m, k=0):
    m = np.asarray(m)
    return np.where(tri(m.shape[-2], m.shape[-1], k, bool), m, np.zeros(1, m.dtype))


def triu(m, k=0):
    m = np.asarray(m)
    return np.where(tri(m.shape[-2], m.shape[-1], k - 1, bool), np.zeros(1, m.dtype), m)


def diag(v, k=0):
    v = np.asarray(v)
    if v.ndim == 1:
        n = v.shape[0] + abs(k)
        made = np.zeros((n, n), v.dtype)
        for i, value in enumerate(v):
            made[i + max(0, -k), i + max(0, k)] = value
        return made
    if v.ndim != 2:
        raise ValueError("Input must be 1- or 2-d.")
    rows, columns = v.shape
    length = max(0, min(rows - max(0, -k), columns - max(0, k)))
    return v[np.arange(length) + max(0, -k), np.arange(length) + max(0, k)]


def diagonal(a, offset=0):
    return diag(a, offset)


def trace(a, offset=0):
    return diag(a, offset).sum()


def flip(m, axis=None):
    m = np.asarray(m)
    axes = range(m.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if any(not -m.ndim <= a < m.ndim for a in axes):
        np.squeeze(m, axis)
    axes = [a % m.ndim for a in axes]
    return m[tuple(slice(None, None, -1 if a in axes else None) for a in range(m.ndim))]


def fliplr(m):
    m = np.asarray(m)
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


def flipud(m):
    m = np.asarray(m)
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1, ...]


def rot90(m, k=1):
    m, k = np.asarray(m), k % 4
    return m if k == 0 else np.swapaxes(flip(m, 1), 0, 1) if k == 1 else flip(m, (0, 1)) if k == 2 else flip(np.swapaxes(m, 0, 1), 1)


def roll(a, shift, axis=None):
    a = np.asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    n = a.shape[axis]
    at = (n - shift) % n if n else 0
    before, after = np.split(a, [at], axis=axis)
    return np.concatenate((after, before), axis=axis)


def outer(a, b):
    return np.multiply(np.ravel(a)[:, np.newaxis], np.ravel(b)[np.newaxis, :])


def column_stack(tup):
    arrays = [np.asarray(a) for a in tup]
    return np.concatenate([a if a.ndim > 1 else a.reshape(-1, 1) for a in arrays], axis=1)


def vsplit(ary, sections):
    return np.split(ary, sections, axis=0)


def hsplit(ary, sections):
    return np.split(ary, sections, axis=1 if np.ndim(ary) > 1 else 0)


def meshgrid(*xi, indexing="xy"):
    n = len(xi)
    order = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else list(range(n))
    arrays = [np.ravel(x) for x in xi]
    shape = tuple(arrays[i].size for i in order)
    return [np.broadcast_to(a.reshape([-1 if k == order.index(i) else 1 for k in range(n)]), shape).copy() for i, a in enumerate(arrays)]


def in1d(ar1, ar2):
    return np.isin(np.ravel(ar1), np.ravel(ar2))


def intersect1d(ar1, ar2):
    first = np.unique(ar1)
    return first[np.isin(first, ar2)]


def setdiff1d(ar1, ar2):
    first = np.unique(ar1)
    return first[np.logical_not(np.isin(first, ar2))]


def union1d(ar1, ar2):
    return np.unique(np.concatenate((np.ravel(ar1), np.ravel(ar2))))


def searchsorted(a, v, side="left"):
    a = np.asarray(a)

    def count(x):
        low, high = 0, a.size
        while low < high:
            middle = (low + high) // 2
            if a[middle] < x if side == "left" else a[middle] <= x:
                low = middle + 1
            else:
                high = middle
        return low

    return np.array([count(x) for x in np.ravel(v)], dtype="int64").reshape(np.shape(v)) if np.ndim(v) else np.int64(count(v))


def digitize(x, bins, right=False):
    bins = np.asarray(bins)
    if bins.size > 1 and bins[0] > bins[-1]:
        return bins.size - searchsorted(bins[::-1], x, "right" if right else "left")
    return searchsorted(bins, x, "left" if right else "right")


def unravel_index(indices, shape):
    if np.ndim(indices):
        unavailable("numpy.unravel_index() of several places is")
    found, rest = [], int(indices)
    for size in reversed(shape):
        rest, at = divmod(rest, size)
        found.append(np.int64(at))
    if rest:
        raise ValueError(f"index {int(indices)} is out of bounds for array with size {math.prod(shape)}")
    return tuple(reversed(found))


def ravel_multi_index(multi_index, dims):
    place = 0
    for at, size in zip(multi_index, dims):
        place = place * size + at
    return np.int64(place)


def _on_ints(compute):
    def made(a, b):
        if np.ndim(a) == np.ndim(b) == 0:
            return np.int64(compute(int(a), int(b)))
        shape = np.broadcast_shapes(np.shape(a), np.shape(b))
        pairs = zip(np.ravel(np.broadcast_to(np.asarray(a), shape)).tolist(), np.ravel(np.broadcast_to(np.asarray(b), shape)).tolist())
        return np.array([compute(x, y) for x, y in pairs], dtype="int64").reshape(shape)

    return made


gcd, lcm = _on_ints(math.gcd), _on_ints(math.lcm)


def broadcast_shapes(*shapes):
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    rank = max((len(s) for s in shapes), default=0)
    made, owners = [1] * rank, [0] * rank
    for place, shape in enumerate(shapes):
        for at, size in enumerate(shape, rank - len(shape)):
            if made[at] == 1:
                made[at], owners[at] = size, place
            elif size not in (1, made[at]):
                one = owners[at]
                raise ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
                    f"arg {one} with shape {shapes[one]} and arg {place} with shape {shape}."
                )
    return tuple(made)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = np.moveaxis(np.asarray(arr), axis, -1)
    rows = [np.asarray(func1d(row, *args, **kwargs)) for row in arr.reshape(-1, arr.shape[-1])]
    made = np.stack(rows).reshape(arr.shape[:-1] + rows[0].shape)
    return np.moveaxis(made, -1, axis) if rows[0].ndim == 1 else made


def _quantiles_along(function, a, q, axis):
    if isinstance(axis, tuple):
        unavailable("numpy's quantiles along several axes are")
    made = apply_along_axis(lambda row: function(row, q), axis, a)
    return np.moveaxis(made, axis, 0) if q.ndim else made


def _without_nan(reduce):
    def made(a, axis=None):
        if axis is not None and np.ndim(a) > 1:
            return apply_along_axis(made, axis, a)
        a = np.ravel(a)
        return reduce(a[np.logical_not(np.isnan(a))])

    return made


nanmax, nanmin, nansum, nanmean = _without_nan(np.max), _without_nan(np.min), _without_nan(np.sum), _without_nan(np.mean)
nanstd, nanvar, nanmedian, nanprod = _without_nan(np.std), _without_nan(np.var), _without_nan(np.median), _without_nan(np.prod)


def iscomplexobj(x):
    return False


def isrealobj(x):
    return True


def isreal(x):
    return np.ones(np.shape(x), bool)[()]


def real(val):
    return np.asarray(val)


def conjugate(x):
    return np.positive(x)


conj = conjugate


def positive(x):
    return +np.asarray(x)[()]


def isposinf(x):
    return np.equal(x, np.inf)


def isneginf(x):
    return np.equal(x, -np.inf)


def divmod(x1, x2):
    return np.floor_divide(x1, x2), np.remainder(x1, x2)


def modf(x):
    whole = np.trunc(x) * 1.0
    return np.copysign(np.where(np.isinf(x), 0.0, x - whole), x).astype(whole.dtype)[()], whole


def ldexp(x1, x2):
    return np.multiply(x1, np.power(np.array(2.0, np.asarray(x1).dtype if np.asarray(x1).dtype.kind == "f" else float), x2))


def float_power(x1, x2):
    return np.power(np.asarray(x1).astype(float), np.asarray(x2).astype(float))


def tensordot(a, b, axes=2):
    a, b = np.asarray(a), np.asarray(b)
    left, right = axes if isinstance(axes, (tuple, list)) else (range(a.ndim - axes, a.ndim), range(axes))
    left, right = ([n] if isinstance(n, int) else list(n) for n in (left, right))
    left, right = [n % a.ndim for n in left], [n % b.ndim for n in right]
    if [a.shape[n] for n in left] != [b.shape[n] for n in right]:
        raise ValueError("shape-mismatch for sum")
    rows, columns = [n for n in range(a.ndim) if n not in left], [n for n in range(b.ndim) if n not in right]
    size = math.prod(a.shape[n] for n in left)
    made = np.dot(a.transpose(rows + left).reshape(-1, size), b.transpose(right + columns).reshape(size, -1))
    return made.reshape([a.shape[n] for n in rows] + [b.shape[n] for n in columns])


def inner(a, b):
    return np.dot(a, b) if np.ndim(a) < 2 and np.ndim(b) < 2 else tensordot(a, b, (-1, -1))


def vdot(a, b):
    return np.dot(np.ravel(a), np.ravel(b))


def kron(a, b):
    a, b = np.asarray(a), np.asarray(b)
    rank = max(a.ndim, b.ndim)
    left, right = ((1,) * (rank - x.ndim) + x.shape for x in (a, b))
    pairs = a.reshape([n for size in left for n in (size, 1)]) * b.reshape([n for size in right for n in (1, size)])
    return pairs.reshape([x * y for x, y in zip(left, right)])


def histogram(a, bins=10, range=None, density=None, weights=None):
    if density or weights is not None or isinstance(bins, str):
        unavailable("numpy.histogram() with density, weights or a rule for its bins is")
    a = np.ravel(a)
    if np.ndim(bins) == 0:
        low, high = (float(a.min()), float(a.max())) if range is None and a.size else (0.0, 1.0) if range is None else range
        if low == high:
            low, high = low - 0.5, high + 0.5
        bins = np.linspace(low, high, bins + 1)
        if a.dtype == np.float32:
            bins = bins.astype(a.dtype)
    bins = np.asarray(bins)
    ordered = np.sort(a)
    ends = np.concatenate([np.searchsorted(ordered, bins[:-1], "left"), np.searchsorted(ordered, bins[-1:], "right")])
    return np.diff(ends), bins


def setxor1d(ar1, ar2, assume_unique=False):
    return np.union1d(np.setdiff1d(ar1, ar2), np.setdiff1d(ar2, ar1))


def trim_zeros(filt, trim="fb"):
    kept = [i for i, value in enumerate(filt) if value != 0]
    if not kept:
        return filt[:0]
    return filt[kept[0] if "f" in trim.lower() else 0:kept[-1] + 1 if "b" in trim.lower() else len(filt)]


def fromiter(iter, dtype, count=-1):
    return np.array(list(iter if count < 0 else itertools.islice(iter, count)), dtype=dtype)


def select(condlist, choicelist, default=0):
    made = np.asarray(default)
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        made = np.where(condition, choice, made)
    return made


def ix_(*args):
    lists = [np.asarray(one) for one in args]
    lists = [np.nonzero(one)[0] if one.dtype == bool else one for one in lists]
    return tuple(one.reshape([-1 if i == at else 1 for i in builtins.range(len(lists))]) for at, one in enumerate(lists))


def take_along_axis(arr, indices, axis):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    axis %= arr.ndim
    places = ix_(*(np.arange(size) for size in indices.shape))
    return arr[tuple(indices if at == axis else one for at, one in enumerate(places))]


class _Slices:
    def __init__(self, is_tuple):
        self._is_tuple = is_tuple

    def __getitem__(self, item):
        return (item,) if self._is_tuple and not isinstance(item, tuple) else item


s_, index_exp = _Slices(False), _Slices(True)
euler_gamma = 0.5772156649015329


@contextlib.contextmanager
def printoptions(*args, **kwargs):
    known = np.get_printoptions()
    try:
        np.set_printoptions(*args, **kwargs)
        yield np.get_printoptions()
    finally:
        np.set_printoptions(**known)


def _subscripts(text, operands):
    """The letters of the operands' axes and of the result's; the axes of an ellipsis are numbers below 0."""
    inputs, arrow, result = text.replace(" ", "").partition("->")
    inputs = inputs.split(",")
    if len(inputs) != len(operands):
        more = "more" if len(inputs) > len(operands) else "fewer"
        raise ValueError(f"{more} operands provided to einstein sum function than specified in the subscripts string")
    unlike = "has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions."
    every = [c for c in text.partition("->")[0] if c.isalpha()]
    letters = []
    for at, (names, operand) in enumerate(zip(inputs, operands)):
        before, dots, after = names.partition("...")
        for c in before + after:
            if not c.isalpha():
                raise ValueError(f"invalid subscript '{c}' in einstein sum subscripts string, subscripts must be letters")
        left = operand.ndim - len(before + after)
        if left < 0:
            raise ValueError(f"einstein sum subscripts string contains too many subscripts for operand {at}")
        if left and not dots:
            raise ValueError(f"operand {unlike}")
        letters.append([*before, *builtins.range(-left, 0), *after])
    wide = sorted({name for names in letters for name in names if isinstance(name, int)})
    before, dots, after = result.partition("...") if arrow else ("", "...", "".join(sorted(c for c in set(every) if every.count(c) == 1)))
    for c in before + after:
        if c not in every:
            raise ValueError(f"einstein sum subscripts string included output subscript '{c}' which never appeared in an input")
        if result.count(c) > 1:
            raise ValueError(f"einstein sum subscripts string includes output subscript '{c}' multiple times")
    if wide and not dots:
        raise ValueError(f"output {unlike}")
    return letters, [*before, *wide, *after]


def _collapsed(operand, names, at):
    """An operand without the letters that name more than one of its axes: along these, only equal indices count."""
    for name in [name for name in names if names.count(name) > 1]:
        if names.count(name) == 1:
            continue
        one = names.index(name)
        other = names.index(name, one + 1)
        size, against = operand.shape[one], operand.shape[other]
        if size != against:
            raise ValueError(f"dimensions in {at} for collapsing index '{name}' don't match ({size} != {against})")
        rest = [axis for axis in builtins.range(operand.ndim) if axis not in (one, other)]
        operand = np.transpose(operand, [one, other, *rest])[np.arange(size), np.arange(size)]
        names = [name] + [names[axis] for axis in rest]
    return operand, names


def einsum(subscripts, *operands, optimize=False, **options):
    if options or not isinstance(subscripts, str):
        unavailable("numpy.einsum() with lists of axes or options is")
    operands = [np.asarray(operand) for operand in operands]
    letters, result = _subscripts(subscripts, operands)
    single = "single operand" if len(operands) == 1 and set(letters[0]) <= set(result) else None
    rows = [_collapsed(operand, names, single or f"operand {at}") for at, (operand, names) in enumerate(zip(operands, letters))]
    sizes = {}
    for operand, names in rows:
        for name, size in zip(names, operand.shape):
            sizes[name] = size if sizes.get(name, 1) == 1 else sizes[name]
    order = result + [name for name in sizes if name not in result]
    placed = []
    for operand, names in rows:
        operand = np.transpose(operand, [names.index(name) for name in order if name in names])
        left = iter(operand.shape)
        placed.append(operand.reshape([next(left) if name in names else 1 for name in order]))
    try:
        spread = [np.broadcast_to(one, [sizes[name] for name in order]) for one in placed]
    except ValueError:
        remapped = []
        for operand, (_, names), one in zip(operands, rows, placed):
            axes = [str(size) if name in names else "newaxis" for name, size in zip(order, one.shape)]
            shown = ",".join(itertools.dropwhile("newaxis".__eq__, axes))
            remapped.append(f"({','.join(map(str, operand.shape))})->({shown})")
        what = "operands could not be broadcast together with remapped shapes [original->remapped]:"
        raise ValueError(f"{what} {' '.join(remapped)} ") from None
    made = spread[0]
    for one in spread[1:]:
        made = made * one
    if len(order) == len(result):
        return np.array(made)[()]
    return made.sum(axis=tuple(builtins.range(len(result), len(order))), dtype=made.dtype)


row_stack = np.vstack


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = np.array(x)
    if x.dtype.kind != "f":
        return x
    limits = np.finfo(x.dtype)
    x = np.where(np.isnan(x), np.array(nan, x.dtype), x)
    x = np.where(x == np.inf, np.array(limits.max if posinf is None else posinf, x.dtype), x)
    return np.where(x == -np.inf, np.array(limits.min if neginf is None else neginf, x.dtype), x)


def binary_repr(num, width=None):
    text = format(abs(num), "b")
    if num >= 0:
        return text.zfill(width or 0)
    if width is None:
        return "-" + text
    return format((1 << max(width, len(text))) + num, "b")


@contextlib.contextmanager
def errstate(**kwargs):
    yield


def average(a, axis=None, weights=None):
    a = np.asarray(a)
    if weights is None:
        return a.mean(axis)
    weights = np.asarray(weights)
    if a.shape != weights.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        if weights.ndim != 1:
            raise TypeError("1D weights expected when shapes of a and weights differ.")
        if weights.shape[0] != a.shape[axis]:
            raise ValueError("Length of weights not compatible with specified axis.")
        weights = weights.reshape([-1 if at == axis % a.ndim else 1 for at in range(a.ndim)]) + np.zeros(a.shape, weights.dtype)
    total = weights.sum(axis=axis)
    if np.any(total == 0.0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return (a * weights).sum(axis=axis) / total


class vectorize:
    def __init__(self, pyfunc, otypes=None):
        self.pyfunc, self.otypes = pyfunc, otypes
        self.__name__ = getattr(pyfunc, "__name__", "vectorize")

    def __call__(self, *args):
        args = broadcast_arrays(*args)
        rows = [self.pyfunc(*each) for each in zip(*(arg.ravel() for arg in args))]
        if not rows and self.otypes is None:
            raise ValueError(f"cannot call {chr(96)}vectorize{chr(96)} on size 0 inputs unless {chr(96)}otypes{chr(96)} is set")
        return np.array(rows, self.otypes[0] if self.otypes else None).reshape(args[0].shape)


def broadcast_arrays(*args):
    shape = broadcast_shapes(*(np.shape(arg) for arg in args))
    return [np.broadcast_to(np.asarray(arg), shape) for arg in args]


class ndindex:
    def __init__(self, *shape):
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        self._places = itertools.product(*(range(size) for size in shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._places)


def ndenumerate(arr):
    arr = np.asarray(arr)
    return zip(ndindex(*arr.shape), arr.ravel())


def delete(arr, obj, axis=None):
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    keep = np.ones(arr.shape[axis], bool)
    keep[obj] = False
    return compress(keep, arr, axis)


_unsupported = frozenset(
    """
    ALLOW_THREADS BUFSIZE CLIP DataSource ERR_CALL ERR_DEFAULT ERR_IGNORE ERR_LOG ERR_PRINT ERR_RAISE ERR_WARN
    FLOATING_POINT_SUPPORT FPE_DIVIDEBYZERO FPE_INVALID FPE_OVERFLOW FPE_UNDERFLOW MAXDIMS MAY_SHARE_BOUNDS
    MAY_SHARE_EXACT NZERO PZERO RAISE RankWarning SHIFT_DIVIDEBYZERO SHIFT_INVALID SHIFT_OVERFLOW SHIFT_UNDERFLOW
    ScalarType UFUNC_BUFSIZE_DEFAULT UFUNC_PYVALS_NAME WRAP add_docstring add_newdoc add_newdoc_ufunc angle
    apply_over_axes arccosh arcsinh arctanh argpartition asarray_chkfinite asfarray asfortranarray asmatrix atleast_3d
    bartlett base_repr blackman block bmat broadcast busday_count busday_offset busdaycalendar byte_bounds bytes_ c_
    cast cdouble cfloat char character chararray choose clongdouble clongfloat common_type compare_chararrays compat
    complex128 complex256 complex64 complex_ complexfloating convolve copyto corrcoef correlate cov cross csingle
    ctypeslib cumproduct datetime64 datetime_as_string datetime_data deprecate deprecate_with_doc diag_indices
    diag_indices_from diagflat disp dsplit dstack dtypes ediff1d einsum_path emath exceptions
    fastCopyAndTranspose fft fill_diagonal find_common_type flatiter flexible float128 format_float_positional
    format_float_scientific format_parser from_dlpack fromfile fromfunction frompyfunc fromregex fromstring genfromtxt
    geomspace get_array_wrap get_include getbufsize geterr geterrcall geterrobj gradient hamming
    hanning heaviside histogram2d histogram_bin_edges histogramdd i0 imag indices info insert interp is_busday iscomplex
    isfortran isnat issctype issubclass_ issubsctype kaiser kernel_version lexsort lib little_endian load loadtxt
    logaddexp logaddexp2 logspace longcomplex longdouble longfloat lookfor ma mask_indices mat matrix maximum_sctype
    may_share_memory memmap mgrid min_scalar_type mintypecode msort nanargmax nanargmin nancumprod nancumsum
    nanpercentile nanquantile nbytes nditer nested_iters nextafter numarray obj2sctype object_ ogrid oldnumeric packbits
    partition piecewise place poly poly1d polyadd polyder polydiv polyfit polyint polymul polynomial polysub polyval
    put put_along_axis putmask r_ real_if_close rec recarray recfromcsv recfromtxt record require
    rollaxis roots safe_eval save savetxt savez savez_compressed sctype2char sctypeDict sctypes set_numeric_ops
    set_string_function setbufsize seterrcall seterrobj shares_memory show_config show_runtime sinc singlecomplex
    sort_complex source spacing str_ string_ test timedelta64 tracemalloc_domain trapz tril_indices
    tril_indices_from triu_indices triu_indices_from typecodes typename uintp ulonglong unicode_ unpackbits unwrap
    vander version void who
    """.split()
)


class _Unsupported:
    """What numpy has and Relayscope lacks: a file may have it in functions, and not call these."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Unsupported(f"{self._name}.{name}")

    def __instancecheck__(self, value):
        return False

    def __call__(self, *args, **kwargs):
        unavailable(f"{self._name}() is")


def unsupported_name(name):
    if name not in _unsupported:
        raise AttributeError(f"module 'numpy' has no attribute {name!r}")
    return _Unsupported(f"numpy.{name}")
