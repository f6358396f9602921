from numpy import floating as _floating, integer as _integer


class _Tower(type):
    def __instancecheck__(cls, value):
        return type.__instancecheck__(cls, value) or isinstance(value, cls._known)

    def __subclasscheck__(cls, other):
        return type.__subclasscheck__(cls, other) or issubclass(other, cls._known)


class Number(metaclass=_Tower):
    _known = (int, float, _floating, _integer)

    @classmethod
    def register(cls, other):
        cls._known = cls._known + (other,)
        return other


class Complex(Number):
    _known = (int, float, _floating, _integer)


class Real(Complex):
    _known = (int, float, _floating, _integer)


class Rational(Real):
    _known = (int, _integer)


class Integral(Rational):
    _known = (int, _integer)
