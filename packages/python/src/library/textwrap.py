import re


def dedent(text):
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if line:
            indent = line[: len(line) - len(line.lstrip(" \t"))]
            if margin is None:
                margin = indent
            while not indent.startswith(margin):
                margin = margin[:-1]
    return "\n".join(line[len(margin or "") :] for line in lines)


def indent(text, prefix, predicate=None):
    chosen = predicate or str.strip
    return "".join(prefix + line if chosen(line) else line for line in text.splitlines(True))


_BLANK = re.escape("\t\n\x0b\x0c\r ")
_CHUNK = re.compile(
    r"([%(blank)s]+|(?<=[\w!\"'&.,?])-{2,}(?=\w)"
    r"|[^%(blank)s](?:[^%(blank)s])*?(?:-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])"
    r"|(?=[%(blank)s]|\Z)|(?<=[\w!\"'&.,?])(?=-{2,}\w)))" % {"blank": _BLANK}
)
_PLAIN = re.compile(r"([%s]+)" % _BLANK)
_END = re.compile(r"[a-z][\.\!\?][\"\']?\Z")
_EXPANDED = str.maketrans("\t\n\x0b\x0c\r", "     ")


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _chunks(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(_EXPANDED)
        chunks = [c for c in (_CHUNK if self.break_on_hyphens else _PLAIN).split(text) if c]
        if self.fix_sentence_endings:
            for at in range(len(chunks) - 1):
                if chunks[at + 1] == " " and _END.search(chunks[at]):
                    chunks[at + 1] = "  "
        return chunks

    def _break(self, chunks, line, used, width):
        room = 1 if width < 1 else width - used
        if self.break_long_words:
            end, chunk = room, chunks[-1]
            if self.break_on_hyphens and len(chunk) > room:
                hyphen = chunk.rfind("-", 0, room)
                if hyphen > 0 and any(c != "-" for c in chunk[:hyphen]):
                    end = hyphen + 1
            line.append(chunk[:end])
            chunks[-1] = chunk[end:]
        elif not line:
            line.append(chunks.pop())

    def _end(self, lines, line, used, width, indent):
        while line:
            if line[-1].strip() and used + len(self.placeholder) <= width:
                lines.append(indent + "".join([*line, self.placeholder]))
                return
            used -= len(line.pop())
        if lines:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                lines[-1] = before + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def wrap(self, text):
        chunks = self._chunks(text)[::-1]
        lines = []
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        while chunks:
            line, used = [], 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                chunks.pop()
            while chunks and used + len(chunks[-1]) <= width:
                used += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._break(chunks, line, used, width)
                used = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == "":
                used -= len(line.pop())
            if not line:
                continue
            isLast = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or isLast and used <= width:
                lines.append(indent + "".join(line))
            else:
                self._end(lines, line, used, width, indent)
                break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))
