import numpy as np


def _assert(holds, heading, err_msg):
    if not holds:
        raise AssertionError("\n" + heading + err_msg)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    close = np.isclose(actual, desired, rtol=rtol, atol=atol, equal_nan=equal_nan)
    _assert(np.all(close), f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n", err_msg)


def assert_array_equal(x, y, err_msg="", verbose=True):
    _assert(np.array_equal(x, y) or np.all(np.equal(x, y)), "Arrays are not equal\n", err_msg)


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    _assert(np.all(np.abs(np.subtract(x, y)) < 1.5 * 10.0 ** -decimal), f"Arrays are not almost equal to {decimal} decimals\n", err_msg)


assert_almost_equal = assert_array_almost_equal


def assert_equal(actual, desired, err_msg="", verbose=True):
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        assert_array_equal(actual, desired, err_msg)
    else:
        _assert(actual == desired, f"Items are not equal:\n ACTUAL: {actual!r}\n DESIRED: {desired!r}", err_msg)
