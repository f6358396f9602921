/** Small modules that programs of every kind import, in Python. */

/** Nothing runs at the same time: a lock is only counted. */
export const threadingSource = String.raw`
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
        raise RuntimeError("threading.Thread() is not available here")
`;

export const pprintSource = String.raw`
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
        raise RuntimeError("pprint: texts and sets that need several lines are not available here")
    return whole


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    if depth is not None or compact or underscore_numbers:
        raise RuntimeError("pprint.pformat() with depth, compact or underscore_numbers is not available here")
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
