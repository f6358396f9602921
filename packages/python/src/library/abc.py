from _evaluator import set_abstract


def abstractmethod(func):
    func.__isabstractmethod__ = True
    return func


class abstractproperty(property):
    __isabstractmethod__ = True


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True


class ABCMeta(type):
    def __new__(metaclass, name, bases, names, /, **options):
        cls = super().__new__(metaclass, name, bases, names, **options)
        left = [n for n, value in names.items() if getattr(value, "__isabstractmethod__", False)]
        for base in bases:
            for n in getattr(base, "__abstractmethods__", ()):
                if n not in left and getattr(getattr(cls, n, None), "__isabstractmethod__", False):
                    left.append(n)
        set_abstract(cls, left)
        return cls

    def register(cls, other):
        cls.__dict__.get("_registered") or setattr(cls, "_registered", [])
        cls._registered.append(other)
        return other

    def __instancecheck__(cls, value):
        return cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, other):
        if type.__subclasscheck__(cls, other):
            return True
        answer = cls.__subclasshook__(other)
        if answer is not NotImplemented:
            return answer
        if any(issubclass(other, known) for known in cls.__dict__.get("_registered", ())):
            return True
        return any(sub._registered and issubclass(other, sub) for sub in cls.__subclasses__() if "_registered" in sub.__dict__)


class ABC(metaclass=ABCMeta):
    __slots__ = ()


def get_cache_token():
    return 0
