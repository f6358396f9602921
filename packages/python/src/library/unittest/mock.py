# Tests are not run: what replaces a part of a program for a test leaves the test as it is.
from _evaluator import unavailable


class _Patch:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, function):
        return function

    def __enter__(self):
        unavailable("unittest.mock.patch() is", " as a context: tests are not run")

    def __exit__(self, kind, value, traceback):
        return None


class _Patching:
    def __call__(self, *args, **kwargs):
        return _Patch()

    def object(self, *args, **kwargs):
        return _Patch()

    def dict(self, *args, **kwargs):
        return _Patch()

    def multiple(self, *args, **kwargs):
        return _Patch()


patch = _Patching()


class Mock:
    def __init__(self, *args, **kwargs):
        unavailable("unittest.mock.Mock() is", ": tests are not run")


MagicMock = Mock
