# A digest is made of what was given so far, each time it is asked for.
from _evaluator import digest_of


class _Hash:
    def __init__(self, name, data=b""):
        self.name, self._data = name, bytes(data)
        self.digest_size = len(self.digest())
        self.block_size = 64

    def update(self, data):
        self._data += data

    def digest(self):
        return digest_of(self.name, self._data)

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return _Hash(self.name, self._data)


def _given(string):
    if isinstance(string, str):
        raise TypeError("Strings must be encoded before hashing")
    return string


def new(name, data=b"", *, usedforsecurity=True):
    if name.lower() not in algorithms_available:
        raise ValueError("unsupported hash type " + name)
    return _Hash(name.lower(), _given(data))


def md5(string=b"", *, usedforsecurity=True):
    return _Hash("md5", _given(string))


def sha1(string=b"", *, usedforsecurity=True):
    return _Hash("sha1", _given(string))


def sha256(string=b"", *, usedforsecurity=True):
    return _Hash("sha256", _given(string))


algorithms_available = {"md5", "sha1", "sha256"}
