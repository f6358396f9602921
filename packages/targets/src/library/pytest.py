"""Marks, which leave functions as they are, and what tests expect: what files that are tests, too, ask for where they are read."""
import re as _re


def _mark(*args, **kwargs):
    only = args[0] if len(args) == 1 and not kwargs else None
    return only if callable(only) else lambda function: function


class _Marks:
    def __getattr__(self, name):
        return _mark


mark = _Marks()
fixture = _mark


def param(*values, **kwargs):
    return values


class OutcomeException(BaseException):
    pass


Failed, Skipped, XFailed = (type(name, (OutcomeException,), {}) for name in ("Failed", "Skipped", "XFailed"))


def _ending(kind):
    def end(reason="", **kwargs):
        raise kind(reason)

    return end


fail, skip, xfail = _ending(Failed), _ending(Skipped), _ending(XFailed)


def importorskip(modname, minversion=None, reason=None):
    try:
        return __import__(modname, fromlist=["*"])
    except ImportError as error:
        skip(reason or f"could not import {modname!r}: {error}")


class ExceptionInfo:
    def match(self, regexp):
        message = str(self.value)
        assert _re.search(regexp, message), f"Regex pattern did not match.\n  Regex: {regexp!r}\n  Actual message: {message!r}"
        return True


class RaisesContext:
    def __init__(self, expected, match):
        self.expected, self.pattern, self.info = expected, match, ExceptionInfo()

    def __enter__(self):
        return self.info

    def __exit__(self, kind, value, trace):
        if kind is None:
            fail(f"DID NOT RAISE {getattr(self.expected, '__name__', self.expected)}")
        if not issubclass(kind, self.expected):
            return False
        self.info.type, self.info.value, self.info.tb, self.info.typename = kind, value, trace, kind.__name__
        return self.pattern is None or self.info.match(self.pattern)


def raises(expected_exception, *args, match=None, **kwargs):
    context = RaisesContext(expected_exception, match)
    if not args:
        return context
    with context as info:
        args[0](*args[1:], **kwargs)
    return info


class approx:
    def __init__(self, expected, rel=1e-6, abs=1e-12, nan_ok=False):
        self.expected, self.rel, self.abs = expected, rel or 1e-6, abs or 1e-12

    def _near(self, actual, expected):
        if isinstance(expected, dict):
            return actual.keys() == expected.keys() and all(self._near(actual[key], expected[key]) for key in expected)
        if isinstance(expected, (list, tuple)):
            return len(actual) == len(expected) and all(map(self._near, actual, expected))
        return actual == expected or abs(actual - expected) <= max(self.rel * abs(expected), self.abs)

    def __eq__(self, actual):
        return bool(self._near(actual, self.expected))
