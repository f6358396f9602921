# What exceptions say, without the lines of the file.
import sys
from _evaluator import stack_of

_given = object()


def _only(value):
    kind = type(value)
    name = kind.__qualname__ if kind.__module__ in ("__main__", "builtins") else f"{kind.__module__}.{kind.__qualname__}"
    text = str(value)
    return [(f"{name}: {text}" if text else name) + "\n", *(f"{note}\n" for note in getattr(value, "__notes__", []))]


def format_exception_only(exc, /, value=_given):
    value = exc if value is _given else value
    return ["NoneType: None\n"] if value is None else _only(value)


def format_exception(exc, /, value=_given, tb=_given, limit=None, chain=True):
    value = exc if value is _given else value
    if value is None:
        return ["NoneType: None\n"]
    lines, cause = [], value.__cause__
    if chain and cause is not None:
        lines += [*format_exception(cause), "\nThe above exception was the direct cause of the following exception:\n\n"]
    elif chain and value.__context__ is not None and not value.__suppress_context__:
        lines += [*format_exception(value.__context__), "\nDuring handling of the above exception, another exception occurred:\n\n"]
    stack = stack_of(value)
    if stack:
        lines.append("Traceback (most recent call last):\n")
    return [*lines, *(f'  File "{file}", line {line}, in {name}\n' for file, line, name in stack), *_only(value)]


def format_exc(limit=None, chain=True):
    return "".join(format_exception(sys.exc_info()[1]))


def print_exception(exc, /, value=_given, tb=_given, limit=None, file=None, chain=True):
    if file is not None:
        file.write("".join(format_exception(exc, value)))


def print_exc(limit=None, file=None, chain=True):
    print_exception(sys.exc_info()[1], file=file)


def format_tb(tb, limit=None):
    return []


def print_tb(tb, limit=None, file=None):
    pass


def extract_tb(tb, limit=None):
    return []


def extract_stack(f=None, limit=None):
    return []


def format_stack(f=None, limit=None):
    return []


def print_stack(f=None, limit=None, file=None):
    pass
