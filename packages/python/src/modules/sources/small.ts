/** Small modules, in Python. */

export const copySource = String.raw`
from _functools import partial


class Error(Exception):
    pass


error = Error
_same = (type(None), int, float, bool, str, bytes, type, range, type(...), type(NotImplemented), type(len), type(lambda: 0))


def copy(x):
    cls = type(x)
    if isinstance(x, _same) or isinstance(x, (tuple, frozenset)) and cls.__dict__.get("__copy__") is None:
        return x
    made = getattr(cls, "__copy__", None)
    if made is not None:
        return made(x)
    if cls in (list, dict, set):
        return x.copy()
    return _rebuilt(x, lambda value: value)


def _rebuilt(x, inner):
    cls = type(x)
    if isinstance(x, dict):
        made = cls.__new__(cls)
        for key, value in x.items():
            dict.__setitem__(made, inner(key), inner(value))
    elif isinstance(x, list):
        made = cls.__new__(cls)
        made.extend(inner(value) for value in x)
    elif isinstance(x, set):
        made = cls.__new__(cls)
        made.update(inner(value) for value in x)
    elif isinstance(x, BaseException):
        made = cls.__new__(cls, *x.args)
    elif isinstance(x, partial):
        made = cls(inner(x.func), *inner(x.args), **inner(x.keywords))
    else:
        made = cls.__new__(cls)
    for key, value in getattr(x, "__dict__", {}).items():
        made.__dict__[key] = inner(value)
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(x, name):
                object.__setattr__(made, name, inner(getattr(x, name)))
    return made


def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if isinstance(x, _same):
        return x
    if id(x) in memo:
        return memo[id(x)]
    cls = type(x)
    made = getattr(cls, "__deepcopy__", None)
    if made is not None:
        result = made(x, memo)
    elif isinstance(x, tuple):
        items = [deepcopy(item, memo) for item in x]
        if all(a is b for a, b in zip(items, x)):
            return x
        result = tuple.__new__(cls, items)
    elif isinstance(x, frozenset):
        result = cls(deepcopy(item, memo) for item in x)
    elif cls is list:
        result = memo[id(x)] = []
        for item in x:
            result.append(deepcopy(item, memo))
    elif cls is dict:
        result = memo[id(x)] = {}
        for key, value in x.items():
            result[deepcopy(key, memo)] = deepcopy(value, memo)
    else:
        result = _rebuilt(x, lambda value: deepcopy(value, memo))
    memo[id(x)] = result
    return result


def replace(obj, /, **changes):
    return obj.__replace__(**changes)
`;

export const abcSource = String.raw`
from _evaluator import set_abstract


def abstractmethod(func):
    func.__isabstractmethod__ = True
    return func


class abstractproperty(property):
    __isabstractmethod__ = True


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True


class ABCMeta(type):
    def __new__(metaclass, name, bases, names, /, **options):
        cls = super().__new__(metaclass, name, bases, names, **options)
        left = [n for n, value in names.items() if getattr(value, "__isabstractmethod__", False)]
        for base in bases:
            for n in getattr(base, "__abstractmethods__", ()):
                if n not in left and getattr(getattr(cls, n, None), "__isabstractmethod__", False):
                    left.append(n)
        set_abstract(cls, left)
        return cls

    def register(cls, other):
        cls.__dict__.get("_registered") or setattr(cls, "_registered", [])
        cls._registered.append(other)
        return other

    def __instancecheck__(cls, value):
        return cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, other):
        if type.__subclasscheck__(cls, other):
            return True
        answer = cls.__subclasshook__(other)
        if answer is not NotImplemented:
            return answer
        if any(issubclass(other, known) for known in cls.__dict__.get("_registered", ())):
            return True
        return any(sub._registered and issubclass(other, sub) for sub in cls.__subclasses__() if "_registered" in sub.__dict__)


class ABC(metaclass=ABCMeta):
    __slots__ = ()


def get_cache_token():
    return 0
`;

export const stringSource = String.raw`
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_\x60{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return format_string.format(*args, **kwargs)


class Template:
    def __init__(self, template):
        self.template = template

    def _fill(self, mapping, strict):
        out, at, text = "", 0, self.template
        while at < len(text):
            if text[at] != "$":
                out += text[at]
                at += 1
                continue
            if text[at + 1 : at + 2] == "$":
                out += "$"
                at += 2
                continue
            braced = text[at + 1 : at + 2] == "{"
            start = end = at + 1 + braced
            while end < len(text) and (text[end].isalnum() or text[end] == "_"):
                end += 1
            name = text[start:end]
            after = end + braced
            if not name or braced and text[end : end + 1] != "}":
                if strict:
                    raise ValueError(f"Invalid placeholder in string: line 1, col {at + 1}")
                out += "$"
                at += 1
            elif name in mapping:
                out += str(mapping[name])
                at = after
            elif strict:
                raise KeyError(name)
            else:
                out += text[at:after]
                at = after
        return out

    def substitute(self, mapping={}, /, **kwargs):
        return self._fill({**mapping, **kwargs}, True)

    def safe_substitute(self, mapping={}, /, **kwargs):
        return self._fill({**mapping, **kwargs}, False)
`;

export const numbersSource = String.raw`
from numpy import floating as _floating, integer as _integer


class _Tower(type):
    def __instancecheck__(cls, value):
        return type.__instancecheck__(cls, value) or isinstance(value, cls._known)

    def __subclasscheck__(cls, other):
        return type.__subclasscheck__(cls, other) or issubclass(other, cls._known)


class Number(metaclass=_Tower):
    _known = (int, float, _floating, _integer)

    @classmethod
    def register(cls, other):
        cls._known = cls._known + (other,)
        return other


class Complex(Number):
    _known = (int, float, _floating, _integer)


class Real(Complex):
    _known = (int, float, _floating, _integer)


class Rational(Real):
    _known = (int, _integer)


class Integral(Rational):
    _known = (int, _integer)
`;

export const typesSource = String.raw`
import sys


def _function():
    yield 1


FunctionType = LambdaType = type(_function)
GeneratorType = type(_function())
CodeType = type(_function.__code__)
BuiltinFunctionType = BuiltinMethodType = type(len)
MethodDescriptorType = type(str.join)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
ModuleType = type(sys)
MappingProxyType = dict
UnionType = type(int | str)
GenericAlias = type(list[int])


class _Class:
    def method(self):
        pass


MethodType = type(_Class().method)


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        return "namespace(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, SimpleNamespace) else NotImplemented


def new_class(name, bases=(), kwds=None, exec_body=None):
    names = {}
    if exec_body is not None:
        exec_body(names)
    options = dict(kwds or {})
    return options.pop("metaclass", type)(name, tuple(bases), names, **options)


def DynamicClassAttribute(fget):
    return property(fget)
`;

export const warningsSource = String.raw`
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
`;
