from _functools import partial, reduce
from types import MethodType as _MethodType

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
        return self if obj is None else _MethodType(self, obj)

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
