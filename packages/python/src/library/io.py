from _evaluator import unavailable


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
        unavailable("io.TextIOWrapper() is", ": files can't be opened")


class BytesIO(BufferedIOBase):
    def __init__(self, *args):
        unavailable("io.BytesIO() is")


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
