# Norms alone: what else is there depends on the library that numpy was built with.
import numpy as np
from _evaluator import unavailable


class LinAlgError(ValueError):
    pass


def norm(x, ord=None, axis=None, keepdims=False):
    x = np.asarray(x)
    if x.dtype.kind != "f":
        x = x.astype(float)
    if axis is None and (ord is None or x.ndim == 1 and ord == 2):
        flat = x.ravel()
        made = np.sqrt(np.dot(flat, flat))
        return np.reshape(made, [1] * x.ndim) if keepdims else made
    if axis is None and x.ndim != 1 or isinstance(axis, tuple):
        unavailable("numpy.linalg.norm() of matrices is")
    axis = 0 if axis is None else axis
    if ord == np.inf:
        return np.abs(x).max(axis=axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.abs(x).min(axis=axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(x.dtype).sum(axis=axis, keepdims=keepdims)
    if ord == 1:
        return np.abs(x).sum(axis=axis, keepdims=keepdims)
    if ord is None or ord == 2:
        return np.sqrt((x * x).sum(axis=axis, keepdims=keepdims))
    return np.power((np.abs(x) ** ord).sum(axis=axis, keepdims=keepdims), np.array(1 / ord, x.dtype))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'numpy.linalg' has no attribute {name!r}")

    def missing(*args, **kwargs):
        unavailable(f"numpy.linalg.{name}() is")

    return missing
