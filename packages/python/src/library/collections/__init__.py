from _evaluator import alias, bound, item_property
import collections.abc as abc
from _user_collections import UserDict, UserList


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


abc.Sequence.register(abc.MutableSequence.register(deque))


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
