import re

from _logging import warned

# The latest is asked first: what to do, a pattern for the text, a class, and whether it is about modules, which are
# not known here.
_filters = []
# The lists of what is recorded, the innermost last.
_records = []


class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message, self.category, self.filename, self.lineno = message, category, filename, lineno
        self.file, self.line, self.source = file, line, source


def _action(text, category):
    for action, pattern, cls, module in _filters:
        if issubclass(category, cls) and not module and pattern.match(text):
            return action
    return "default"


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    category = category or UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    text = str(message)
    action = _action(text, category)
    if action == "ignore":
        return
    own = message if isinstance(message, Warning) else category(message)
    if action == "error":
        raise own
    if _records:
        _records[-1].append(WarningMessage(own, category, "", 0, source=source))
    else:
        warned(text, category.__name__)


def warn_explicit(message, category, filename, lineno, *args, **kwargs):
    warn(message, category)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    if action not in ("error", "ignore", "always", "default", "module", "once"):
        raise AssertionError(f"invalid action: {action!r}")
    _filters.insert(len(_filters) if append else 0, (action, re.compile(message, re.I), category, module))


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, category=category, append=append)


def resetwarnings():
    _filters.clear()


def formatwarning(message, category, filename, lineno, line=None):
    return f"{filename}:{lineno}: {category.__name__}: {message}\n"


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._filter = action and (action, category, lineno, append)

    def __enter__(self):
        self._before = list(_filters)
        if self._filter:
            simplefilter(*self._filter)
        if not self._record:
            return None
        _records.append([])
        return _records[-1]

    def __exit__(self, *details):
        _filters[:] = self._before
        if self._record:
            _records.pop()
