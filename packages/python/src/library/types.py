import sys


def _function():
    yield 1


FunctionType = LambdaType = type(_function)
GeneratorType = type(_function())
CodeType = type(_function.__code__)
BuiltinFunctionType = BuiltinMethodType = type(len)
MethodDescriptorType = type(str.join)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
ModuleType = type(sys)
MappingProxyType = dict
UnionType = type(int | str)
GenericAlias = type(list[int])


class _Class:
    def method(self):
        pass


MethodType = type(_Class().method)


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        return "namespace(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, SimpleNamespace) else NotImplemented


def new_class(name, bases=(), kwds=None, exec_body=None):
    names = {}
    if exec_body is not None:
        exec_body(names)
    options = dict(kwds or {})
    return options.pop("metaclass", type)(name, tuple(bases), names, **options)


def DynamicClassAttribute(fget):
    return property(fget)
