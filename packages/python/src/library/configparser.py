# Options of texts that a program has: files can't be opened.
import re
from collections.abc import MutableMapping

DEFAULTSECT = "DEFAULT"
_given = object()


class Error(Exception):
    def __init__(self, message=""):
        self.message = message
        super().__init__(message)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    def __init__(self, section):
        super().__init__(f"No section: {section!r}")
        self.section = section


class NoOptionError(Error):
    def __init__(self, option, section):
        super().__init__(f"No option {option!r} in section: {section!r}")
        self.option, self.section = option, section


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        place = "" if source is None else f"While reading from {source!r} [line {lineno:2d}]: s"
        super().__init__(f"{place or 'S'}ection {section!r} already exists")
        self.section = section


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        super().__init__(
            f"While reading from {source!r} [line {lineno:2d}]: option {option!r} in section {section!r} already exists"
        )
        self.section, self.option = section, option


class ParsingError(Error):
    pass


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        super().__init__(f"File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}")


class InterpolationError(Error):
    pass


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        super().__init__(
            f"Bad value substitution: option {option!r} in section {section!r} contains an interpolation key "
            f"{reference!r} which is not a valid option name. Raw value: {rawval!r}"
        )


class SectionProxy(MutableMapping):
    def __init__(self, parser, name):
        self._parser, self._name = parser, name

    def __repr__(self):
        return f"<Section: {self._name}>"

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not self._parser.remove_option(self._name, key):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __iter__(self):
        return iter(self._parser._options(self._name))

    def __len__(self):
        return len(self._parser._options(self._name))

    @property
    def name(self):
        return self._name

    @property
    def parser(self):
        return self._parser

    def get(self, option, fallback=None, **options):
        return self._parser.get(self._name, option, fallback=fallback, **options)

    def getint(self, option, fallback=None, **options):
        return self._parser.getint(self._name, option, fallback=fallback, **options)

    def getfloat(self, option, fallback=None, **options):
        return self._parser.getfloat(self._name, option, fallback=fallback, **options)

    def getboolean(self, option, fallback=None, **options):
        return self._parser.getboolean(self._name, option, fallback=fallback, **options)


class RawConfigParser(MutableMapping):
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    _interpolates = False

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"),
                 comment_prefixes=("#", ";"), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_given, converters=None):
        self._no_value, self._delimiters, self._strict = allow_no_value, delimiters, strict
        self._comments, self._inline = tuple(comment_prefixes), tuple(inline_comment_prefixes or ())
        self.default_section = default_section
        if interpolation is None:
            self._interpolates = False
        self._defaults = {}
        self._sections = {}
        for name, value in (defaults or {}).items():
            self._defaults[self.optionxform(name)] = value

    def optionxform(self, option):
        return option.lower()

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError(f"Invalid section name: {section!r}")
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = {}

    def has_section(self, section):
        return section in self._sections

    def _own(self, section):
        if section == self.default_section:
            return self._defaults
        if section not in self._sections:
            raise NoSectionError(section)
        return self._sections[section]

    def _options(self, section):
        return list({**self._own(section), **self._defaults})

    def options(self, section):
        if section not in self._sections:
            raise NoSectionError(section)
        return self._options(section)

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        own = self._sections.get(section)
        return own is not None and (self.optionxform(option) in own or self.optionxform(option) in self._defaults)

    def read_string(self, string, source="<string>"):
        self._read(string.splitlines(), source)

    def read_file(self, f, source=None):
        self._read(f, source or getattr(f, "name", "<???>"))

    def read_dict(self, dictionary, source="<dict>"):
        for section, options in dictionary.items():
            if section != self.default_section and section not in self._sections:
                self._sections[section] = {}
            for name, value in options.items():
                self._own(section)[self.optionxform(str(name))] = None if value is None else str(value)

    def read(self, filenames, encoding=None):
        return []

    def _read(self, lines, source):
        section, option, indent, seen = None, None, 0, set()
        signs = "|".join(map(re.escape, self._delimiters))
        pattern = re.compile(rf"(?P<name>.*?)\s*(?:(?P<sign>{signs})\s*(?P<value>.*))?$" if self._no_value else rf"(?P<name>.*?)\s*(?P<sign>{signs})\s*(?P<value>.*)$")
        found = {}
        for number, line in enumerate(lines, 1):
            text = line
            for prefix in self._inline:
                at = text.find(prefix)
                while at > 0 and not text[at - 1].isspace():
                    at = text.find(prefix, at + 1)
                if at >= 0:
                    text = text[:at]
            own = text.strip()
            if own.startswith(self._comments) and own:
                own = ""
                if option is not None:
                    continue
            if not own:
                if option is not None and line.strip() == "" and found.get((section, option)) is not None:
                    found[section, option].append("")
                continue
            depth = len(text) - len(text.lstrip())
            if option is not None and depth > indent:
                found[section, option].append(own)
                continue
            indent = depth
            header = re.match(r"\[(?P<header>.+)\]", own)
            if header:
                section, option = header["header"], None
                if section != self.default_section:
                    if section in seen and self._strict:
                        raise DuplicateSectionError(section, source, number)
                    seen.add(section)
                    self._sections.setdefault(section, {})
                continue
            if section is None:
                raise MissingSectionHeaderError(source, number, line)
            match = pattern.match(own)
            if not match or not match["name"]:
                raise ParsingError(f"Source contains parsing errors: {source!r}\n\t[line {number:2d}]: {line!r}")
            option = self.optionxform(match["name"].rstrip())
            if (section, option) in found and self._strict:
                raise DuplicateOptionError(section, option, source, number)
            found[section, option] = [match["value"].strip()] if match["sign"] else None
        for (section, option), values in found.items():
            self._own(section)[option] = None if values is None else "\n".join(values).rstrip()

    def get(self, section, option, *, raw=False, vars=None, fallback=_given):
        try:
            known = {**self._defaults, **self._own(section)}
        except NoSectionError:
            if fallback is _given:
                raise
            return fallback
        for name, value in (vars or {}).items():
            known[self.optionxform(name)] = None if value is None else str(value)
        name = self.optionxform(option)
        if name not in known:
            if fallback is _given:
                raise NoOptionError(option, section)
            return fallback
        value = known[name]
        return self._replaced(section, name, value, known, 10) if self._interpolates and not raw and value else value

    def _replaced(self, section, option, value, known, depth):
        def put(match):
            if match[0] == "%%":
                return "%"
            name = self.optionxform(match["name"])
            if name not in known or depth == 0:
                raise InterpolationMissingOptionError(option, section, value, name)
            return self._replaced(section, option, known[name], known, depth - 1)

        return re.sub(r"%%|%\((?P<name>[^)]+)\)s", put, value)

    def _converted(self, convert, section, option, fallback, options):
        found = self.get(section, option, fallback=fallback, **options)
        return found if found is fallback and fallback is not _given else convert(found)

    def getint(self, section, option, *, fallback=_given, **options):
        return self._converted(int, section, option, fallback, options)

    def getfloat(self, section, option, *, fallback=_given, **options):
        return self._converted(float, section, option, fallback, options)

    def _boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError(f"Not a boolean: {value}")
        return self.BOOLEAN_STATES[value.lower()]

    def getboolean(self, section, option, *, fallback=_given, **options):
        return self._converted(self._boolean, section, option, fallback, options)

    def items(self, section=_given, raw=False, vars=None):
        if section is _given:
            return super().items()
        return [(name, self.get(section, name, raw=raw, vars=vars)) for name in {**self._defaults, **self._own(section)}]

    def set(self, section, option, value=None):
        self._own(section)[self.optionxform(option)] = value

    def remove_option(self, section, option):
        return self._own(section).pop(self.optionxform(option), _given) is not _given

    def remove_section(self, section):
        return self._sections.pop(section, None) is not None

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        self._sections.pop(key, None)
        self.read_dict({key: value})

    def __delitem__(self, key):
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key == self.default_section or key in self._sections

    def __iter__(self):
        return iter([self.default_section, *self._sections])

    def __len__(self):
        return len(self._sections) + 1


class ConfigParser(RawConfigParser):
    _interpolates = True


SafeConfigParser = ConfigParser
