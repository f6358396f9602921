/** Small modules, in Python. */

export const contextlibSource = String.raw`
import functools
import sys


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return None


class ContextDecorator:
    def __call__(self, func):
        @functools.wraps(func)
        def inner(*args, **kwargs):
            with self._recreate_cm():
                return func(*args, **kwargs)

        return inner

    def _recreate_cm(self):
        return self


class _GeneratorContextManager(ContextDecorator):
    def __init__(self, func, args, kwargs):
        self.gen = func(*args, **kwargs)
        self._made = func, args, kwargs

    def _recreate_cm(self):
        return self.__class__(*self._made)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except RuntimeError as error:
            if error is value or isinstance(value, StopIteration) and error.__cause__ is value:
                return False
            raise
        except BaseException as error:
            if error is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @functools.wraps(func)
    def helper(*args, **kwargs):
        return _GeneratorContextManager(func, args, kwargs)

    return helper


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class _Redirect(AbstractContextManager):
    def __init__(self, new_target):
        self._target = new_target
        self._before = []

    def __enter__(self):
        self._before.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, *details):
        setattr(sys, self._stream, self._before.pop())


class redirect_stdout(_Redirect):
    _stream = "stdout"


class redirect_stderr(_Redirect):
    _stream = "stderr"


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        result = type(manager).__enter__(manager)
        self.push(manager)
        return result

    def push(self, exit):
        if hasattr(type(exit), "__exit__"):
            self._exits.append(lambda *details: type(exit).__exit__(exit, *details))
        else:
            self._exits.append(exit)
        return exit

    def callback(self, func, /, *args, **kwargs):
        self._exits.append(lambda *details: func(*args, **kwargs) and False)
        return func

    def pop_all(self):
        made = type(self)()
        made._exits, self._exits = self._exits, []
        return made

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, kind, value, traceback):
        error = value
        while self._exits:
            try:
                details = (None, None, None) if error is None else (type(error), error, None)
                if self._exits.pop()(*details):
                    error = None
            except BaseException as raised:
                error = raised
        if error is not None and error is not value:
            raise error
        return value is not None and error is None
`;

export const functoolsSource = String.raw`
from _functools import partial, reduce

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def cmp_to_key(mycmp):
    class K:
        __slots__ = ("obj",)

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

        __hash__ = None

    return K


class _CacheInfo(tuple):
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return f"CacheInfo(hits={self[0]}, misses={self[1]}, maxsize={self[2]}, currsize={self[3]})"


class _Cached:
    def __init__(self, func, maxsize, typed):
        self._func, self._maxsize, self._typed = func, maxsize, typed
        self.cache_clear()
        update_wrapper(self, func)

    def __call__(self, *args, **kwargs):
        key = (args, tuple(kwargs.items()))
        if self._typed:
            key += (tuple(map(type, args)),)
        if key in self._kept:
            self._hits += 1
            value = self._kept.pop(key)
        else:
            self._misses += 1
            value = self._func(*args, **kwargs)
            if self._maxsize is not None and len(self._kept) >= self._maxsize:
                if self._maxsize <= 0:
                    return value
                del self._kept[next(iter(self._kept))]
        self._kept[key] = value
        return value

    def __get__(self, obj, cls=None):
        return self if obj is None else partial(self, obj)

    def cache_info(self):
        return _CacheInfo((self._hits, self._misses, self._maxsize, len(self._kept)))

    def cache_clear(self):
        self._kept, self._hits, self._misses = {}, 0, 0


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _Cached(maxsize, 128, typed)
    return lambda func: _Cached(func, maxsize, typed)


def cache(func):
    return _Cached(func, None, False)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        value = obj.__dict__[self.attrname] = self.func(obj)
        return value


def total_ordering(cls):
    if "__lt__" in cls.__dict__:
        made = {"__gt__": lambda a, b: not (a < b) and a != b, "__le__": lambda a, b: a < b or a == b, "__ge__": lambda a, b: not a < b}
    elif "__le__" in cls.__dict__:
        made = {"__ge__": lambda a, b: not a <= b or a == b, "__lt__": lambda a, b: a <= b and a != b, "__gt__": lambda a, b: not a <= b}
    elif "__gt__" in cls.__dict__:
        made = {"__lt__": lambda a, b: not (a > b) and a != b, "__ge__": lambda a, b: a > b or a == b, "__le__": lambda a, b: not a > b}
    elif "__ge__" in cls.__dict__:
        made = {"__le__": lambda a, b: not a >= b or a == b, "__gt__": lambda a, b: a >= b and a != b, "__lt__": lambda a, b: not a >= b}
    else:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for name, method in made.items():
        if name not in cls.__dict__:
            setattr(cls, name, method)
    return cls


def _parts_of(cls):
    return getattr(cls, "__args__", ()) if not isinstance(cls, type) else (cls,)


def _is_class(cls):
    parts = _parts_of(cls)
    return bool(parts) and all(isinstance(part, type) for part in parts)


def _best(cls, registry):
    order = cls.__mro__
    # An abstract class that fits by what a class has comes after the classes that say so, before its other bases.
    fitting = [one for one in registry if one not in order and issubclass(cls, one)]
    for at, base in enumerate(order):
        here = [one for one in fitting if issubclass(base, one) and not any(issubclass(b, one) for b in base.__bases__)]
        if base in registry:
            return base
        here = [one for one in here if not any(other is not one and issubclass(other, one) for other in here)]
        if len(here) > 1:
            raise RuntimeError(f"Ambiguous dispatch: {here[0]} or {here[1]}")
        if here:
            return here[0]
    return object


def singledispatch(func):
    registry = {}

    def dispatch(cls):
        return registry[_best(cls, registry)]

    def register(cls, func=None):
        if _is_class(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to \x60register()\x60. {cls!r} is not a class or union type.")
            known = getattr(cls, "__annotations__", {})
            if not known:
                raise TypeError(
                    f"Invalid first argument to \x60register()\x60: {cls!r}. "
                    "Use either \x60@register(some_class)\x60 or plain \x60@register\x60 on an annotated function."
                )
            func = cls
            from typing import get_type_hints

            name, cls = next(iter(get_type_hints(func).items()))
            if not _is_class(cls):
                what = "not all arguments are classes" if len(_parts_of(cls)) > 1 else "is not a class"
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} {what}.")
        for part in _parts_of(cls):
            registry[part] = func
        return func

    def wrapper(*args, **kwargs):
        if not args:
            raise TypeError(f"{func.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **kwargs)

    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    def __init__(self, func):
        self.dispatcher = singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(type(args[0])).__get__(obj, cls)(*args, **kwargs)

        method.register = self.register
        return method


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        return partial(self.func.__get__(obj, cls) if obj is not None else self.func, *self.args, **self.keywords)
`;

export const copySource = String.raw`
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
class _Tower(type):
    def __instancecheck__(cls, value):
        return type.__instancecheck__(cls, value) or isinstance(value, cls._known)

    def __subclasscheck__(cls, other):
        return type.__subclasscheck__(cls, other) or issubclass(other, cls._known)


class Number(metaclass=_Tower):
    _known = (int, float)

    @classmethod
    def register(cls, other):
        cls._known = cls._known + (other,)
        return other


class Complex(Number):
    _known = (int, float)


class Real(Complex):
    _known = (int, float)


class Rational(Real):
    _known = (int,)


class Integral(Rational):
    _known = (int,)
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
from _logging import warned


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    category = category or UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    warned(str(message), category.__name__)


def warn_explicit(message, category, filename, lineno, *args, **kwargs):
    warn(message, category)


def filterwarnings(*args, **kwargs):
    pass


simplefilter = resetwarnings = filterwarnings


def formatwarning(message, category, filename, lineno, line=None):
    return f"{filename}:{lineno}: {category.__name__}: {message}\n"


class catch_warnings:
    def __init__(self, *, record=False, **kwargs):
        self._record = record

    def __enter__(self):
        return [] if self._record else None

    def __exit__(self, *details):
        pass
`;

export const inspectSource = String.raw`
import functools


def isclass(x):
    return isinstance(x, type)


def isfunction(x):
    return isinstance(x, type(isclass))


def ismethod(x):
    return hasattr(x, "__self__") and hasattr(x, "__func__")


def isbuiltin(x):
    return isinstance(x, type(len))


def isroutine(x):
    return isfunction(x) or ismethod(x) or isbuiltin(x)


def ismodule(x):
    return isinstance(x, type(functools))


def isgeneratorfunction(x):
    return False


def isabstract(x):
    return bool(getattr(x, "__abstractmethods__", False))


def getmembers(x, predicate=None):
    found = [(name, getattr(x, name)) for name in sorted(dir(x)) if hasattr(x, name)]
    return [pair for pair in found if predicate is None or predicate(pair[1])]


def getdoc(x):
    doc = getattr(x, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins) if margins else 0
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getmodule(x):
    import sys

    return sys.modules.get(getattr(x, "__module__", None))


def unwrap(func):
    while hasattr(func, "__wrapped__"):
        func = func.__wrapped__
    return func


def getmro(cls):
    return cls.__mro__


class Parameter:
    empty = type("_empty", (), {})
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

    def __init__(self, name, kind, *, default=empty, annotation=empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

    def __str__(self):
        stars = {self.VAR_POSITIONAL: "*", self.VAR_KEYWORD: "**"}.get(self.kind, "")
        typed = self.annotation is not self.empty
        shown = stars + self.name + (": " + formatannotation(self.annotation) if typed else "")
        return shown if self.default is self.empty else f"{shown} = {self.default!r}" if typed else f"{shown}={self.default!r}"

    def __repr__(self):
        return f'<Parameter "{self}">'


def formatannotation(annotation):
    if isinstance(annotation, type) and annotation.__module__ == "builtins":
        return annotation.__qualname__
    if isinstance(annotation, type):
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation).replace("typing.", "")


class Signature:
    empty = Parameter.empty

    def __init__(self, parameters=(), *, return_annotation=empty):
        self.parameters, self.return_annotation = {p.name: p for p in parameters}, return_annotation

    def __str__(self):
        shown, kinds = [], [p.kind for p in self.parameters.values()]
        for at, p in enumerate(self.parameters.values()):
            before = kinds[at - 1] if at else None
            if before == p.POSITIONAL_ONLY != p.kind:
                shown.append("/")
            if p.kind == p.KEYWORD_ONLY and before not in (p.KEYWORD_ONLY, p.VAR_POSITIONAL):
                shown.append("*")
            shown.append(str(p))
        if kinds and kinds[-1] == Parameter.POSITIONAL_ONLY:
            shown.append("/")
        result = self.return_annotation
        return f"({', '.join(shown)})" + ("" if result is self.empty else " -> " + formatannotation(result))

    def __repr__(self):
        return f"<Signature {self}>"


def signature(func):
    from _evaluator import parameters_of

    func = unwrap(func)
    types = getattr(func, "__annotations__", {})
    made = []
    for name, kind, default in parameters_of(func):
        given = {"default": default[0]} if default else {}
        made.append(Parameter(name, kind, annotation=types.get(name, Parameter.empty), **given))
    return Signature(made, return_annotation=types.get("return", Parameter.empty))
`;
