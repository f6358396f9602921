# Tables of texts that a program has: files can't be opened.
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


class Dialect:
    delimiter = ","
    quotechar = '"'
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    lineterminator = "\n"
    quoting = QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}


def list_dialects():
    return list(_dialects)


def _dialect(dialect, options):
    made = Dialect()
    given = _dialects[dialect] if isinstance(dialect, str) else dialect
    for name in ("delimiter", "quotechar", "skipinitialspace", "lineterminator", "quoting"):
        setattr(made, name, options.get(name, getattr(given, name)))
    return made


class reader:
    def __init__(self, csvfile, dialect="excel", **options):
        self._lines = iter(csvfile)
        self.dialect = _dialect(dialect, options)
        self.line_num = 0

    def __iter__(self):
        return self

    def _line(self):
        self.line_num += 1
        return next(self._lines)

    def __next__(self):
        line = self._line()
        d = self.dialect
        quotes = d.quotechar if d.quoting != QUOTE_NONE else None
        fields, field, at, quoted, begun, was = [], [], 0, False, False, False
        while True:
            if at >= len(line) or (not quoted and line[at] in "\r\n"):
                if not quoted:
                    break
                try:
                    line, at = self._line(), 0
                except StopIteration:
                    break
                continue
            c = line[at]
            at += 1
            if quoted:
                if c != quotes:
                    field.append(c)
                elif line[at : at + 1] == quotes:
                    field.append(c)
                    at += 1
                else:
                    quoted = False
            elif c == d.delimiter:
                fields.append(self._made(field, was))
                field, begun, was = [], False, False
                continue
            elif c == quotes and not begun:
                quoted = was = True
            elif c == " " and d.skipinitialspace and not begun:
                continue
            else:
                field.append(c)
            begun = True
        return [*fields, self._made(field, was)] if fields or begun else []

    def _made(self, field, was_quoted):
        text = "".join(field)
        return float(text) if self.dialect.quoting == QUOTE_NONNUMERIC and not was_quoted else text


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **options):
        self.reader = reader(f, dialect, **options)
        self._names, self.restkey, self.restval = fieldnames and list(fieldnames), restkey, restval

    @property
    def fieldnames(self):
        if self._names is None:
            self._names = next(self.reader, None)
        return self._names

    @property
    def line_num(self):
        return self.reader.line_num

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while not row:
            row = next(self.reader)
        made = dict(zip(names, row))
        if len(row) > len(names):
            made[self.restkey] = row[len(names) :]
        for name in names[len(row) :]:
            made[name] = self.restval
        return made


class writer:
    def __init__(self, csvfile, dialect="excel", **options):
        self._file = csvfile
        self.dialect = _dialect(dialect, options)

    def _text(self, value):
        d = self.dialect
        text = "" if value is None else str(value)
        needed = any(c in text for c in (d.delimiter, d.quotechar, "\r", "\n"))
        number = isinstance(value, (int, float))
        if d.quoting == QUOTE_ALL or (d.quoting == QUOTE_NONNUMERIC and not number) or (d.quoting != QUOTE_NONE and needed):
            return d.quotechar + text.replace(d.quotechar, d.quotechar * 2) + d.quotechar
        return text

    def writerow(self, row):
        texts = [self._text(value) for value in row]
        line = self.dialect.quotechar * 2 if texts == [""] else self.dialect.delimiter.join(texts)
        return self._file.write(line + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **options):
        self.fieldnames, self.restval, self.extrasaction = fieldnames, restval, extrasaction
        self.writer = writer(f, dialect, **options)

    def writeheader(self):
        return self.writer.writerow(self.fieldnames)

    def writerow(self, row):
        wrong = [name for name in row if name not in self.fieldnames]
        if wrong and self.extrasaction == "raise":
            raise ValueError("dict contains fields not in fieldnames: " + ", ".join(map(repr, wrong)))
        return self.writer.writerow(row.get(name, self.restval) for name in self.fieldnames)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)
