/** Small modules that programs of every kind import, in Python. */

/** Nothing runs at the same time: a lock is only counted. */
export const threadingSource = String.raw`
from _evaluator import unavailable
class Lock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        if self._count and not isinstance(self, RLock):
            if not blocking or timeout >= 0:
                return False
            raise RuntimeError("threading.Lock: this would wait without an end")
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("release unlocked lock" if not isinstance(self, RLock) else "cannot release un-acquired lock")
        self._count -= 1

    def locked(self):
        return self._count > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, kind, value, traceback):
        self.release()


class RLock(Lock):
    pass


class local:
    pass


def get_ident():
    return 1


class Thread:
    def __init__(self, *args, **kwargs):
        unavailable("threading.Thread() is")
`;

export const pprintSource = String.raw`
from _evaluator import unavailable
def _shown(value):
    if type(value) is dict:
        return "{" + ", ".join(f"{_shown(k)}: {_shown(v)}" for k, v in _sorted(value.items(), lambda item: item[0])) + "}"
    if type(value) is list:
        return "[" + ", ".join(map(_shown, value)) + "]"
    if type(value) is tuple:
        return "(" + ", ".join(map(_shown, value)) + (",)" if len(value) == 1 else ")")
    if type(value) in (set, frozenset) and value:
        body = "{" + ", ".join(map(_shown, _sorted(value, lambda one: one))) + "}"
        return body if type(value) is set else f"frozenset({body})"
    return repr(value)


def _sorted(items, key):
    try:
        return sorted(items, key=key)
    except TypeError:
        return sorted(items, key=lambda item: (str(type(key(item))), id(key(item))))


def _lines(value, indent, allowance, options):
    whole = _shown(value)
    if len(whole) <= options["width"] - indent - allowance:
        return whole
    step = options["indent"]
    pad = " " * (step - 1)
    if type(value) is dict and value:
        made = []
        items = _sorted(value.items(), lambda item: item[0]) if options["sort_dicts"] else list(value.items())
        for at, (key, one) in enumerate(items):
            name = _shown(key)
            rest = 1 if at + 1 < len(items) else allowance + 1
            made.append(f"{name}: " + _lines(one, indent + step + len(name) + 2, rest, options))
        return "{" + pad + (",\n" + " " * (indent + step)).join(made) + "}"
    if type(value) in (list, tuple) and value:
        end = "]" if type(value) is list else ",)" if len(value) == 1 else ")"
        made = []
        for at, one in enumerate(value):
            rest = 1 if at + 1 < len(value) else allowance + len(end)
            made.append(_lines(one, indent + step, rest, options))
        return ("[" if type(value) is list else "(") + pad + (",\n" + " " * (indent + step)).join(made) + end
    if type(value) in (str, bytes, set, frozenset):
        unavailable("pprint: texts and sets that need several lines are")
    return whole


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    if depth is not None or compact or underscore_numbers:
        unavailable("pprint.pformat() with depth, compact or underscore_numbers is")
    return _lines(object, 0, 0, {"indent": indent, "width": width, "sort_dicts": sort_dicts})


def pprint(object, stream=None, **options):
    text = pformat(object, **options)
    print(text) if stream is None else stream.write(text + "\n")


def pp(object, *args, sort_dicts=False, **options):
    pprint(object, *args, sort_dicts=sort_dicts, **options)


def saferepr(object):
    return _shown(object)
`;

export const bisectSource = String.raw`
def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    hi = len(a) if hi is None else hi
    while lo < hi:
        mid = (lo + hi) // 2
        if x < (a[mid] if key is None else key(a[mid])):
            hi = mid
        else:
            lo = mid + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    hi = len(a) if hi is None else hi
    while lo < hi:
        mid = (lo + hi) // 2
        if (a[mid] if key is None else key(a[mid])) < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


bisect, insort = bisect_right, insort_right
`;

export const heapqSource = String.raw`
"""A list whose least item is first: each is at most as large as those at twice its place, plus 1 and plus 2."""


def _rise(heap, start, at):
    item = heap[at]
    while at > start:
        above = (at - 1) >> 1
        if not item < heap[above]:
            break
        heap[at], at = heap[above], above
    heap[at] = item


def _sink(heap, at):
    """The smaller item below moves up until the last row; then the item rises to its place."""
    end, start, item = len(heap), at, heap[at]
    below = 2 * at + 1
    while below < end:
        if below + 1 < end and not heap[below] < heap[below + 1]:
            below += 1
        heap[at], at = heap[below], below
        below = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at)


def heappush(heap, item):
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    return heapreplace(heap, last)


def heapreplace(heap, item):
    least, heap[0] = heap[0], item
    _sink(heap, 0)
    return least


def heappushpop(heap, item):
    return heapreplace(heap, item) if heap and heap[0] < item else item


def heapify(x):
    for at in reversed(range(len(x) // 2)):
        _sink(x, at)


def merge(*iterables, key=None, reverse=False):
    yield from sorted((item for items in iterables for item in items), key=key, reverse=reverse)


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
`;

/** Paths as texts: there are no files. */
export const pathlibSource = String.raw`
from _evaluator import unavailable
class PurePath:
    def __init__(self, *parts):
        text = ""
        for part in map(str, parts):
            text = part if part.startswith("/") else f"{text}/{part}" if text else part
        kept = [part for part in text.split("/") if part not in ("", ".")]
        self._root = "/" if text.startswith("/") else ""
        self._parts = kept

    def _made(self, parts):
        made = type(self)()
        made._root, made._parts = self._root, list(parts)
        return made

    def __str__(self):
        return self._root + "/".join(self._parts) or "."

    __fspath__ = as_posix = __str__

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self._parts < other._parts if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(str(self))

    def __truediv__(self, other):
        return type(self)(self, other) if isinstance(other, (str, PurePath)) else NotImplemented

    def __rtruediv__(self, other):
        return type(self)(other, self) if isinstance(other, str) else NotImplemented

    def joinpath(self, *others):
        return type(self)(self, *others)

    @property
    def parts(self):
        return ((self._root,) if self._root else ()) + tuple(self._parts)

    @property
    def root(self):
        return self._root

    @property
    def name(self):
        return self._parts[-1] if self._parts else ""

    @property
    def suffix(self):
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        return ["." + part for part in self.name.lstrip(".").split(".")[1:]] if not self.name.endswith(".") else []

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        return self._made(self._parts[:-1]) if self._parts else self

    @property
    def parents(self):
        return tuple(self._made(self._parts[:at]) for at in reversed(range(len(self._parts))))

    def is_absolute(self):
        return self._root != ""

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._made([*self._parts[:-1], name])

    def with_suffix(self, suffix):
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def relative_to(self, other):
        other = type(self)(other)
        if self.parts[:len(other.parts)] != other.parts:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(other)!r} OR one path is relative and the other is absolute.")
        made = self._made(self._parts[len(other._parts):])
        made._root = ""
        return made

    def is_relative_to(self, other):
        other = type(self)(other)
        return self.parts[:len(other.parts)] == other.parts


class PurePosixPath(PurePath):
    pass


class Path(PurePosixPath):
    def __new__(cls, *parts):
        return object.__new__(PosixPath if cls is Path else cls)

    @classmethod
    def cwd(cls):
        return cls("/")

    home = cwd

    def _absolute(self):
        return self if self.is_absolute() else type(self)("/", self)

    def absolute(self):
        return self._absolute()

    def resolve(self, strict=False):
        kept = []
        for part in self._absolute()._parts:
            if part != "..":
                kept.append(part)
            elif kept:
                kept.pop()
        return type(self)("/" + "/".join(kept))

    def expanduser(self):
        return self

    def exists(self):
        return False

    is_file = is_dir = exists

    def _missing(self, *args, **kwargs):
        raise FileNotFoundError(2, "No such file or directory", str(self))

    open = read_text = read_bytes = stat = _missing

    def glob(self, pattern):
        return iter(())

    rglob = glob

    def write_text(self, *args, **kwargs):
        unavailable("pathlib.Path: files are")

    mkdir = touch = unlink = rmdir = write_bytes = write_text


class PosixPath(Path):
    pass
`;
