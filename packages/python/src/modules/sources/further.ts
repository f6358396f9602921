/** Small modules that few files ask for, in Python. */

export const fnmatchSource = String.raw`
import re


def translate(pat):
    text, at = "", 0
    while at < len(pat):
        one, end = pat[at], pat.find("]", at + 2)
        if one == "[" and end > 0:
            inside = pat[at + 1:end].replace("\\", "\\\\")
            text += "[" + ("^" + inside[1:] if inside[0] == "!" else inside) + "]"
            at = end
        else:
            text += {"*": ".*", "?": "."}.get(one) or re.escape(one)
        at += 1
    return f"(?s:{text})\\Z"


def fnmatchcase(name, pat):
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if fnmatchcase(name, pat)]
`;

export const importlibUtilSource = `
import importlib


class _Spec:
    def __init__(self, name):
        self.name = name


def find_spec(name, package=None):
    try:
        importlib.import_module(name, package)
    except ModuleNotFoundError:
        if "." in name:
            importlib.import_module(name.rpartition(".")[0], package)
        return None
    return _Spec(name)
`;

/** Nothing is collected while a file runs: what is referred to stays. */
export const weakrefSource = `
class ref:
    def __init__(self, object, callback=None):
        self._object = object

    def __call__(self):
        return self._object


def proxy(object, callback=None):
    return object


class WeakKeyDictionary(dict):
    pass


class WeakValueDictionary(dict):
    pass


class WeakSet(set):
    pass
`;

export const numpyTypingSource = `
from typing import Any

import numpy as np


class NDArray:
    __class_getitem__ = classmethod(lambda cls, item: np.ndarray)


ArrayLike = DTypeLike = Any
`;

export const numpyTestingSource = `
import numpy as np


def _assert(holds, heading, err_msg):
    if not holds:
        raise AssertionError("\\n" + heading + err_msg)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    close = np.isclose(actual, desired, rtol=rtol, atol=atol, equal_nan=equal_nan)
    _assert(np.all(close), f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\\n", err_msg)


def assert_array_equal(x, y, err_msg="", verbose=True):
    _assert(np.array_equal(x, y) or np.all(np.equal(x, y)), "Arrays are not equal\\n", err_msg)


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    _assert(np.all(np.abs(np.subtract(x, y)) < 1.5 * 10.0 ** -decimal), f"Arrays are not almost equal to {decimal} decimals\\n", err_msg)


assert_almost_equal = assert_array_almost_equal


def assert_equal(actual, desired, err_msg="", verbose=True):
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        assert_array_equal(actual, desired, err_msg)
    else:
        _assert(actual == desired, f"Items are not equal:\\n ACTUAL: {actual!r}\\n DESIRED: {desired!r}", err_msg)
`;

/** Versions of numbers and dots, with what marks one that comes before or after a release. */
export const packagingVersionSource = String.raw`
import functools
import re


class InvalidVersion(ValueError):
    pass


@functools.total_ordering
class Version:
    def __init__(self, version):
        found = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|rc|dev|post)[-_.]?(\d*))?(?:\+([a-z0-9.]+))?", version.strip().lower())
        if not found:
            raise InvalidVersion(f"Invalid version: '{version}'")
        self.release = tuple(map(int, found[1].split(".")))
        self.major, self.minor, self.micro = (self.release + (0, 0))[:3]
        self.base_version, self.local = ".".join(map(str, self.release)), found[4]
        mark, number = found[2], int(found[3] or 0)
        self.is_devrelease = mark == "dev"
        self.is_prerelease = mark in ("a", "b", "rc", "dev")
        self.is_postrelease = mark == "post"
        shown = f".{mark}{number}" if mark in ("dev", "post") else f"{mark}{number}" if mark else ""
        self.public = self.base_version + shown
        kept = self.release
        while kept and kept[-1] == 0:
            kept = kept[:-1]
        local = () if self.local is None else tuple((0, part, 0) if not part.isdigit() else (1, "", int(part)) for part in self.local.split("."))
        self._key = kept, ["dev", "a", "b", "rc", None, "post"].index(mark), number, local

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self._key < other._key if isinstance(other, Version) else NotImplemented

    def __hash__(self):
        return hash(self._key)

    def __str__(self):
        return self.public + (f"+{self.local}" if self.local else "")

    def __repr__(self):
        return f"<Version('{self}')>"


parse = Version
`;
