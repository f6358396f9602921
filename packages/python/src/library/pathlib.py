# Paths as texts: there are no files.
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
