import re

_unsafe = re.compile(r"[^\w@%+=:,./-]", re.ASCII)


def split(s, comments=False, posix=True):
    if s is None:
        raise ValueError("s argument must not be None")
    if not posix:
        raise NotImplementedError("shlex.split without posix")
    words, word, quote, at = [], None, "", 0
    while at < len(s):
        c = s[at]
        at += 1
        if quote:
            if c == quote:
                quote = ""
            elif c == "\\" and quote == '"':
                if at == len(s):
                    raise ValueError("No escaped character")
                word += s[at] if s[at] in '"\\' else c + s[at]
                at += 1
            else:
                word += c
        elif c in " \t\r\n":
            if word is not None:
                words.append(word)
            word = None
        elif comments and c == "#" :
            end = s.find("\n", at)
            at = len(s) if end < 0 else end
        elif c in "'\"":
            quote, word = c, word or ""
        elif c == "\\":
            if at == len(s):
                raise ValueError("No escaped character")
            word = (word or "") + s[at]
            at += 1
        else:
            word = (word or "") + c
    if quote:
        raise ValueError("No closing quotation")
    return words if word is None else words + [word]


def quote(s):
    if not s:
        return "''"
    return s if _unsafe.search(s) is None else "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return " ".join(quote(arg) for arg in split_command)
