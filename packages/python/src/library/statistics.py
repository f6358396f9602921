# Means and spreads, exact where CPython's are.
import math
from collections import Counter
from fractions import Fraction


class StatisticsError(ValueError):
    pass


def _list(data, least=1, what="mean requires at least one data point"):
    values = list(data)
    if len(values) < least:
        raise StatisticsError(what)
    return values


def _plain(value, values):
    """A fraction as the data's own kind of number."""
    if any(isinstance(v, float) for v in values):
        return float(value)
    if any(isinstance(v, Fraction) for v in values):
        return value
    return int(value) if value.denominator == 1 else float(value)


def mean(data):
    values = _list(data)
    return _plain(sum(map(Fraction, values), Fraction(0)) / len(values), values)


def fmean(data, weights=None):
    values = list(map(float, data))
    if weights is not None:
        shares = list(map(float, weights))
        if len(shares) != len(values):
            raise StatisticsError("data and weights must be the same length")
        if not math.fsum(shares):
            raise StatisticsError("sum of weights must be non-zero")
        return math.fsum(v * w for v, w in zip(values, shares)) / math.fsum(shares)
    if not values:
        raise StatisticsError("fmean requires at least one data point")
    return math.fsum(values) / len(values)


def _sorted(data):
    values = sorted(data)
    if not values:
        raise StatisticsError("no median for empty data")
    return values, len(values) // 2


def median(data):
    values, middle = _sorted(data)
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def median_low(data):
    values, middle = _sorted(data)
    return values[middle] if len(values) % 2 else values[middle - 1]


def median_high(data):
    values, middle = _sorted(data)
    return values[middle]


def multimode(data):
    counts = Counter(data)
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def mode(data):
    modes = multimode(data)
    if not modes:
        raise StatisticsError("no mode for empty data")
    return modes[0]


def _spread(values, center, count):
    middle = sum(map(Fraction, values), Fraction(0)) / len(values) if center is None else Fraction(center)
    return sum(((Fraction(v) - middle) ** 2 for v in values), Fraction(0)) / count


def pvariance(data, mu=None):
    values = _list(data, 1, "pvariance requires at least one data point")
    return _plain(_spread(values, mu, len(values)), values)


def variance(data, xbar=None):
    values = _list(data, 2, "variance requires at least two data points")
    return _plain(_spread(values, xbar, len(values) - 1), values)


def _root(square):
    """The float nearest to the root of a fraction."""
    near = math.sqrt(square)
    if near in (0.0, math.inf):
        return near
    around = (near, math.nextafter(near, 0.0), math.nextafter(near, math.inf))
    return min(around, key=lambda r: abs(Fraction(r) ** 2 - square))


def pstdev(data, mu=None):
    values = _list(data, 1, "pstdev requires at least one data point")
    return _root(_spread(values, mu, len(values)))


def stdev(data, xbar=None):
    values = _list(data, 2, "stdev requires at least two data points")
    return _root(_spread(values, xbar, len(values) - 1))


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    values = sorted(data)
    if len(values) < 2:
        raise StatisticsError("must have at least two data points")
    last = len(values) - 1 if method == "inclusive" else len(values) + 1
    made = []
    for i in range(1, n):
        at, rest = divmod(i * last, n)
        if method != "inclusive":
            at = min(max(at, 1), len(values) - 1) - 1
            rest = i * last - (at + 1) * n
        made.append((values[at] * (n - rest) + values[at + 1] * rest) / n)
    return made
