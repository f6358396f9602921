/** `collections` and `collections.abc`, in Python. */
export const collectionsSource = String.raw`
from _evaluator import alias, bound, item_property
import collections.abc as abc


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    if rename:
        names = [n if n.isidentifier() and not n.startswith("_") and n not in names[:i] else f"_{i}" for i, n in enumerate(names)]
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
    for i, name in enumerate(names):
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in names[:i]:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
    given = tuple(defaults or ())
    if len(given) > len(names):
        raise TypeError("Got more default values than field names")
    body = {
        "__slots__": (),
        "_fields": tuple(names),
        "_field_defaults": dict(zip(names[len(names) - len(given):], given)),
        "__match_args__": tuple(names),
        "__doc__": f"{typename}({', '.join(names)})",
        "__new__": staticmethod(bound(typename + ".__new__", ["_cls"] + names, list(given), [], {}, lambda cls, *values: tuple.__new__(cls, values))),
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": _asdict,
        "__repr__": _show,
        "__getnewargs__": lambda self: tuple(self),
    }
    if module is not None:
        body["__module__"] = module
    for i, name in enumerate(names):
        body[name] = item_property(i, f"Alias for field number {i}")
    return type(typename, (tuple,), body)


def _make(cls, iterable):
    values = tuple(iterable)
    if len(values) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(values)}")
    return tuple.__new__(cls, values)


def _replace(self, /, **changes):
    made = self._make([changes.pop(name, value) for name, value in zip(self._fields, self)])
    if changes:
        raise ValueError(f"Got unexpected field names: {list(changes)!r}")
    return made


def _asdict(self):
    return dict(zip(self._fields, self))


def _show(self):
    return self.__class__.__name__ + "(" + ", ".join([f"{n}={v!r}" for n, v in zip(self._fields, self)]) + ")"


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = self[key]
        del self[key]
        if last:
            self[key] = value
        else:
            rest = list(self.items())
            self.clear()
            self[key] = value
            self.update(rest)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)

    def copy(self):
        return self.__class__(self)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    __hash__ = None

    def __repr__(self):
        return f"{self.__class__.__name__}({list(self.items())!r})" if self else f"{self.__class__.__name__}()"


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def copy(self):
        return self.__class__(self.default_factory, self)

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict(self)!r})"


class Counter(dict):
    def __init__(self, iterable=None, /, **kwargs):
        super().__init__()
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwargs):
        self._count(iterable, kwargs, 1)

    def subtract(self, iterable=None, /, **kwargs):
        self._count(iterable, kwargs, -1)

    def _count(self, iterable, kwargs, sign):
        if hasattr(iterable, "keys"):
            for key in iterable.keys():
                self[key] = self.get(key, 0) + sign * iterable[key]
        elif iterable is not None:
            for item in iterable:
                self[item] = self.get(item, 0) + sign
        for key, count in kwargs.items():
            self[key] = self.get(key, 0) + sign * count

    def most_common(self, n=None):
        found = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return found if n is None else found[:n]

    def elements(self):
        return (key for key, count in self.items() for _ in range(count))

    def total(self):
        return sum(self.values())

    def copy(self):
        return self.__class__(self)

    def _with(self, other, combine):
        if not isinstance(other, Counter):
            return NotImplemented
        made = Counter()
        for key in list(self) + [k for k in other if k not in self]:
            count = combine(self[key], other[key])
            if count > 0:
                made[key] = count
        return made

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._with(other, max)

    def __and__(self, other):
        return self._with(other, min)

    def __pos__(self):
        return self._with(Counter(), lambda a, b: a)

    def __neg__(self):
        return self._with(Counter(), lambda a, b: -a)

    def __eq__(self, other):
        return self._all(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._all(other, lambda a, b: a == b, True)

    def __le__(self, other):
        return self._all(other, lambda a, b: a <= b)

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __ge__(self, other):
        return self._all(other, lambda a, b: a >= b)

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    __hash__ = None

    def _all(self, other, compare, negated=False):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(compare(self[key], other[key]) for one in (self, other) for key in one) != negated

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            return f"{self.__class__.__name__}({dict(self.most_common())!r})"
        except TypeError:
            return f"{self.__class__.__name__}({dict(self)!r})"


class deque:
    __class_getitem__ = classmethod(alias)

    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, item):
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for item in list(iterable):
            self.append(item)

    def extendleft(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def clear(self):
        self._items.clear()

    def copy(self):
        return self.__class__(self._items, self.maxlen)

    def count(self, item):
        return self._items.count(item)

    def index(self, item, *bounds):
        try:
            return self._items.index(item, *bounds)
        except ValueError:
            raise ValueError(f"{item!r} is not in deque") from None

    def insert(self, at, item):
        self._items.insert(at, item)

    def remove(self, item):
        try:
            self._items.remove(item)
        except ValueError:
            raise ValueError("deque.remove(x): x not in deque") from None

    def reverse(self):
        self._items.reverse()

    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items = self._items[-n:] + self._items[:-n] if n else self._items

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __len__(self):
        return len(self._items)

    def __contains__(self, item):
        return item in self._items

    def __getitem__(self, at):
        if isinstance(at, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        try:
            return self._items[at]
        except IndexError:
            raise IndexError("deque index out of range") from None

    def __setitem__(self, at, item):
        self._items[at] = item

    def __delitem__(self, at):
        del self._items[at]

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __add__(self, other):
        return self.__class__(self._items + list(other), self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __repr__(self):
        return f"deque({self._items!r})" if self.maxlen is None else f"deque({self._items!r}, maxlen={self.maxlen})"


class ChainMap(abc.MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for one in self.maps:
            if key in one:
                return one[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __contains__(self, key):
        return any(key in one for one in self.maps)

    def __iter__(self):
        found = {}
        for one in reversed(self.maps):
            found.update(dict.fromkeys(one))
        return iter(found)

    def __len__(self):
        return len(list(iter(self)))

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join(map(repr, self.maps))})"

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.")

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def clear(self):
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if not isinstance(other, (dict, ChainMap)):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, (dict, ChainMap)):
            return NotImplemented
        made = dict(other)
        for one in reversed(self.maps):
            made.update(one)
        return self.__class__(made)


class UserDict(dict):
    pass


class UserList(list):
    pass
`;

export const collectionsAbcSource = String.raw`
from _evaluator import alias


class _Checked(type):
    def __instancecheck__(cls, value):
        return type.__instancecheck__(cls, value) or _fits(cls, type(value))

    def __subclasscheck__(cls, other):
        return type.__subclasscheck__(cls, other) or _fits(cls, other)


_registered = {}


def _fits(cls, other):
    if any(issubclass(other, known) for known in _registered.get(cls, ())):
        return True
    needed = cls.__dict__.get("_needed")
    return needed is not None and all(getattr(other, name, None) is not None for name in needed)


def _make(name, needed, *bases, known=(), methods=None):
    made = _Checked(name, bases, {"_needed": needed, "__module__": "collections.abc", "__class_getitem__": classmethod(alias), "register": classmethod(_register)})
    for key, value in methods.__dict__.items() if methods else ():
        if key not in ("__module__", "__dict__", "__doc__", "__qualname__", "__weakref__"):
            setattr(made, key, value)
    _registered[made] = list(known)
    return made


def _register(cls, other):
    _registered.setdefault(cls, []).append(other)
    return other


class Sequence:
    def __iter__(self):
        at = 0
        try:
            while True:
                yield self[at]
                at += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __reversed__(self):
        for at in reversed(range(len(self))):
            yield self[at]

    def index(self, value, start=0, stop=None):
        for at in range(start, len(self) if stop is None else min(stop, len(self))):
            if self[at] is value or self[at] == value:
                return at
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)


class MutableSequence:
    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        values = list(self)
        for at, value in enumerate(reversed(values)):
            self[at] = value

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set:
    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(v in other for v in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(v in self for v in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    __hash__ = None

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(v for v in other if v in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(v in self for v in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(v for s in (self, other) for v in s)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return self._from_iterable(v for v in self if v not in other)

    def __xor__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__


class MutableSet:
    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        for value in list(self):
            self.discard(value)

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __isub__(self, it):
        for value in list(it):
            self.discard(value)
        return self


class Mapping:
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None


class MutableMapping:
    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if not default:
                raise
            return default[0]
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **more):
        pairs = [(k, other[k]) for k in other.keys()] if hasattr(other, "keys") else other
        for key, value in [*pairs, *more.items()]:
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class _View:
    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._mapping!r})"

    @classmethod
    def _from_iterable(cls, it):
        return set(it)


class KeysView(_View):
    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(_View):
    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(_View):
    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


Hashable = _make("Hashable", ("__hash__",))
Iterable = _make("Iterable", ("__iter__",))
Iterator = _make("Iterator", ("__iter__", "__next__"), Iterable)
Generator = _make("Generator", ("__iter__", "__next__", "send", "throw", "close"), Iterator)
Reversible = _make("Reversible", ("__iter__", "__reversed__"), Iterable)
Sized = _make("Sized", ("__len__",))
Container = _make("Container", ("__contains__",))
Callable = _make("Callable", ("__call__",), known=(type, type(len), type(lambda: 0)))
Collection = _make("Collection", ("__len__", "__iter__", "__contains__"), Sized, Iterable, Container)
Sequence = _make("Sequence", None, Collection, known=(list, tuple, str, range, bytes), methods=Sequence)
MutableSequence = _make("MutableSequence", None, Sequence, known=(list,), methods=MutableSequence)
Set = _make("Set", None, Collection, known=(set, frozenset, type({}.keys()), type({}.items())), methods=Set)
MutableSet = _make("MutableSet", None, Set, known=(set,), methods=MutableSet)
Mapping = _make("Mapping", None, Collection, known=(dict,), methods=Mapping)
MutableMapping = _make("MutableMapping", None, Mapping, known=(dict,), methods=MutableMapping)
KeysView = _make("KeysView", None, KeysView, Set, known=(type({}.keys()),))
ItemsView = _make("ItemsView", None, ItemsView, Set, known=(type({}.items()),))
ValuesView = _make("ValuesView", None, ValuesView, Collection, known=(type({}.values()),))
Awaitable = _make("Awaitable", ("__await__",))
Coroutine = _make("Coroutine", ("__await__", "send", "throw", "close"), Awaitable)
AsyncIterable = _make("AsyncIterable", ("__aiter__",))
AsyncIterator = _make("AsyncIterator", ("__aiter__", "__anext__"), AsyncIterable)
ByteString = _make("ByteString", None, Sequence, known=(bytes,))
`;
