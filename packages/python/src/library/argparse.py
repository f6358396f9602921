# What a command line says. There is none here but the one that the script gives itself; usage texts are left out.
import sys
from _evaluator import unavailable

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER = "==SUPPRESS==", "?", "*", "+", "..."
_ENDLESS = 1 << 30
_LIMITS = {None: (1, 1), "?": (0, 1), "*": (0, _ENDLESS), "+": (1, _ENDLESS), "...": (0, _ENDLESS)}


def _is_option(arg):
    return len(arg) > 1 and arg[0] == "-" and not arg[1:].replace(".", "", 1).isdigit()


class ArgumentError(Exception):
    pass


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        return f"Namespace({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class HelpFormatter:
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None,
                 metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = option_strings, dest, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, **kwargs):
        super().__init__([*option_strings, *("--no-" + o[2:] for o in option_strings if o.startswith("--"))], dest, nargs=0, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith("--no-"))


class _Known(Action):
    def __init__(self, option_strings, dest, kind="store", version=None, **kwargs):
        if kind in ("store_true", "store_false"):
            kwargs = {"default": kind == "store_false", **kwargs, "const": kind == "store_true"}
        if kind in ("store_true", "store_false", "store_const", "append_const", "count", "version", "help"):
            kwargs["nargs"] = 0
        super().__init__(option_strings, dest, **kwargs)
        self.kind, self.version = kind, version

    def __call__(self, parser, namespace, values, option_string=None):
        before = getattr(namespace, self.dest, None)
        if self.kind in ("version", "help"):
            print(self.version if self.kind == "version" else "usage: " + parser.prog)
            parser.exit()
        elif self.kind == "count":
            values = (before or 0) + 1
        elif self.kind in ("append", "append_const"):
            values = [*(before or []), values]
        elif self.kind == "extend":
            values = [*(before or []), *values]
        setattr(namespace, self.dest, values)


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter, add_help=True,
                 allow_abbrev=True, **kwargs):
        self.prog, self.description, self._defaults = prog or sys.argv[0], description, {}
        self._actions = [action for parent in parents for action in parent._actions]
        if add_help:
            self.add_argument("-h", "--help", action="help", default=SUPPRESS)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'ArgumentParser' object has no attribute {name!r}")
        unavailable(f"argparse.ArgumentParser.{name}() is")

    def add_argument(self, *names, action="store", dest=None, **kwargs):
        options = [name for name in names if name.startswith("-")]
        long = next((name for name in options if name.startswith("--")), options[0] if options else names[0] if names else dest)
        dest = dest or (long.lstrip("-").replace("-", "_") if options else long)
        made = action(options, dest, **kwargs) if isinstance(action, type) else _Known(options, dest, action, **kwargs)
        self._actions.append(made)
        return made

    def add_argument_group(self, *args, **kwargs):
        return self

    add_mutually_exclusive_group = add_argument_group

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)

    def get_default(self, dest):
        return next((a.default for a in self._actions if a.dest == dest), self._defaults.get(dest))

    def exit(self, status=0, message=None):
        if message:
            sys.stderr.write(message)
        raise SystemExit(status)

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message}\n")

    def _option(self, name):
        found = [a for a in self._actions if name in a.option_strings]
        if not found and name.startswith("--"):
            found = [a for a in self._actions if any(o.startswith(name) for o in a.option_strings)]
        if len(found) > 1:
            self.error(f"ambiguous option: {name} could match " + ", ".join(o for a in found for o in a.option_strings if o.startswith(name)))
        return found[0] if found else None

    def _read(self, action, text):
        label = "/".join(action.option_strings) or action.metavar or action.dest
        try:
            value = text if action.type is None else action.type(text)
        except ArgumentTypeError as error:
            self.error(f"argument {label}: {error}")
        except (TypeError, ValueError):
            self.error(f"argument {label}: invalid {getattr(action.type, '__name__', repr(action.type))} value: {text!r}")
        if action.choices is not None and value not in action.choices:
            self.error(f"argument {label}: invalid choice: {value!r} (choose from {', '.join(map(repr, action.choices))})")
        return value

    def _take(self, action, texts, namespace, name=None):
        least = action.nargs if isinstance(action.nargs, int) else _LIMITS[action.nargs][0]
        if len(texts) < least:
            expected = {None: "one argument", "+": "at least one argument"}.get(action.nargs, f"{action.nargs} arguments")
            self.error(f"argument {'/'.join(action.option_strings) or action.dest}: expected {expected}")
        values = [self._read(action, text) for text in texts]
        if action.nargs == 0:
            values = action.const if isinstance(action, _Known) else []
        elif action.nargs in (None, "?"):
            values = values[0] if values else action.const if name else action.default
        elif not values and not name:
            values = action.default if action.default is not None else []
        action(self, namespace, values, name)

    def parse_known_args(self, args=None, namespace=None):
        args = [*(sys.argv[1:] if args is None else args)]
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            default = self._defaults.get(action.dest, action.default)
            if default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, self._read(action, default) if isinstance(default, str) and action.type else default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        free, rest, seen, at = [], [], set(), 0
        while at < len(args):
            arg = args[at]
            at += 1
            if arg == "--":
                free += args[at:]
                break
            if not _is_option(arg):
                free.append(arg)
                continue
            name, given, value = arg.partition("=")
            action = self._option(name)
            if action is None and arg[1] != "-":
                name, given, value = arg[:2], True, arg[2:]
                action = self._option(name)
                if action is not None and action.nargs == 0:
                    args[at:at], given = ["-" + value], False
            if action is None:
                rest.append(arg)
                continue
            most = action.nargs if isinstance(action.nargs, int) else _LIMITS[action.nargs][1]
            texts = [value] if given else []
            while not given and at < len(args) and len(texts) < most and not _is_option(args[at]):
                texts.append(args[at])
                at += 1
            seen.add(action.dest)
            self._take(action, texts, namespace, name)
        places = [action for action in self._actions if not action.option_strings]
        limits = [(a.nargs, a.nargs) if isinstance(a.nargs, int) else _LIMITS[a.nargs] for a in places]
        missing = []
        for n, (action, (least, most)) in enumerate(zip(places, limits)):
            count = max(0, min(most, len(free) - sum(low for low, _ in limits[n + 1:])))
            if count < least:
                missing.append(action.metavar or action.dest)
                continue
            self._take(action, free[:count], namespace)
            free = free[count:]
        missing += ["/".join(a.option_strings) for a in self._actions if a.option_strings and a.required and a.dest not in seen]
        if missing:
            self.error("the following arguments are required: " + ", ".join(missing))
        return namespace, free + rest

    def parse_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: " + " ".join(rest))
        return namespace
