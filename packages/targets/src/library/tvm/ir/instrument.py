"""What hears of passes."""
import inspect


class PassInstrument:
    def __init__(self):
        self.handle = None


def pass_instrument(pi_cls=None):
    def wrapped(cls):
        if not inspect.isclass(cls):
            raise TypeError("pi_cls must be a class")
        if issubclass(cls, PassInstrument):
            return cls

        class PyPassInstrument(cls, PassInstrument):
            def __init__(self, *args, **kwargs):
                self.handle = None
                cls.__init__(self, *args, **kwargs)
                PassInstrument.__init__(self)

        PyPassInstrument.__name__ = cls.__name__
        PyPassInstrument.__doc__ = cls.__doc__
        PyPassInstrument.__module__ = cls.__module__
        return PyPassInstrument

    return wrapped(pi_cls) if pi_cls else wrapped


class PassTimingInstrument:
    """Times are not measured here."""

    @staticmethod
    def render():
        return ""


@pass_instrument
class PassPrintingInstrument:
    def __init__(self, print_before_pass_names, print_after_pass_names):
        self.print_before_pass_names = print_before_pass_names
        self.print_after_pass_names = print_after_pass_names

    def run_before_pass(self, mod, pass_info):
        if pass_info.name in self.print_before_pass_names:
            print(f"Print IR before: {pass_info.name}\n{mod}\n\n")

    def run_after_pass(self, mod, pass_info):
        if pass_info.name in self.print_after_pass_names:
            print(f"Print IR after: {pass_info.name}\n{mod}\n\n")


@pass_instrument
class PrintAfterAll:
    def run_after_pass(self, mod, info):
        print(f"After Running Pass: {info}")
        print(mod)


@pass_instrument
class PrintBeforeAll:
    def run_before_pass(self, mod, info):
        print(f"Before Running Pass: {info}")
        print(mod)
