import re


def translate(pat):
    text, at = "", 0
    while at < len(pat):
        one, end = pat[at], pat.find("]", at + 2)
        if one == "[" and end > 0:
            inside = pat[at + 1:end].replace("\\", "\\\\")
            text += "[" + ("^" + inside[1:] if inside[0] == "!" else inside) + "]"
            at = end
        else:
            text += {"*": ".*", "?": "."}.get(one) or re.escape(one)
        at += 1
    return f"(?s:{text})\\Z"


def fnmatchcase(name, pat):
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if fnmatchcase(name, pat)]
