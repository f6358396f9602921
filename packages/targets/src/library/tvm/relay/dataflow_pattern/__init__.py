"""Callbacks that rewrite what a pattern matches."""
from tvm import _library


class DFPatternCallback:
    """Derived from by files: `pattern` says what is rewritten, `callback` into what."""

    def __init__(self, require_type=False, rewrite_once=False):
        self.pattern = None
        self.require_type = require_type
        self.rewrite_once = rewrite_once

    def rewrite(self, expr):
        return rewrite(self, expr)

    def callback(self, pre, post, node_map):
        raise NotImplementedError()


def rewrite(callbacks, expr, mod=None):
    given = [callbacks] if isinstance(callbacks, DFPatternCallback) else callbacks
    steps = []
    for one in given:
        assert one.pattern is not None
        steps.append((one.pattern, one.callback, one.require_type, one.rewrite_once, type(one).__name__))
    return _library.rewrite_with(steps, expr, mod)
