# The collections that classes extend: `UserDict` and `UserList`.
import collections.abc as abc


class UserDict(abc.MutableMapping):
    __module__ = "collections"

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def _joined(self, left, right):
        parts = [part.data if isinstance(part, UserDict) else part for part in (left, right)]
        return self.__class__({**parts[0], **parts[1]}) if all(isinstance(part, dict) for part in parts) else NotImplemented

    def __or__(self, other):
        return self._joined(self, other)

    def __ror__(self, other):
        return self._joined(other, self)

    def __ior__(self, other):
        self.data.update(other)
        return self

    def copy(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.data = self.data.copy()
        return made

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


def _items(other):
    return other.data if isinstance(other, UserList) else other


class UserList(abc.MutableSequence):
    __module__ = "collections"

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_items(initlist))

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == _items(other)

    def __lt__(self, other):
        return self.data < _items(other)

    def __le__(self, other):
        return self.data <= _items(other)

    def __gt__(self, other):
        return self.data > _items(other)

    def __ge__(self, other):
        return self.data >= _items(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(_items(other)))

    def __radd__(self, other):
        return self.__class__(list(_items(other)) + self.data)

    def __iadd__(self, other):
        self.data += _items(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def append(self, item):
        self.data.append(item)

    def extend(self, other):
        self.data.extend(_items(other))

    def insert(self, i, item):
        self.data.insert(i, item)

    def copy(self):
        return self.__class__(self)

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)
