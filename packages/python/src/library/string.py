ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_\x60{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return format_string.format(*args, **kwargs)


class Template:
    def __init__(self, template):
        self.template = template

    def _fill(self, mapping, strict):
        out, at, text = "", 0, self.template
        while at < len(text):
            if text[at] != "$":
                out += text[at]
                at += 1
                continue
            if text[at + 1 : at + 2] == "$":
                out += "$"
                at += 2
                continue
            braced = text[at + 1 : at + 2] == "{"
            start = end = at + 1 + braced
            while end < len(text) and (text[end].isalnum() or text[end] == "_"):
                end += 1
            name = text[start:end]
            after = end + braced
            if not name or braced and text[end : end + 1] != "}":
                if strict:
                    raise ValueError(f"Invalid placeholder in string: line 1, col {at + 1}")
                out += "$"
                at += 1
            elif name in mapping:
                out += str(mapping[name])
                at = after
            elif strict:
                raise KeyError(name)
            else:
                out += text[at:after]
                at = after
        return out

    def substitute(self, mapping={}, /, **kwargs):
        return self._fill({**mapping, **kwargs}, True)

    def safe_substitute(self, mapping={}, /, **kwargs):
        return self._fill({**mapping, **kwargs}, False)
