from _evaluator import unavailable


def _shown(value):
    if type(value) is dict:
        return "{" + ", ".join(f"{_shown(k)}: {_shown(v)}" for k, v in _sorted(value.items(), lambda item: item[0])) + "}"
    if type(value) is list:
        return "[" + ", ".join(map(_shown, value)) + "]"
    if type(value) is tuple:
        return "(" + ", ".join(map(_shown, value)) + (",)" if len(value) == 1 else ")")
    if type(value) in (set, frozenset) and value:
        body = "{" + ", ".join(map(_shown, _sorted(value, lambda one: one))) + "}"
        return body if type(value) is set else f"frozenset({body})"
    return repr(value)


def _sorted(items, key):
    try:
        return sorted(items, key=key)
    except TypeError:
        return sorted(items, key=lambda item: (str(type(key(item))), id(key(item))))


def _lines(value, indent, allowance, options):
    whole = _shown(value)
    if len(whole) <= options["width"] - indent - allowance:
        return whole
    step = options["indent"]
    pad = " " * (step - 1)
    if type(value) is dict and value:
        made = []
        items = _sorted(value.items(), lambda item: item[0]) if options["sort_dicts"] else list(value.items())
        for at, (key, one) in enumerate(items):
            name = _shown(key)
            rest = 1 if at + 1 < len(items) else allowance + 1
            made.append(f"{name}: " + _lines(one, indent + step + len(name) + 2, rest, options))
        return "{" + pad + (",\n" + " " * (indent + step)).join(made) + "}"
    if type(value) in (list, tuple) and value:
        end = "]" if type(value) is list else ",)" if len(value) == 1 else ")"
        made = []
        for at, one in enumerate(value):
            rest = 1 if at + 1 < len(value) else allowance + len(end)
            made.append(_lines(one, indent + step, rest, options))
        return ("[" if type(value) is list else "(") + pad + (",\n" + " " * (indent + step)).join(made) + end
    if type(value) in (str, bytes, set, frozenset):
        unavailable("pprint: texts and sets that need several lines are")
    return whole


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    if depth is not None or compact or underscore_numbers:
        unavailable("pprint.pformat() with depth, compact or underscore_numbers is")
    return _lines(object, 0, 0, {"indent": indent, "width": width, "sort_dicts": sort_dicts})


def pprint(object, stream=None, **options):
    text = pformat(object, **options)
    print(text) if stream is None else stream.write(text + "\n")


def pp(object, *args, sort_dicts=False, **options):
    pprint(object, *args, sort_dicts=sort_dicts, **options)


def saferepr(object):
    return _shown(object)
