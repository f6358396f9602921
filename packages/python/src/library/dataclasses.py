import copy
import typing
from _evaluator import bound

# Asks no value of the host for its class: annotations and defaults may be what is not known.
_is_plain = typing._is_plain


class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


MISSING = _Missing()


class KW_ONLY:
    pass


class FrozenInstanceError(AttributeError):
    pass


class InitVar:
    def __init__(self, type):
        self.type = type

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = metadata or {}
        self.kw_only = kw_only
        self._is_init_var = False

    @property
    def has_default(self):
        return self.default is not MISSING or self.default_factory is not MISSING


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _is_class_var(type):
    if _is_plain(type, str):
        return "ClassVar" in type
    return _is_plain(type, typing._Form) and type._name == "ClassVar"


def _names_init_var(text):
    """A type that is not evaluated is known by its name."""
    return text.split("[")[0].strip() in ("InitVar", "dataclasses.InitVar")


def _own_fields(cls, kw_only):
    found = []
    for name, type in cls.__dict__.get("__annotations__", {}).items():
        if type is KW_ONLY or _is_plain(type, str) and type.strip() in ("KW_ONLY", "dataclasses.KW_ONLY"):
            kw_only = True
            continue
        default = cls.__dict__.get(name, MISSING)
        if _is_class_var(type):
            continue
        made = default if _is_plain(default, Field) else field(default=default)
        made.name, made.type = name, type
        made._is_init_var = _is_plain(type, InitVar) or type is InitVar or _is_plain(type, str) and _names_init_var(type)
        if made.kw_only is MISSING:
            made.kw_only = kw_only
        if made.default is not MISSING and made.default.__class__.__hash__ is None:
            raise ValueError(f"mutable default {made.default.__class__} for field {name} is not allowed: use default_factory")
        if _is_plain(default, Field):
            if made.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, made.default)
        found.append(made)
    for name, value in cls.__dict__.items():
        if _is_plain(value, Field) and name not in cls.__dict__.get("__annotations__", {}):
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return found


def _make_init(cls, all_fields, frozen):
    positional = [f for f in all_fields if f.init and not f.kw_only]
    keyword_only = [f for f in all_fields if f.init and f.kw_only]
    seen_default = False
    for f in positional:
        if f.has_default:
            seen_default = True
        elif seen_default:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")
    post = hasattr(cls, "__post_init__")
    put = object.__setattr__ if frozen else setattr

    def init(self, *values):
        extra = []
        given = dict(zip(names, values))
        for f in all_fields:
            if f.init:
                value = given[f.name]
                if value is MISSING:
                    value = f.default_factory()
                if f._is_init_var:
                    extra.append(value)
                else:
                    put(self, f.name, value)
            elif f.default_factory is not MISSING:
                put(self, f.name, f.default_factory())
        if post:
            self.__post_init__(*extra)

    names = [f.name for f in positional + keyword_only]
    return bound(
        cls.__qualname__ + ".__init__",
        ["self"] + [f.name for f in positional],
        [f.default for f in positional if f.has_default],
        [f.name for f in keyword_only],
        {f.name: f.default for f in keyword_only if f.has_default},
        init,
    )


def _values(self, names):
    return tuple(getattr(self, name) for name in names)


def _comparisons(cls, names, order):
    def comparing(name, compare):
        def method(self, other):
            if other.__class__ is self.__class__:
                return compare(_values(self, names), _values(other, names))
            return NotImplemented

        method.__name__ = name
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        return method

    made = {"__eq__": comparing("__eq__", lambda a, b: a == b)}
    if order:
        made["__lt__"] = comparing("__lt__", lambda a, b: a < b)
        made["__le__"] = comparing("__le__", lambda a, b: a <= b)
        made["__gt__"] = comparing("__gt__", lambda a, b: a > b)
        made["__ge__"] = comparing("__ge__", lambda a, b: a >= b)
    return made


def _freeze(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    cls.__setattr__ = __setattr__
    cls.__delattr__ = __delattr__


def _process(cls, init, repr_, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    collected = {}
    is_any_frozen = has_base = False
    for base in cls.__mro__[-1:0:-1]:
        known = base.__dict__.get("__dataclass_fields__")
        if known is not None:
            has_base = True
            collected.update(known)
            is_any_frozen = is_any_frozen or base.__dict__["__dataclass_params__"]["frozen"]
    if has_base and is_any_frozen and not frozen:
        raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
    if has_base and frozen and not is_any_frozen:
        raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    for f in _own_fields(cls, kw_only):
        collected[f.name] = f
    own_hash = "__hash__" in cls.__dict__ and not (cls.__dict__["__hash__"] is None and "__eq__" in cls.__dict__)
    cls.__dataclass_fields__ = collected
    cls.__dataclass_params__ = {"frozen": frozen}
    all_fields = list(collected.values())
    real = [f for f in all_fields if not f._is_init_var]
    if init:
        cls.__init__ = _make_init(cls, all_fields, frozen)
    if repr_ and "__repr__" not in cls.__dict__:
        shown = [f.name for f in real if f.repr]

        def __repr__(self):
            return self.__class__.__qualname__ + "(" + ", ".join([f"{n}={getattr(self, n)!r}" for n in shown]) + ")"

        __repr__.__qualname__ = f"{cls.__qualname__}.__repr__"
        cls.__repr__ = __repr__
    compared = [f.name for f in real if f.compare]
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    if eq:
        for name, method in _comparisons(cls, compared, order).items():
            if name != "__eq__" and name in cls.__dict__:
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering")
            if name != "__eq__" or "__eq__" not in cls.__dict__:
                setattr(cls, name, method)
    if frozen:
        _freeze(cls, [f.name for f in real])
    hashed = [f.name for f in real if (f.compare if f.hash is None else f.hash)]
    if unsafe_hash or eq and frozen and not own_hash:
        cls.__hash__ = lambda self: hash(_values(self, hashed))
    elif eq and not own_hash:
        cls.__hash__ = None
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in all_fields if f.init and not f.kw_only)
    if cls.__dict__.get("__doc__") is None:
        cls.__doc__ = cls.__name__
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)

    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    try:
        found = class_or_instance.__dataclass_fields__
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(f for f in found.values() if not f._is_init_var)


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), "__dataclass_fields__")


def _inner(value, make):
    if is_dataclass(value) and not isinstance(value, type):
        return make([(f.name, _inner(getattr(value, f.name), make)) for f in fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_inner(v, make) for v in value])
    if isinstance(value, (list, tuple)):
        return type(value)(_inner(v, make) for v in value)
    if isinstance(value, dict):
        return type(value)((_inner(k, make), _inner(v, make)) for k, v in value.items())
    return copy.deepcopy(value)


def asdict(obj, *, dict_factory=dict):
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError("asdict() should be called on dataclass instances")
    return _inner(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError("astuple() should be called on dataclass instances")
    return _inner(obj, lambda pairs: tuple_factory([v for _, v in pairs]))


def replace(obj, /, **changes):
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError("replace() should be called on dataclass instances")
    for f in obj.__dataclass_fields__.values():
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
        elif f.name not in changes:
            if f._is_init_var and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)


def make_dataclass(name, fields, *, bases=(), namespace=None, **options):
    annotations, body = {}, dict(namespace or {})
    for item in fields:
        item = (item, object) if isinstance(item, str) else item
        annotations[item[0]] = item[1]
        if len(item) == 3:
            body[item[0]] = item[2]
    body["__annotations__"] = annotations
    return dataclass(type(name, bases, body), **options)
