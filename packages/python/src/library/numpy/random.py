# The legacy functions: after `seed(n)` their numbers are numpy's. Others would not be the reference's: those without a
# seed, and normal ones in the last bit. `take_any` allows those. Of the newer generators, only `random`, `uniform` and
# `integers` of PCG64 are there.
from _evaluator import unavailable
from _random import integers, later, normals, pcg64, pcg_integers, pcg_singles, pcg_uniforms, twister, uniforms
from numpy import dtype as _dtype, float64 as _float64, int64 as _int64


def _missing(name):
    unavailable(f"numpy.random.{name}() is", ": its numbers would be others than those of TVM's Python")


_takes_any = False


def take_any():
    global _takes_any
    _takes_any = True
    seed(0)


class RandomState:
    def __init__(self, seed=None):
        self.seed(0 if seed is None and _takes_any else seed)

    def __getattr__(self, name):
        return missing_name(name)

    def seed(self, seed=None):
        self._made = None if seed is None else twister(seed)

    def _twister(self, name):
        if self._made is None:
            _missing(name)
        return self._made

    def random_sample(self, size=None):
        return uniforms(self._twister("random_sample"), size)

    def random(self, size=None):
        return uniforms(self._twister("random"), size)

    ranf = sample = random_sample

    def rand(self, *dims):
        return uniforms(self._twister("rand"), dims or None)

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * uniforms(self._twister("uniform"), size)

    def standard_normal(self, size=None):
        return self._normals("standard_normal", size)

    def randn(self, *dims):
        return self._normals("randn", dims or None)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return loc + scale * self._normals("normal", size)

    def _normals(self, name, size):
        if not _takes_any:
            _missing(name)
        return normals(self._twister(name), size)

    def randint(self, low, high=None, size=None, dtype=int):
        if high is None:
            low, high = 0, low
        if low >= high:
            raise ValueError("high <= 0" if low == 0 else "low >= high")
        kind = _dtype(dtype)
        # A longer range needs two draws for each number.
        if high - low > 2**32:
            _missing("randint")
        bits = 1 if kind == _dtype(bool) else 8 * kind.itemsize
        drawn = integers(self._twister("randint"), low, high - 1 - low, bits, size)
        return drawn if size is None else drawn.astype(kind)


class PCG64:
    """A source without a seed fails when it is asked for numbers."""

    def __init__(self, seed=None):
        self._made = None if seed is None and not _takes_any else pcg64(0 if seed is None else seed)


class Generator:
    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def __getattr__(self, name):
        return missing_name(name)

    def _source(self, name):
        made = getattr(self.bit_generator, "_made", None)
        if made is None:
            _missing(name)
        return made

    def random(self, size=None, dtype=_float64):
        kind = _dtype(dtype)
        if kind not in (_dtype(_float64), _dtype("float32")):
            raise TypeError(f"Unsupported dtype {kind!r} for random")
        return (pcg_uniforms if kind == _dtype(_float64) else pcg_singles)(self._source("random"), size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * pcg_uniforms(self._source("uniform"), size)

    def integers(self, low, high=None, size=None, dtype=_int64, endpoint=False):
        if high is None:
            low, high = 0, low
        if any(isinstance(end, (list, tuple)) or getattr(end, "ndim", 0) for end in (low, high)):
            _missing("integers")
        kind = _dtype(dtype)
        if kind.kind not in "biu":
            raise TypeError(f"Unsupported dtype {kind!r} for integers")
        low, last = int(low), int(high) - (0 if endpoint else 1)
        size_of = 1 if kind.kind == "b" else 8 * kind.itemsize - (kind.kind == "i")
        if low < (-(2**size_of) if kind.kind == "i" else 0):
            raise ValueError(f"low is out of bounds for {kind.name}")
        if last > 2**size_of - 1:
            raise ValueError(f"high is out of bounds for {kind.name}")
        if low > last:
            sign = "" if endpoint else "="
            raise ValueError(f"high <{sign} 0" if low == 0 else f"low >{sign} high")
        drawn = pcg_integers(self._source("integers"), low, last - low, kind, size)
        return dtype(drawn) if size is None and dtype in (bool, int) else drawn


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))


_global = RandomState()


def _later(count):
    return later(_global._twister("uniform"), count)


def missing_name(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'numpy.random' has no attribute {name!r}")

    def missing(*args, **kwargs):
        _missing(name)

    return missing


for _name in "seed random_sample random ranf sample rand uniform standard_normal randn normal randint".split():
    globals()[_name] = getattr(_global, _name)

__getattr__ = missing_name
