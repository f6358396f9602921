# Annotations mean nothing here, but what files do with them works.
import builtins
import collections
import sys
import collections.abc as _abc
import contextlib as _contextlib
import re as _re
from abc import ABCMeta
from _evaluator import bound, evaluated

TYPE_CHECKING = False


def _shown(value):
    if value is ...:
        return "..."
    if value is None or isinstance(value, str):
        return repr(value)
    if isinstance(value, type):
        return value.__qualname__ if value.__module__ == "builtins" else f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return repr(value)


def _is_plain(value, cls):
    """Asks no value of the host for its class: annotations may hold what is not known."""
    return type.__instancecheck__(cls, value)


class _Form:
    """A name of typing: it can be subscribed, joined with `|`, and derived from."""

    def __init__(self, name, origin=None, args=(), bases=()):
        self._name = name
        self.__origin__ = origin
        self.__args__ = args
        self._bases = bases

    def __getitem__(self, item):
        args = item if _is_plain(item, tuple) else (item,)
        if self._name == "Optional":
            return Union[args[0], None]
        if self._name == "Union":
            flat = []
            for arg in args:
                arg = type(None) if arg is None else arg
                for one in arg.__args__ if _is_plain(arg, _Form) and arg._name == "Union" else (arg,):
                    if not any(one is other or _is_plain(other, _Form) and other == one for other in flat):
                        flat.append(one)
            if len(flat) == 1:
                return flat[0]
            return _Form("Union", Union, tuple(flat))
        if self._name == "Annotated":
            made = _Form("Annotated", args[0], args)
            made.__metadata__ = args[1:]
            return made
        if self._name != "Literal":
            args = tuple(type(None) if arg is None else arg for arg in args)
        return _Form(self._name, self.__origin__ or self, args, self._bases)

    def __call__(self, *args, **kwargs):
        if callable(self.__origin__) and not isinstance(self.__origin__, _Form):
            return self.__origin__(*args, **kwargs)
        raise TypeError(f"Cannot instantiate {self!r}")

    def __mro_entries__(self, bases):
        if self._name == "Generic":
            return (Generic,) if Generic not in bases else ()
        if isinstance(self.__origin__, type):
            return (self.__origin__,)
        return self._bases

    def __instancecheck__(self, value):
        if self._name == "Union":
            return any(isinstance(value, one) for one in self.__args__)
        if self.__args__ or not isinstance(self.__origin__, type):
            if self.__args__:
                raise TypeError("Subscripted generics cannot be used with class and instance checks")
            raise TypeError(f"{self!r} cannot be used with isinstance()")
        return isinstance(value, self.__origin__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __eq__(self, other):
        if self._name == "Union" and isinstance(other, _UnionType):
            return set(self.__args__) == {type(None) if arg is None else arg for arg in other.__args__}
        if not isinstance(other, _Form):
            return NotImplemented
        if self._name == other._name == "Union":
            return set(self.__args__) == set(other.__args__)
        return self._name == other._name and self.__args__ == other.__args__

    def __hash__(self):
        return hash(self._name)

    def __repr__(self):
        if self._name == "Union" and len(self.__args__) == 2 and type(None) in self.__args__:
            return f"typing.Optional[{_shown(next(a for a in self.__args__ if a is not type(None)))}]"
        args = f"[{', '.join(map(_shown, self.__args__))}]" if self.__args__ else ""
        return f"typing.{self._name}{args}"


_UnionType = type(int | str)
Union = _Form("Union")
Any = _Form("Any")
Optional = _Form("Optional")
for _name in ("NoReturn", "Never", "Self", "ClassVar", "Final", "Literal", "Concatenate", "TypeGuard", "LiteralString", "Required", "NotRequired", "Annotated", "Unpack", "TypeAlias"):
    globals()[_name] = _Form(_name)
for _name, _origin in (
    ("List", list), ("Dict", dict), ("Set", set), ("FrozenSet", frozenset), ("Tuple", tuple), ("Type", type), ("Deque", collections.deque),
    ("DefaultDict", collections.defaultdict), ("OrderedDict", collections.OrderedDict), ("Counter", collections.Counter), ("ChainMap", collections.ChainMap),
    ("Callable", _abc.Callable), ("Iterable", _abc.Iterable), ("Iterator", _abc.Iterator), ("Generator", _abc.Generator), ("Sequence", _abc.Sequence),
    ("MutableSequence", _abc.MutableSequence), ("Mapping", _abc.Mapping), ("MutableMapping", _abc.MutableMapping), ("AbstractSet", _abc.Set),
    ("MutableSet", _abc.MutableSet), ("Hashable", _abc.Hashable), ("Sized", _abc.Sized), ("Container", _abc.Container), ("Collection", _abc.Collection),
    ("Reversible", _abc.Reversible), ("KeysView", _abc.KeysView), ("ValuesView", _abc.ValuesView), ("ItemsView", _abc.ItemsView), ("ByteString", _abc.ByteString),
    ("Awaitable", _abc.Awaitable), ("Coroutine", _abc.Coroutine), ("AsyncIterable", _abc.AsyncIterable), ("AsyncIterator", _abc.AsyncIterator),
    ("ContextManager", _contextlib.AbstractContextManager), ("Pattern", _re.Pattern), ("Match", _re.Match),
):
    globals()[_name] = _Form(_name, _origin)
Text = str
AnyStr = None
SupportsInt = SupportsFloat = SupportsIndex = SupportsAbs = SupportsRound = SupportsBytes = Any


class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return "~" + self.__name__


class ParamSpec(TypeVar):
    args = kwargs = None


class TypeVarTuple(TypeVar):
    def __iter__(self):
        yield self


AnyStr = TypeVar("AnyStr", bytes, str)


class Generic:
    def __class_getitem__(cls, item):
        return _Form("Generic") if cls is Generic else cls

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)


def _is_protocol(cls):
    return cls.__dict__.get("_is_protocol", False)


_not_members = {
    "__abstractmethods__", "__annotations__", "__dict__", "__doc__", "__init__", "__module__", "__new__", "__slots__", "__subclasshook__", "__weakref__",
    "__class_getitem__", "__parameters__", "__orig_bases__", "__qualname__", "__init_subclass__", "_is_protocol", "_is_runtime_protocol", "_registered",
}


def _members_of(protocol):
    found = set()
    for base in protocol.__mro__:
        if base is not object and base is not Generic and base is not Protocol:
            found.update(n for n in [*base.__dict__, *base.__dict__.get("__annotations__", {})] if n not in _not_members)
    return found


def _checked(protocol):
    if not getattr(protocol, "_is_runtime_protocol", False):
        raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")


class _ProtocolMeta(ABCMeta):
    def __call__(cls, *args, **kwargs):
        if _is_protocol(cls):
            raise TypeError("Protocols cannot be instantiated")
        return super().__call__(*args, **kwargs)

    def __instancecheck__(cls, value):
        if not _is_protocol(cls):
            return super().__instancecheck__(value)
        _checked(cls)
        if type.__subclasscheck__(cls, type(value)):
            return True
        return all(hasattr(value, n) and not (callable(getattr(cls, n, None)) and getattr(value, n) is None) for n in _members_of(cls))

    def __subclasscheck__(cls, other):
        if not _is_protocol(cls) or cls is Protocol:
            return super().__subclasscheck__(other)
        _checked(cls)
        members = _members_of(cls)
        if not all(callable(getattr(cls, n, None)) for n in members):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        if not isinstance(other, type):
            raise TypeError("issubclass() arg 1 must be a class")
        if type.__subclasscheck__(cls, other):
            return True
        # The nearest class that has a member decides; None means that it has not.
        return all(next((base.__dict__[n] for base in other.__mro__ if n in base.__dict__), None) is not None for n in members)


class Protocol(Generic, metaclass=_ProtocolMeta):
    _is_protocol = True

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "_is_protocol" not in cls.__dict__:
            cls._is_protocol = Protocol in cls.__bases__


def runtime_checkable(cls):
    if not isinstance(cls, type) or not _is_protocol(cls):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


class ForwardRef:
    def __init__(self, arg):
        self.__forward_arg__ = arg


def NewType(name, base):
    def make(value):
        return value

    make.__name__ = make.__qualname__ = name
    make.__supertype__ = base
    return make


class IO:
    __class_getitem__ = classmethod(lambda cls, item: cls)


class TextIO(IO):
    pass


class BinaryIO(IO):
    pass


def cast(type, value):
    return value


def _same(thing):
    return thing


overload = final = no_type_check = override = _same


def assert_type(value, type):
    return value


def assert_never(value):
    raise AssertionError(f"Expected code to be unreachable, but got: {value!r}")


def reveal_type(value):
    return value


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    for one in reversed(obj.__mro__) if isinstance(obj, type) else (obj,):
        own = getattr(one, "__globals__", None) or vars(sys.modules.get(getattr(one, "__module__", None), builtins))
        names = {**own, **(globalns or {}), **(localns or {})}
        for name, hint in getattr(one, "__annotations__", {}).items():
            hint = evaluated(hint, names) if isinstance(hint, str) else hint
            hint = getattr(hint, "__origin__", hint) if not include_extras and hasattr(hint, "__metadata__") else hint
            hints[name] = type(None) if hint is None else hint
    return hints


def get_origin(form):
    return _UnionType if isinstance(form, _UnionType) else getattr(form, "__origin__", None)


def get_args(form):
    return getattr(form, "__args__", ())


class _NamedTupleType(type):
    def __new__(metaclass, name, bases, names):
        types = names.get("__annotations__", {})
        defaults = [names[n] for n in types if n in names]
        seen = None
        for n in types:
            if n in names:
                seen = n
            elif seen is not None:
                raise TypeError(f"non-default namedtuple field {n} cannot follow default field {seen}")
        made = collections.namedtuple(name, list(types), defaults=defaults, module=names.get("__module__"))
        made.__annotations__ = dict(types)
        for key, value in names.items():
            if key in ("__new__", "__init__", "__slots__", "_fields"):
                raise AttributeError(f"Cannot overwrite NamedTuple attribute {key}")
            if key not in types and key not in ("__annotations__", "__module__"):
                setattr(made, key, value)
        return made


_NamedTuple = type.__new__(_NamedTupleType, "NamedTuple", (), {})


def NamedTuple(typename, fields=(), /, **kwargs):
    pairs = list(fields) or list(kwargs.items())
    made = collections.namedtuple(typename, [n for n, _ in pairs])
    made.__annotations__ = dict(pairs)
    return made


NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictType(type):
    def __new__(metaclass, name, bases, names, total=True):
        return super().__new__(metaclass, name, (dict,), dict(names))


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    return type(typename, (dict,), {"__annotations__": dict(fields or kwargs)})


_TypedDict = type.__new__(_TypedDictType, "TypedDict", (dict,), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)
