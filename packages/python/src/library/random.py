# After `seed(n)` with an int, the numbers are CPython's. Without a seed they are any.
import math
from itertools import accumulate
from _evaluator import unavailable
from _random import bits, twister, uniforms


class Random:
    def __init__(self, x=0):
        self.seed(x)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'Random' object has no attribute {name!r}")
        unavailable(f"random.{name}() is")

    def seed(self, a=0, version=2):
        if a is not None and not isinstance(a, int):
            unavailable("random.seed() with a seed that is not an int is")
        key, a = [], abs(a or 0)
        while a or not key:
            key.append(a & 0xFFFFFFFF)
            a >>= 32
        self._made = twister(19650218, key)

    def random(self):
        return uniforms(self._made, None)

    def getrandbits(self, k):
        words = [bits(self._made) for _ in range((k + 31) // 32)]
        if words and k % 32:
            words[-1] >>= 32 - k % 32
        return sum(word << 32 * at for at, word in enumerate(words))

    def _below(self, n):
        drawn = n
        while drawn >= n:
            drawn = self.getrandbits(n.bit_length())
        return drawn

    def randrange(self, start, stop=None, step=1):
        choices = range(start) if stop is None else range(start, stop, step)
        if not choices:
            raise ValueError("empty range for randrange()" + (f" ({start}, {stop}, {stop - start})" if stop is not None and step == 1 else ""))
        return choices[self._below(len(choices))]

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        sums = cum_weights or (list(accumulate(weights)) if weights else None)
        if sums is None:
            return [population[math.floor(self.random() * len(population))] for _ in range(k)]
        from bisect import bisect

        return [population[bisect(sums, self.random() * (sums[-1] + 0.0), 0, len(population) - 1)] for _ in range(k)]

    def shuffle(self, x):
        for i in reversed(range(1, len(x))):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if counts is not None:
            unavailable("random.sample(counts=...) is")
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        if n <= 21 + (4 ** math.ceil(math.log(k * 3, 4)) if k > 5 else 0):
            pool, out = list(population), []
            for i in range(k):
                j = self._below(n - i)
                out.append(pool[j])
                pool[j] = pool[n - i - 1]
            return out
        taken = {}
        while len(taken) < k:
            taken.setdefault(self._below(n))
        return [population[j] for j in taken]

    def uniform(self, a, b):
        return a + (b - a) * self.random()


_one = Random()
for _name in "seed random getrandbits randrange randint choice choices shuffle sample uniform".split():
    globals()[_name] = getattr(_one, _name)


def __getattr__(name):
    return getattr(_one, name)
