/** `inspect`, in Python. */

export const inspectSource = String.raw`
import functools


def isclass(x):
    return isinstance(x, type)


def isfunction(x):
    return isinstance(x, type(isclass))


def ismethod(x):
    return hasattr(x, "__self__") and hasattr(x, "__func__")


def isbuiltin(x):
    return isinstance(x, type(len))


def isroutine(x):
    return isfunction(x) or ismethod(x) or isbuiltin(x)


def ismodule(x):
    return isinstance(x, type(functools))


def isgeneratorfunction(x):
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


class Parameter:
    empty = type("_empty", (), {})
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

    def __init__(self, name, kind, *, default=empty, annotation=empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

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


def signature(func):
    from _evaluator import parameters_of

    func = unwrap(func)
    types = getattr(func, "__annotations__", {})
    made = []
    for name, kind, default in parameters_of(func):
        given = {"default": default[0]} if default else {}
        made.append(Parameter(name, kind, annotation=types.get(name, Parameter.empty), **given))
    return Signature(made, return_annotation=types.get("return", Parameter.empty))
`;
