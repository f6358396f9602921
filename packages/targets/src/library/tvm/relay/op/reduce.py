"""Reductions of tensors."""
from tvm.relay.expr import Tuple, TupleWrapper
from tvm.relay.op._calls import _call, _name_functions
from tvm.relay.op.tensor import exp, log, sqrt
from tvm.relay.op.transform import squeeze


def _reduction(name):
    def made(data, axis=None, keepdims=False, exclude=False):
        return _call(name, data, axis=[axis] if isinstance(axis, int) else axis, keepdims=keepdims, exclude=exclude)

    return made


for _name in "all any max mean min prod sum".split():
    globals()[_name] = _reduction(_name)


def _arg_reduction(name):
    def made(data, axis=None, keepdims=False, exclude=False, select_last_index=False):
        axis = [axis] if isinstance(axis, int) else axis
        return _call(name, data, axis=axis, keepdims=keepdims, exclude=exclude, select_last_index=select_last_index)

    return made


argmax, argmin = _arg_reduction("argmax"), _arg_reduction("argmin")


def variance(data, axis=None, keepdims=False, exclude=False, unbiased=False, with_mean=None):
    axis = [axis] if isinstance(axis, int) else axis
    middle = with_mean if with_mean is not None else mean(data, axis, True, exclude)
    return _call("variance", data, middle, axis=axis, keepdims=keepdims, exclude=exclude, unbiased=unbiased)


def std(data, axis=None, keepdims=False, exclude=False, unbiased=False):
    return sqrt(variance(data, axis, keepdims, exclude, unbiased))


def mean_std(data, axis=None, keepdims=False, exclude=False):
    axis = [axis] if isinstance(axis, int) else axis
    middle = mean(data, axis, True, exclude)
    spread = sqrt(_call("variance", data, middle, axis=axis, keepdims=keepdims, exclude=exclude, unbiased=False))
    return TupleWrapper(Tuple((middle if keepdims else squeeze(middle), spread)), 2)


def mean_variance(data, axis=None, keepdims=False, exclude=False, unbiased=False):
    axis = [axis] if isinstance(axis, int) else axis
    middle = mean(data, axis, True, exclude)
    spread = variance(data, axis, keepdims, exclude, unbiased, middle)
    return TupleWrapper(Tuple((middle if keepdims else squeeze(middle, axis=axis), spread)), 2)


def logsumexp(data, axis=None, keepdims=False):
    axis = [axis] if isinstance(axis, int) else axis
    largest = max(data, axis, True)
    total = log(sum(exp(data - largest), axis, True)) + largest
    return total if keepdims else squeeze(total, axis)


_name_functions(globals())
