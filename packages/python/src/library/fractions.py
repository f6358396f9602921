import math
import re

_FORM = re.compile(r"\s*([-+]?)(\d+)(?:/(\d+)|(?:\.(\d*))?(?:[eE]([-+]?\d+))?)\s*$")


def _parts(value):
    if isinstance(value, Fraction):
        return value._numerator, value._denominator
    if isinstance(value, int):
        return int(value), 1
    return None


class Fraction:
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = super().__new__(cls)
        if denominator is None:
            pair = _parts(numerator)
            if pair is None and isinstance(numerator, float):
                pair = numerator.as_integer_ratio()
            elif pair is None and isinstance(numerator, str):
                pair = _read(numerator)
            elif pair is None:
                raise TypeError("argument should be a string or a Rational instance")
            top, bottom = pair
        else:
            over, under = _parts(numerator), _parts(denominator)
            if over is None or under is None:
                raise TypeError("both arguments should be Rational instances")
            top, bottom = over[0] * under[1], over[1] * under[0]
            if bottom == 0:
                raise ZeroDivisionError(f"Fraction({top}, 0)")
        common = math.gcd(top, bottom)
        if bottom < 0:
            common = -common
        self._numerator, self._denominator = top // common, bottom // common
        return self

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)
    real = property(lambda self: self)
    imag = 0

    @classmethod
    def from_float(cls, value):
        return cls(value)

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        far, near = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return near if abs(near - self) <= abs(far - self) else far

    def __repr__(self):
        return f"Fraction({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def __hash__(self):
        if self._denominator == 1:
            return hash(self._numerator)
        value = float(self)
        return hash(value) if Fraction(value) == self else hash((self._numerator, self._denominator))

    def __bool__(self):
        return self._numerator != 0

    def __float__(self):
        return self._numerator / self._denominator

    def __trunc__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    __int__ = __trunc__

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            low, rest = divmod(self._numerator, self._denominator)
            if rest * 2 == self._denominator:
                return low + low % 2
            return low + 1 if rest * 2 > self._denominator else low
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __pos__(self):
        return Fraction(self)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __pow__(self, other):
        if isinstance(other, Fraction) and other._denominator == 1:
            other = other._numerator
        if not isinstance(other, int):
            return float(self) ** float(other)
        if other >= 0:
            return Fraction(self._numerator**other, self._denominator**other)
        if self._numerator == 0:
            raise ZeroDivisionError(f"Fraction({self._denominator ** -other}, 0)")
        return Fraction(self._denominator**-other, self._numerator**-other)

    def __rpow__(self, other):
        return other**self._numerator if self._denominator == 1 and self._numerator >= 0 else other ** float(self)

    def __eq__(self, other):
        if isinstance(other, float):
            return math.isfinite(other) and self == Fraction(other)
        pair = _parts(other)
        return NotImplemented if pair is None else (self._numerator, self._denominator) == pair


def _read(text):
    found = _FORM.match(text)
    if found is None:
        raise ValueError(f"Invalid literal for Fraction: {text!r}")
    sign, whole, under, digits, power = found.groups()
    top, bottom = int(whole), int(under or 1)
    if bottom == 0:
        raise ZeroDivisionError(f"Fraction({sign}{top}, 0)")
    if digits:
        top, bottom = top * 10 ** len(digits) + int(digits), 10 ** len(digits)
    if power:
        top, bottom = (top * 10 ** int(power), bottom) if int(power) >= 0 else (top, bottom * 10 ** -int(power))
    return (-top if sign == "-" else top), bottom


def _binary(exact, inexact, is_reversed):
    def method(self, other):
        if isinstance(other, float):
            return inexact(other, float(self)) if is_reversed else inexact(float(self), other)
        pair = _parts(other)
        if pair is None:
            return NotImplemented
        own = self._numerator, self._denominator
        return exact(*pair, *own) if is_reversed else exact(*own, *pair)

    return method


def _divided(a, b, c, d):
    common = math.gcd(a, c) or 1
    return Fraction(a // common * (d // math.gcd(b, d)), b // math.gcd(b, d) * (c // common))


def _divmod(a, b, c, d):
    quotient, rest = divmod(a * d, c * b)
    return quotient, Fraction(rest, b * d)


for _name, _exact, _inexact in (
    ("add", lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y),
    ("sub", lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y),
    ("mul", lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y),
    ("truediv", _divided, lambda x, y: x / y),
    ("floordiv", lambda a, b, c, d: (a * d) // (c * b), lambda x, y: x // y),
    ("mod", lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y),
    ("divmod", _divmod, divmod),
):
    setattr(Fraction, f"__{_name}__", _binary(_exact, _inexact, False))
    setattr(Fraction, f"__r{_name}__", _binary(_exact, _inexact, True))
for _name, _exact, _inexact in (
    ("lt", lambda a, b, c, d: a * d < c * b, lambda x, y: x < y),
    ("le", lambda a, b, c, d: a * d <= c * b, lambda x, y: x <= y),
    ("gt", lambda a, b, c, d: a * d > c * b, lambda x, y: x > y),
    ("ge", lambda a, b, c, d: a * d >= c * b, lambda x, y: x >= y),
):
    setattr(Fraction, f"__{_name}__", _binary(_exact, _inexact, False))
