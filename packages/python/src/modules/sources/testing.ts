/** Modules around texts and tests, in Python: what files that are tests, too, ask for where they are read. */

export const textwrapSource = String.raw`
import re


def dedent(text):
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if line:
            indent = line[: len(line) - len(line.lstrip(" \t"))]
            if margin is None:
                margin = indent
            while not indent.startswith(margin):
                margin = margin[:-1]
    return "\n".join(line[len(margin or "") :] for line in lines)


def indent(text, prefix, predicate=None):
    chosen = predicate or str.strip
    return "".join(prefix + line if chosen(line) else line for line in text.splitlines(True))


def _chunks(text):
    return [part for part in re.split(r"(\s+)", " ".join(text.split(" ")).expandtabs().replace("\n", " ")) if part]


def wrap(text, width=70, *, initial_indent="", subsequent_indent="", **kwargs):
    if width <= 0:
        raise ValueError(f"invalid width {width!r} (must be > 0)")
    pieces = []
    for part in _chunks(text):
        if part.isspace() or not re.search(r"\w-\w", part):
            pieces.append(part)
        else:
            pieces.extend(piece for piece in re.split(r"((?<=\w)[^\s\w]*?\w+-(?=\w)|\w+-(?=\w))", part) if piece)
    lines = []
    pieces.reverse()
    while pieces:
        indent = subsequent_indent if lines else initial_indent
        room = max(1, width - len(indent))
        if pieces[-1].isspace() and lines:
            pieces.pop()
        line = []
        length = 0
        while pieces and length + len(pieces[-1]) <= room:
            line.append(pieces.pop())
            length += len(line[-1])
        if pieces and len(pieces[-1]) > room:
            space = max(1, room - length)
            long = pieces.pop()
            line.append(long[:space])
            pieces.append(long[space:])
        if line and line[-1].isspace():
            line.pop()
        if line:
            lines.append(indent + "".join(line))
    return lines


def fill(text, width=70, **kwargs):
    return "\n".join(wrap(text, width, **kwargs))


def shorten(text, width, *, placeholder=" [...]"):
    words = text.split()
    whole = " ".join(words)
    if len(whole) <= width:
        return whole
    if len(placeholder.lstrip()) > width:
        raise ValueError("placeholder too large for max width")
    while words and len(" ".join(words)) + len(placeholder) > width:
        words.pop()
    return " ".join(words) + placeholder if words else placeholder.lstrip()
`;

export const ioSource = String.raw`
class IOBase:
    closed = False

    def close(self):
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def flush(self):
        pass


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    pass


class TextIOWrapper(TextIOBase):
    def __init__(self, *args, **kwargs):
        raise RuntimeError("io.TextIOWrapper() is not available here: files can't be opened")


class BytesIO(BufferedIOBase):
    def __init__(self, *args):
        raise RuntimeError("io.BytesIO() is not available here")


class StringIO(TextIOBase):
    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value
        self._at = 0

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"string argument expected, got {type(text).__name__!r}")
        before = self._text[: self._at].ljust(self._at, "\0")
        self._text = before + text + self._text[self._at + len(text) :]
        self._at += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        return self._text

    def read(self, size=-1):
        end = len(self._text) if size is None or size < 0 else self._at + size
        found = self._text[self._at : end]
        self._at += len(found)
        return found

    def readline(self):
        end = self._text.find("\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)

    def readlines(self):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, at, whence=0):
        self._at = at if whence == 0 else len(self._text)
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        self._text = self._text[: self._at if size is None else size]
        return len(self._text)
`;

/** Tests are not run: what replaces a part of a program for a test leaves the test as it is. */
export const mockSource = String.raw`
class _Patch:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, function):
        return function

    def __enter__(self):
        raise RuntimeError("unittest.mock.patch() is not available here as a context: tests are not run")

    def __exit__(self, kind, value, traceback):
        return None


class _Patching:
    def __call__(self, *args, **kwargs):
        return _Patch()

    def object(self, *args, **kwargs):
        return _Patch()

    def dict(self, *args, **kwargs):
        return _Patch()

    def multiple(self, *args, **kwargs):
        return _Patch()


patch = _Patching()


class Mock:
    def __init__(self, *args, **kwargs):
        raise RuntimeError("unittest.mock.Mock() is not available here: tests are not run")


MagicMock = Mock
`;

export const unittestSource = String.raw`
def _decorating(*args, **kwargs):
    return lambda thing: thing


skipIf = skipUnless = skip = _decorating


def expectedFailure(thing):
    return thing


class SkipTest(Exception):
    pass


class TestCase:
    def __init__(self, methodName="runTest"):
        raise RuntimeError("unittest.TestCase() is not available here: tests are not run")

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass
`;
