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
