# A program has one thread: only `Context.run` changes the context.
_missing = object()
_current = {}


class Token:
    MISSING = "<Token.MISSING>"

    def __init__(self, var, old):
        self.var, self.old_value, self._used = var, old, False


class ContextVar:
    def __init__(self, name, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name, self._default = name, default

    @property
    def name(self):
        return self._name

    @classmethod
    def __class_getitem__(cls, key):
        return cls

    def get(self, default=_missing):
        if self in _current:
            return _current[self]
        if default is not _missing:
            return default
        if self._default is not _missing:
            return self._default
        raise LookupError(self)

    def set(self, value):
        token = Token(self, _current.get(self, Token.MISSING))
        _current[self] = value
        return token

    def reset(self, token):
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        token._used = True
        if token.old_value is Token.MISSING:
            _current.pop(self, None)
        else:
            _current[self] = token.old_value


class Context:
    def __init__(self, values=()):
        self._values = dict(values)

    def run(self, callable, *args, **kwargs):
        global _current
        outer, _current = _current, self._values
        try:
            return callable(*args, **kwargs)
        finally:
            _current = outer

    def copy(self):
        return Context(self._values)

    def get(self, var, default=None):
        return self._values.get(var, default)

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


def copy_context():
    return Context(_current)
