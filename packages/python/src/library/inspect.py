import functools
from collections import namedtuple
from enum import IntEnum
from sys import _getframe

Traceback = namedtuple("Traceback", "filename lineno function code_context index")
FrameInfo = namedtuple("FrameInfo", ("frame", *Traceback._fields))


def currentframe():
    return _getframe(1)


def getframeinfo(frame, context=1):
    return Traceback(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None, None)


def getouterframes(frame, context=1):
    made = []
    while frame is not None:
        made.append(FrameInfo(frame, *getframeinfo(frame)))
        frame = frame.f_back
    return made


def stack(context=1):
    return getouterframes(_getframe(1))


def isclass(x):
    return isinstance(x, type)


def isfunction(x):
    return isinstance(x, type(isclass))


def ismethod(x):
    return isfunction(getattr(x, "__func__", None))


def isbuiltin(x):
    return isinstance(x, type(len))


def isroutine(x):
    return isfunction(x) or ismethod(x) or isbuiltin(x)


def ismodule(x):
    return isinstance(x, type(functools))


def isgeneratorfunction(x):
    from _evaluator import is_generator

    return is_generator(unwrap(getattr(x, "__func__", x)))


def isgenerator(x):
    return isinstance(x, type(_ for _ in ()))


def iscoroutinefunction(x):
    return False


def isabstract(x):
    return bool(getattr(x, "__abstractmethods__", False))


def getmembers(x, predicate=None):
    found = [(name, getattr(x, name)) for name in sorted(dir(x)) if hasattr(x, name)]
    return [pair for pair in found if predicate is None or predicate(pair[1])]


def getdoc(x):
    doc = getattr(x, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins) if margins else 0
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getmodule(x):
    import sys

    return sys.modules.get(getattr(x, "__module__", None))


def unwrap(func):
    while hasattr(func, "__wrapped__"):
        func = func.__wrapped__
    return func


def getmro(cls):
    return cls.__mro__


_ParameterKind = IntEnum("_ParameterKind", "POSITIONAL_ONLY POSITIONAL_OR_KEYWORD VAR_POSITIONAL KEYWORD_ONLY VAR_KEYWORD", start=0)
_ParameterKind.__str__ = lambda self: self.name


class Parameter:
    empty = type("_empty", (), {})
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _ParameterKind

    def __init__(self, name, kind, *, default=empty, annotation=empty):
        self.name, self.kind, self.default, self.annotation = name, _ParameterKind(kind), default, annotation

    def __str__(self):
        stars = {self.VAR_POSITIONAL: "*", self.VAR_KEYWORD: "**"}.get(self.kind, "")
        typed = self.annotation is not self.empty
        shown = stars + self.name + (": " + formatannotation(self.annotation) if typed else "")
        return shown if self.default is self.empty else f"{shown} = {self.default!r}" if typed else f"{shown}={self.default!r}"

    def __repr__(self):
        return f'<Parameter "{self}">'


def formatannotation(annotation):
    if isinstance(annotation, type) and annotation.__module__ == "builtins":
        return annotation.__qualname__
    if isinstance(annotation, type):
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation).replace("typing.", "")


class Signature:
    empty = Parameter.empty

    def __init__(self, parameters=(), *, return_annotation=empty):
        self.parameters, self.return_annotation = {p.name: p for p in parameters}, return_annotation

    def __str__(self):
        shown, kinds = [], [p.kind for p in self.parameters.values()]
        for at, p in enumerate(self.parameters.values()):
            before = kinds[at - 1] if at else None
            if before == p.POSITIONAL_ONLY != p.kind:
                shown.append("/")
            if p.kind == p.KEYWORD_ONLY and before not in (p.KEYWORD_ONLY, p.VAR_POSITIONAL):
                shown.append("*")
            shown.append(str(p))
        if kinds and kinds[-1] == Parameter.POSITIONAL_ONLY:
            shown.append("/")
        result = self.return_annotation
        return f"({', '.join(shown)})" + ("" if result is self.empty else " -> " + formatannotation(result))

    def __repr__(self):
        return f"<Signature {self}>"

    def bind(self, *args, **kwargs):
        return self._bound(args, kwargs, False)

    def bind_partial(self, *args, **kwargs):
        return self._bound(args, kwargs, True)

    def _bound(self, args, kwargs, partial):
        made, args, kwargs = {}, list(args), dict(kwargs)
        for name, p in self.parameters.items():
            if p.kind == p.VAR_POSITIONAL:
                if args:
                    made[name], args = tuple(args), []
            elif p.kind == p.VAR_KEYWORD:
                if kwargs:
                    made[name], kwargs = kwargs, {}
            elif args and p.kind != p.KEYWORD_ONLY:
                made[name] = args.pop(0)
                if name in kwargs and p.kind != p.POSITIONAL_ONLY:
                    raise TypeError(f"multiple values for argument {name!r}")
            elif args:
                break
            elif name in kwargs and p.kind != p.POSITIONAL_ONLY:
                made[name] = kwargs.pop(name)
            elif p.default is p.empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if args:
            raise TypeError("too many positional arguments")
        if kwargs:
            raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        return BoundArguments(self, made)


FullArgSpec = namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")


def getfullargspec(func):
    from _evaluator import parameters_of

    if not callable(func):
        raise TypeError("unsupported callable")
    given = parameters_of(func)
    if ismethod(func):
        given = [(parameters_of(func.__func__)[0][0], 1, []), *given]

    def named(*kinds):
        return [name for name, kind, _ in given if kind in kinds]

    def defaults(*kinds):
        return {name: default[0] for name, kind, default in given if kind in kinds and default}

    positional, keywords = tuple(defaults(0, 1).values()) or None, defaults(3) or None
    rest, others = (named(2) or [None])[0], (named(4) or [None])[0]
    known = getattr(func, "__annotations__", {})
    types = {name: known[name] for name in ("return", *named(0, 1, 2, 3, 4)) if name in known}
    return FullArgSpec(named(0, 1), rest, others, positional, named(3), keywords, types)


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    def _given(self, kinds, rest):
        return [(name, value) for name, value in self.arguments.items() if self.signature.parameters[name].kind in (*kinds, rest)]

    @property
    def args(self):
        made = []
        for name, value in self._given((0, 1), 2):
            made += value if self.signature.parameters[name].kind == 2 else [value]
        return tuple(made)

    @property
    def kwargs(self):
        made = {}
        for name, value in self._given((3,), 4):
            made.update(value if self.signature.parameters[name].kind == 4 else {name: value})
        return made

    def apply_defaults(self):
        made = {}
        for name, p in self.signature.parameters.items():
            absent = {2: (), 4: {}}.get(p.kind, p.default)
            if name in self.arguments or absent is not p.empty:
                made[name] = self.arguments.get(name, absent)
        self.arguments = made

    def __repr__(self):
        return f"<BoundArguments ({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})>"


def signature(func):
    from _evaluator import parameters_of

    func = unwrap(func)
    types = getattr(func, "__annotations__", {})
    made = []
    for name, kind, default in parameters_of(func):
        given = {"default": default[0]} if default else {}
        made.append(Parameter(name, kind, annotation=types.get(name, Parameter.empty), **given))
    return Signature(made, return_annotation=types.get("return", Parameter.empty))
